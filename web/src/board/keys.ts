/** The keyboard on the stage. Letters can be switched off; arrows and Enter always work. */
import type { Arrow, Geometry } from '../lib/geometry'
import { t } from '../lib/i18n'
import { settings } from '../lib/settings.svelte'
import type { Tabletop } from '../lib/types'
import type { Draft } from '../match/draft.svelte'
import { pressConfirm } from '../match/enter'
import { pressHex, pressUnit } from '../match/gestures'
import type { Controls, LayerName } from './controls.svelte'
import { hexInWords } from './describe'
import { nameOf } from './faces'
import type { Told } from '../told/told.svelte'
import type { Viewport } from './viewport.svelte'

interface Stage {
  geometry: Geometry
  view: Viewport
  controls: Controls
  draft: Draft | null
  tabletop: Tabletop
  told?: Told | null
}

const LAYERS: Readonly<Record<string, LayerName>> = {
  z: 'zones',
  s: 'supply',
  c: 'command',
  n: 'numbers',
}

export function boardKeys(event: KeyboardEvent, stage: Stage): void {
  if (event.ctrlKey || event.metaKey) return
  if (handle(event, stage)) {
    event.preventDefault()
    event.stopPropagation()
  }
}

function handle(event: KeyboardEvent, stage: Stage): boolean {
  const { view, controls } = stage
  switch (event.key) {
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight':
      return walk(stage, event.key, event.shiftKey)
    case 'Enter':
      if (event.repeat || (!controls.pointing && !event.shiftKey && pressConfirm())) return true
      return pressCursor(stage, event.shiftKey)
    case ' ':
      // What happens elsewhere, or happened before, is stopped and played by this key.
      return busyElsewhere(stage) ? false : pressCursor(stage, event.shiftKey)
    case 'Tab':
      return nextActor(stage, event.shiftKey)
    case '+':
    case '=':
      view.closer()
      return true
    case '-':
      view.farther()
      return true
    case '0':
      view.fit()
      return true
  }
  if (!settings.letters) return false
  const layer = LAYERS[event.key.toLowerCase()]
  if (layer) {
    controls.toggle(layer)
    return true
  }
  const { draft } = stage
  if (event.key.toLowerCase() === 'f' && draft) {
    draft.fan = draft.fan ? null : (controls.cursor ?? draft.place)
    return true
  }
  if (/^[1-9]$/.test(event.key) && draft?.fan) return toggleNth(stage, Number(event.key))
  return false
}

const busyElsewhere = ({ draft, told }: Stage) =>
  !draft || draft.kind === 'wait' || told?.open === true

function pressCursor({ draft, controls }: Stage, through: boolean): boolean {
  controls.pointing = false
  if (draft && controls.cursor) void pressHex(draft, controls.cursor, through)
  return true
}

function walk(stage: Stage, key: Arrow, shift: boolean): boolean {
  const { geometry, controls } = stage
  const from = controls.cursor ?? firstHex(stage)
  land(stage, controls.cursor ? (geometry.arrow(from, key, shift) ?? from) : from)
  return true
}

/** Where the cursor begins: at who is chosen, else at our own who can act, never in a box beside the map. */
function firstHex({ geometry, draft, tabletop }: Stage): string {
  const viewer = draft?.session.shown?.viewer ?? ''
  const onMap = tabletop.pieces.filter((p) => geometry.has(p.at))
  const own = onMap.filter((p) => p.side === viewer)
  const able = own.find((p) => draft?.actors(p.at).length)
  const chosen = draft && geometry.has(draft.place) ? draft.place : null
  return chosen ?? (able ?? own[0] ?? onMap[0])?.at ?? geometry.ids[0] ?? ''
}

function land(stage: Stage, hex: string): void {
  stage.controls.cursor = hex
  stage.controls.pointing = true
  stage.view.reveal(stage.geometry.centre(hex))
  stage.controls.said = hexInWords(stage.geometry, stage.tabletop, stage.draft, hex)
}

/** The next stack that can act; past the last one Tab leaves the stage. */
function nextActor(stage: Stage, back: boolean): boolean {
  const { draft, geometry, tabletop, controls } = stage
  if (!draft) return false
  const hexes = [...new Set(tabletop.pieces.map((p) => p.at))].filter(
    (hex) => geometry.has(hex) && draft.actors(hex).length,
  )
  const at = hexes.indexOf(controls.cursor ?? '')
  const next = hexes[back ? (at < 0 ? hexes.length - 1 : at - 1) : at + 1]
  if (!next) return false
  land(stage, next)
  return true
}

function toggleNth({ draft, tabletop, controls }: Stage, n: number): boolean {
  const unit = tabletop.pieces.filter((p) => p.at === draft?.fan)[n - 1]
  if (!unit || !draft) return false
  pressUnit(draft, unit.id)
  const word = draft.selected.includes(unit.id) ? t('on') : t('off')
  controls.said = `${nameOf(unit)}: ${word}`
  return true
}
