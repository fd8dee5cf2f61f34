/** Whether a condition of a guide holds. Nothing here knows a game. */
import type { GuideInfo, GuideStep, Piece } from '../lib/types'
import type { Scene } from './scene'

export type Condition = GuideStep['when'][number]
type Of<K extends Condition['is']> = Extract<Condition, { is: K }>

/** A guide at one of its steps, which began at a version of the match. */
export interface Moment {
  readonly guide: GuideInfo
  readonly scene: Scene
  readonly since: number
}

const within = (n: number, { at_least, at_most }: { at_least: number; at_most: number | null }) =>
  n >= at_least && (at_most === null || n <= at_most)

function asked({ of, decisions, but }: Of<'asked'>, { guide, scene }: Moment): boolean {
  const { open } = scene
  if (!open || (of !== 'any' && (of === 'own') !== (open.side === guide.side))) return false
  return (!decisions.length || decisions.includes(open.decision)) && !but.includes(open.decision)
}

function reached({ decision }: Of<'reached'>, { guide, scene }: Moment): boolean {
  return guide.sequence.indexOf(scene.open?.decision ?? '') >= guide.sequence.indexOf(decision)
}

function standing(wanted: Of<'standing'>, { scene }: Moment): boolean {
  const counts = (piece: Piece): boolean =>
    (wanted.at.length ? wanted.at.includes(piece.at) : scene.onMap(piece)) &&
    (!wanted.side || piece.side === wanted.side) &&
    !wanted.but.includes(piece.id)
  return within(scene.pieces.filter(counts).length, wanted)
}

export function holds(condition: Condition, moment: Moment): boolean {
  const { scene, since } = moment
  switch (condition.is) {
    case 'asked':
      return asked(condition, moment)
    case 'reached':
      return reached(condition, moment)
    case 'turn-passed':
      return scene.turn > condition.turn
    case 'ordered':
      return scene.version > since
    case 'offered':
      return scene.offered(condition.order)
    case 'standing':
      return standing(condition, moment)
    case 'chosen':
      return (
        condition.units.every((unit) => scene.chosen.includes(unit)) &&
        within(scene.chosen.length, condition)
      )
    case 'aimed':
      return scene.aimed
    case 'targeted':
      return scene.targeted
    case 'layer-shown':
      return scene.shows(condition.layer)
  }
}
