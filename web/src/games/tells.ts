/** What happens in each game that stays on the table until it is read: names of events, no rules. */
import type { EventLine } from '../lib/types'

export interface Tells {
  /** Each begins the account of a battle. */
  battles: readonly string[]
  /** These belong to the battle that was fought last. */
  after: readonly string[]
  /** The end of a battle inside a campaign. */
  ended: readonly string[]
  /** What comes between two turns. */
  between: readonly string[]
  /** Orders that give the turn away on purpose, as the end of a phase does. */
  closes: readonly string[]
  /** An attack on us that changed nothing. */
  idle: (event: EventLine) => boolean
}

const SILENT: Tells = {
  battles: [],
  after: [],
  ended: [],
  between: [],
  closes: [],
  idle: () => false,
}

const LOSSES = ['eliminated', 'retreated', 'advanced'] as const

const TELLS: Readonly<Record<string, Tells>> = {
  'afrika-korps': {
    ...SILENT,
    battles: ['battle-rolled', 'battle-won'],
    after: [...LOSSES, 'exchanged', 'supply-captured', 'supply-destroyed', 'rommel-displaced'],
  },
  'panzergruppe-guderian': {
    ...SILENT,
    battles: ['battle-rolled', 'attack-cancelled', 'hex-emptied'],
    after: [...LOSSES, 'step-lost', 'retreat-chosen', 'occupied', 'disrupted', 'vanished', 'captured'],
    closes: ['interdict', 'remove'],
  },
  kasserine: {
    ...SILENT,
    battles: ['combat-rolled', 'combat-hopeless', 'combat-dropped', 'shot', 'bombed'],
    after: [...LOSSES, 'reduced', 'accompanied', 'supply-captured', 'supply-removed'],
    idle: (e) => e.event === 'shot' && e['result'] === '-',
  },
  'lion-of-judah': {
    ...SILENT,
    battles: ['battle-rolled', 'bombed', 'gassed', 'ambushed'],
    after: [...LOSSES, 'step-lost', 'leader-escaped', 'control-changed', 'removed', 'placed'],
    between: [
      'arrived',
      'delayed',
      'points-received',
      'points-scored',
      'attrition-rolled',
      'deserted',
      'levy-left',
      'withdrawn',
      'event-drawn',
    ],
  },
  'alto-comando': {
    ...SILENT,
    battles: ['fired', 'air-rolled'],
    after: ['save-rolled', 'scattered', 'destroyed', 'hq-fell-back', 'air-lost'],
    ended: [
      'battle-ended',
      'breakout-ended',
      'battle-forfeited',
      'front-moved',
      'front-held',
      'card-excluded',
      'card-rested',
      'card-returned',
      'commander-replaced',
    ],
    idle: (e) => e.event === 'fired' && e['hit'] === false,
  },
}

export const tellsOf = (game: string): Tells => TELLS[game] ?? SILENT
