/** What a step of a guide points at: hexes of the map, or a part of the page. */
import type { GuideStep } from '../lib/types'
import type { Scene } from './scene'

type Pointer = NonNullable<GuideStep['point']>

export function hexesOf(point: Pointer | null, scene: Scene): readonly string[] {
  switch (point?.at) {
    case 'hexes':
      return point.hexes
    case 'units':
      return scene.pieces
        .filter((p) => point.units.includes(p.id) && scene.onMap(p))
        .map((p) => p.at)
    case 'targets':
      return scene.targets
    default:
      return []
  }
}

const BUTTONS = {
  give: ['[data-act=give]', '[data-act=choose]', '.foot .button.primary'],
  end: ['[data-act=end]'],
  rest: ['[data-act^=place-]', '.foot .button'],
} as const

const PARTS = { whole: ['.panel'], units: ['.panel .choice'] } as const

/** Where the part is in the page: the first of these that is there. */
export function selectorsOf(point: Pointer): readonly string[] {
  switch (point.at) {
    case 'panel':
      return PARTS[point.part]
    case 'button':
      return BUTTONS[point.button]
    case 'layer':
      return [`[data-layer=${point.layer}]`]
    default:
      return []
  }
}
