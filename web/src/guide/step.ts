/** A guided turn: steps that point at something, wait for the player and explain a rule. */
import type { Controls } from '../board/controls.svelte'
import type { Text } from '../lib/types'
import type { Draft } from '../match/draft.svelte'
import type { Session } from '../match/session.svelte'
import type { Measure } from '../plane/measure.svelte'

export interface Scene {
  session: Session
  draft: Draft
  controls: Controls
  /** What is measured, on a table without hexes. */
  measure: Measure
  /** The version of the match when the step began. */
  since: number
}

export interface GuideStep {
  id: string
  /** What to do, in a sentence. */
  todo: Text
  /** Why: the rule in plain words. */
  why: Text
  rule?: string
  /** Hexes to point at. */
  hexes?: (scene: Scene) => readonly string[]
  /** The part of the panel to point at. */
  target?: string
  /** Whether the player has done it; a step without it is read and left with a button. */
  done?: (scene: Scene) => boolean
  /** Whether what the step before asked for was taken back: then it is asked again. */
  undone?: (scene: Scene) => boolean
  /** Whether the step has nothing to say in this position. */
  skip?: (scene: Scene) => boolean
}

export const w = (it: string, en: string): Text => ({ it, en })

export const decision = ({ session }: Scene): string => session.shown?.step?.decision ?? ''
export const asked = (scene: Scene, ...names: readonly string[]): boolean =>
  (scene.session.shown?.yours ?? false) && names.includes(decision(scene))
export const played = (scene: Scene): boolean =>
  (scene.session.shown?.version ?? 0) > scene.since
