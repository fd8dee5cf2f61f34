/** Alto Comando: no hexes; its bases are led on the measured table, all else is a list of orders. */
import type { GameInfo, Json, Order, Text } from '../lib/types'
import type { Around, Choice, ChoiceGroup, Grade, HexGame, Offers, Plan } from './game'
import { genericGame } from './generic'
import { choiceOf } from './choices'
import { NOTHING } from './game'
import { WORDS } from '../lib/words'

const w = (it: string, en: string): Text => ({ it, en })

type Table = Readonly<Record<string, Json>>
const table = (value: Json | undefined): Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Table) : {}
const words = (value: Json | undefined): string[] =>
  Array.isArray(value) ? (value as Json[]).filter((v): v is string => typeof v === 'string') : []
const entries = (value: Json | undefined): Table[] =>
  Array.isArray(value) ? (value as Json[]).map((v) => table(v)) : []

const level = (id: string, name: Text, short: Text, grade: Grade) => ({ id, name, short, grade })

/** What bases that could still be led, or still fire, are called in a phase with other words. */
function undone(offers: Offers): Plan['undone'] {
  if ('replace' in offers) return { moves: WORDS.leftReplace }
  if ('deploy' in offers) return { moves: WORDS.leftWaiting }
  return 'air' in offers ? { shots: WORDS.leftAir } : {}
}

export function altoComando(info: GameInfo): HexGame {
  const base = genericGame(info)
  const known = info.words?.['word'] ?? {}
  const named = (id: string): Text => known[id] ?? { it: id, en: id }
  const none = w('A nessuno', 'To nobody')

  function group(kind: string, title: Text, choices: readonly Choice[]): ChoiceGroup[] {
    return choices.length ? [{ kind, title, choices }] : []
  }

  function plan(offers: Offers, around: Around): Plan {
    const whole = (order: Order, more: Text | null = null): Choice => ({
      ...choiceOf(order, around),
      ...(more ? { words: more } : {}),
    })
    const attach = table(offers['attach'])
    const formation = String(attach['formation'] ?? '')
    const choices = [
      ...group(
        'choose-area',
        w('Dove si combatte', 'Where to fight'),
        words(offers['choose-area']).map((area) =>
          whole({ order: 'choose-area', area }, named(area)),
        ),
      ),
      ...group(
        'attach',
        named(formation),
        words(attach['hosts']).map((host) =>
          whole({ order: 'attach', formation, host }, host ? named(host) : none),
        ),
      ),
      ...group(
        'clear',
        w('Bonifica', 'Clear mines'),
        entries(offers['clear']).map((e) =>
          whole({ order: 'clear', unit: e['unit'] ?? '', strip: e['strip'] ?? 0 }),
        ),
      ),
      ...group(
        'cross',
        w('Attraversa le mine', 'Cross the mines'),
        Object.entries(table(offers['cross'])).flatMap(([unit, landings]) =>
          (landings as Json[]).map((landing) => whole({ order: 'cross', unit, path: [], landing })),
        ),
      ),
      ...group(
        'concede',
        w('Abbandona la battaglia', 'Concede the battle'),
        offers['concede'] === true ? [whole({ order: 'concede' })] : [],
      ),
      ...group(
        'bridge',
        w('Ponte', 'Bridge'),
        entries(offers['bridge']).map((e) =>
          whole({ order: 'bridge', unit: e['unit'] ?? '', river: e['river'] ?? 0 }),
        ),
      ),
    ]
    return { ...NOTHING, choices, undone: undone(offers), done: offers['done'] === true }
  }

  const side = (id: string, nation: string) => ({
    name: info.words?.['side']?.[id] ?? { it: id, en: id },
    nation,
  })
  const called = (id: string) => info.words?.['level']?.[id] ?? named(id)
  return {
    ...base,
    sides: { axis: side('axis', 'italian'), allied: side('allied', 'british') },
    levels: [
      level('draw', called('draw'), w('Pareggio', 'Draw'), 0),
      level('victory', called('victory'), w('Vittoria', 'Victory'), 2),
      level('great_victory', called('great_victory'), w('Grande vittoria', 'Great victory'), 3),
    ],
    titles: {
      'choose-area': w('Scegli dove si combatte', 'Choose where to fight'),
      'choose-cards': w('Scegli le divisioni', 'Choose your divisions'),
      attach: w('A chi va questa formazione?', 'Whose is this formation?'),
      'tank-mix': w('Quali carri sono incrociatori?', 'Which tanks are cruisers?'),
      works: w('Campi minati e trincee', 'Minefields and trenches'),
      deploy: w('Schiera le basette', 'Place your bases'),
      replace: w('Rimpiazza un disperso', 'Replace a scattered unit'),
      clear: w('Genio: bonifica e ponti', 'Engineers: mines and bridges'),
      move: w('Muovi le basette', 'Move your bases'),
      air: w('Attacchi aerei', 'Air attacks'),
      'trench-fire': w('Fuoco dalle trincee', 'Fire from the trenches'),
      fire: w('Fuoco', 'Fire'),
    },
    ends: {},
    blurb: {
      where: w('Miniature nel deserto, 1940-43', 'Miniatures in the desert, 1940-43'),
      size: w('9-12 turni, 1-2 ore; campagne', '9-12 turns, 1-2 hours; campaigns'),
      tells: w(
        'Divisioni su un tavolo misurato al millimetro.',
        'Divisions on a table measured to the millimetre.',
      ),
    },
    bases: true,
    guided: true,
    firstSide: 'axis',
    tones: { concede: 'grave' },
    plan,
    formation: (piece) => piece.group ?? '',
  }
}
