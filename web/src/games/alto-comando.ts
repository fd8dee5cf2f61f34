/** Alto Comando: no hexes; its bases are led on the measured table, all else is a list of orders. */
import type { GameInfo, Json, Order, Text } from '../lib/types'
import type { Around, Choice, ChoiceGroup, HexGame, Offers, Plan } from './game'
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
        words(table(offers['choose-area'])['areas']).map((area) =>
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

  return { ...base, plan }
}
