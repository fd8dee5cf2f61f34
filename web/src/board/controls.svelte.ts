import type { Place } from './viewport.svelte'

/** What the player wants to see over the map, shared by the stage, the keys and the panel. */
export type LayerName = 'zones' | 'supply' | 'command' | 'numbers'

export class Controls {
  zones = $state(false)
  supply = $state(false)
  command = $state(false)
  numbers = $state(true)
  /** The hex under the keyboard cursor. */
  cursor = $state<string | null>(null)
  /** The hex under the mouse. */
  under = $state<string | null>(null)
  /** Whether the cursor was moved by keys since a hex was last pressed: Enter then means that hex. */
  pointing = false
  /** Hexes the panel points at for a moment. */
  pointed = $state.raw<readonly string[]>([])
  /** The stage brings this hex into sight. */
  goal = $state.raw<{ hexes: readonly string[]; close: boolean; centre?: boolean } | null>(null)
  /** The map stays where the player left it: it follows nothing by itself. */
  held = $state(false)
  said = $state('')
  /** Where the stage begins, if somebody looked at the same map before. */
  opening: Place | null = null
  /** What the stage shows now; the stage answers. */
  place: () => Place | null = () => null

  toggle(layer: LayerName): void {
    this[layer] = !this[layer]
  }

  /** Bring hexes into sight and point at them, once each: several units may stand in one. */
  show(hexes: readonly string[]): void {
    this.pointed = [...new Set(hexes)]
    this.goal = { hexes: this.pointed, close: false }
  }

  /** What happens, or is asked, is brought into sight by the table itself, unless the player holds the map. */
  follow(hexes: readonly string[], close = false): void {
    if (!this.held && hexes.length) this.goal = { hexes, close }
  }

  /** Bring hexes into sight, close enough to read. */
  frame(hexes: readonly string[]): void {
    this.pointed = []
    this.goal = { hexes, close: true }
  }
}
