/** What every part of the table may use, handed down as a Svelte context. */
import { getContext, setContext } from 'svelte'
import type { Controls } from '../board/controls.svelte'
import type { Measure } from '../plane/measure.svelte'
import type { Draft } from './draft.svelte'
import type { Hint } from './hint.svelte'
import type { Told } from '../told/told.svelte'
import type { Session } from './session.svelte'

export interface Table {
  session: Session
  draft: Draft
  controls: Controls
  /** What is being measured, on a table without hexes. */
  measure: Measure
  /** What the captain would do. */
  hint: Hint
  /** What happened since we decided last. */
  told: Told
  /** The colour stripe of each formation. */
  stripes: () => ReadonlyMap<string, string>
  openRule: (id: string) => void
  openHex: (hex: string) => void
  /** Bring a unit into sight and point at it. */
  showUnit: (unit: string) => void
}

const KEY = Symbol('table')

export const setTable = (table: Table): Table => setContext(KEY, table)
export const useTable = (): Table => getContext<Table>(KEY)
