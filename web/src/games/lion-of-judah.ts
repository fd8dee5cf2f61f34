/** Lion of Judah: its words; its offers have the common shapes. */
import { points } from '../lib/format'
import type { GameInfo, Text } from '../lib/types'
import type { Grade, HexGame } from './game'
import { genericGame } from './generic'
import { readPlan } from './reading'
import { orderTitle } from './titles'

const w = (it: string, en: string): Text => ({ it, en })

const ORDERS: Readonly<Record<string, Text>> = {
  'set-top': w('Chi sta in cima alla pila', 'Who lies on top of the stack'),
  pay: w('Rinforza con punti risorsa', 'Reinforce with resource points'),
  rebuild: w('Ricostruisci', 'Rebuild'),
  recall: w('Richiama i guerrieri', 'Recall warriors'),
  'break-down': w('Scomponi un’unità', 'Break a unit down'),
  consolidate: w('Ricomponi un’unità', 'Consolidate a unit'),
  motorise: w('Motorizza', 'Motorise'),
  unload: w('Fai scendere dagli autocarri', 'Dismount'),
  'shift-truck': w('Sposta un autocarro', 'Shift a truck'),
  'build-road': w('Costruisci una strada', 'Build a road'),
  rail: w('In ferrovia', 'By rail'),
  'rail-points': w('Punti risorsa in ferrovia', 'Resource points by rail'),
  embark: w('Per mare', 'By sea'),
  ship: w('Punti risorsa per mare', 'Resource points by sea'),
  bribe: w('Corrompi una regione', 'Bribe a region'),
  'air-supply': w('Rifornisci dal cielo', 'Supply from the air'),
  'change-theatre': w('Cambia teatro', 'Change theatre'),
  'draw-from': w('Prendi risorse', 'Draw resources'),
  answer: w('Scegli', 'Choose'),
  'place-unit': w('Metti l’unità', 'Place the unit'),
  'give-points': w('Dai il punto risorsa', 'Give the resource point'),
  flee: w('Rifugio', 'Refuge'),
  interdict: w('Interdici dal cielo', 'Interdict from the air'),
  activate: w('Attiva un capo', 'Activate a leader'),
  'move-hq': w('Muovi un comando', 'Move a headquarters'),
  'forced-march': w('Marcia forzata', 'Forced march'),
  load: w('Carica punti risorsa', 'Load resource points'),
  bomb: w('Bombarda', 'Bomb'),
  'commit-air': w('Manda gli aerei', 'Send aircraft'),
  'commit-hq': w('Appoggio dei comandi', 'Support of headquarters'),
}

const TITLES: Readonly<Record<string, Text>> = {
  setup: w('Schieramento', 'Set-up'),
  arrivals: w('Rinforzi', 'Reinforcements'),
  replacements: w('Rimpiazzi', 'Replacements'),
  breakdown: w('Scomposizione', 'Breakdown'),
  motorisation: w('Motorizzazione', 'Motorisation'),
  'truck-boxes': w('Autocarri', 'Trucks'),
  roads: w('Strade', 'Roads'),
  transport: w('Ferrovia e mare', 'Rail and sea'),
  special: w('Azioni dello scenario', 'Scenario actions'),
  activation: w('Attiva i capi', 'Activate leaders'),
  interdiction: w('Interdizione aerea', 'Air interdiction'),
  movement: w('Muovi le tue unità', 'Move your units'),
  bombing: w('Bombe e gas', 'Bombs and gas'),
  combat: w('Attacca', 'Attack'),
  'attacker-air': w('Aerei all’attacco', 'Aircraft for the attack'),
  'defender-air': w('Aerei in difesa', 'Aircraft for the defence'),
  'attacker-hq': w('Appoggio all’attacco', 'Support for the attack'),
  'defender-hq': w('Appoggio alla difesa', 'Support for the defence'),
  losses: w('Subisci le perdite', 'Take the losses'),
  advance: w('Avanza', 'Advance'),
  'follow-up': w('Attacca ancora', 'Attack again'),
  excess: w('Troppe unità insieme', 'Too many units together'),
  attrition: w('Logoramento', 'Attrition'),
  refuge: w('Rifugio', 'Refuge'),
  gain: w('Punto risorsa', 'Resource point'),
}

