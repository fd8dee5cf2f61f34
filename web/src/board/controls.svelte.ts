/** What the player wants to see over the map, shared by the stage, the keys and the panel. */
export type LayerName = 'zones' | 'supply' | 'command' | 'numbers'

export class Controls {
  zones = $state(false)
  supply = $state(false)
  command = $state(false)
  numbers = $state(true)
  /** The hex under the keyboard cursor. */
  cursor = $state<string | null>(null)
  /** Hexes the panel points at for a moment. */
  pointed = $state.raw<readonly string[]>([])
  /** The stage brings this hex into sight. */
  goal = $state.raw<{ hexes: readonly string[]; close: boolean } | null>(null)
  said = $state('')

  toggle(layer: LayerName): void {
    this[layer] = !this[layer]
  }

  /** Bring hexes into sight and point at them. */
  show(hexes: readonly string[]): void {
    this.pointed = hexes
    this.goal = { hexes, close: false }
  }

  /** Bring hexes into sight, close enough to read. */
  frame(hexes: readonly string[]): void {
    this.pointed = []
    this.goal = { hexes, close: true }
  }
}
