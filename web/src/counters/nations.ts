/** Colours of counters by nation, as a game serves them. */
import type { GameInfo } from '../lib/types'

export type Palette = GameInfo['palette']
export type Nation = Palette[string]

/** A plain card. */
export const NONE: Nation = {
  face: 'var(--card-face)',
  shade: 'var(--card-shade)',
  ink: 'var(--card-ink)',
  box: 'var(--card-box)',
  line: 'var(--card-ink)',
}

/** The colours of a nation; a name that nobody knows is a plain card. */
export const nationOf = (palette: Palette, name: string): Nation => palette[name] ?? NONE

const BANDS = 12

/** The stripe of a formation by its place in the order of battle. */
export const bandOf = (formation: string, rank: number): string =>
  formation ? `var(--band-${(rank % BANDS) + 1})` : ''