/** Kinds of troops. */
const GROUPS: Readonly<Record<string, Text>> = {
  regular: w('Esercito', 'Regular army'),
  ccnn: w('Camicie nere', 'Blackshirts'),
  colonial_regular: w('Coloniali regolari', 'Colonial regulars'),
  colonial_irregular: w('Coloniali irregolari', 'Colonial irregulars'),
  irregular: w('Irregolari', 'Irregulars'),
  imperial: w('Truppe del Negus', 'Troops of the Negus'),
}
/** An Ethiopian army goes by its leader, whose counter has three letters of his name. */
const leaderOf = (army: string): string => `et_${army.slice(0, 3).toUpperCase()}`

const DECISIVE = w('Decisiva', 'Decisive')
const MARGINAL = w('Marginale', 'Marginal')
/** From the worst to the best for Italy, by scenario. */
const LEVELS: readonly (readonly [string, Text, Grade])[] = [
  ['ethiopian_decisive', DECISIVE, -3],
  ['allied_decisive', DECISIVE, -3],
  ['ethiopian_marginal', MARGINAL, -1],
  ['allied_marginal', MARGINAL, -1],
  ['draw', w('Pari', 'Draw'), 0],
  ['italian_marginal', MARGINAL, 1],
  ['italian_decisive', DECISIVE, 3],
]

/** Steps lost by the attacker and the defender; an R sends the defender back. */
function gradeOf(result: string): Grade {
  const found = /^(\d+)\/(\d+)(R?)/.exec(result)
  if (!found) return result === 'success' || /^D/.test(result) ? 2 : result === 'failure' ? -2 : 0
  const [, attacker, defender, back] = found
  const net = Number(defender) - Number(attacker) + (back ? 1 : 0)
  return Math.max(-3, Math.min(3, net)) as Grade
}

export function lionOfJudah(info: GameInfo): HexGame {
  const base = genericGame(info)
  const named = info.words?.['level'] ?? {}
  const sides = info.words?.['side'] ?? {}
  const side = (id: string, nation: string) => ({ name: sides[id] ?? { it: id, en: id }, nation })
  return {
    ...base,
    sides: {
      italian: side('italian', 'italian'),
      ethiopian: side('ethiopian', 'ethiopian'),
      allied: side('allied', 'british'),
      opponent: side('opponent', 'ethiopian'),
    },
    levels: LEVELS.map(([id, short, grade]) => ({ id, name: named[id] ?? short, short, grade })),
    titles: TITLES,
    ends: {
      setup: w('Chiudi lo schieramento', 'Finish the set-up'),
      'follow-up': w('Nessun altro attacco', 'No further attack'),
    },
    blurb: {
      where: w('Etiopia, 1935-36 e 1940-41', 'Ethiopia, 1935-36 and 1940-41'),
      size: w('8 o 18 turni, 2-6 ore', '8 or 18 turns, 2-6 hours'),
      tells: w(
        'Ras da attivare, strade da costruire, autocarri e aerei.',
        'Rases to activate, roads to build, trucks and aircraft.',
      ),
    },
    guided: true,
    firstSide: 'italian',
    marks: { gassed: 'disrupted' },
    tones: {
      'commit-air=': 'decline',
      'commit-hq=': 'decline',
      'done@follow-up': 'decline',
      'done@place-guerrilla': 'decline',
    },
    strikes: ['bomb', 'activate'],
    seldom: ['set-top', 'load', 'pay', 'rebuild', 'break-down', 'consolidate'],
    groups: (group) => GROUPS[group] ?? info.words?.['word']?.[leaderOf(group)] ?? null,
    grade: gradeOf,
    price: ({ cost }) => points(cost),
    plan: (offers, around) =>
      readPlan(offers, {
        specs: info.orders ?? {},
        title: (kind) => ORDERS[kind] ?? orderTitle(kind),
        around,
        words: info.words?.['word'],
      }),
  }
}
