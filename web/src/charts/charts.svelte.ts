/** The charts of the set-up that is played, which of them are shown, and what is live on them. */
import { api } from '../lib/api'
import type { Chart, ChartKind, ChartMark, ChartSheet, Text } from '../lib/types'
import type { Word } from '../lib/words'
import { hasTurns } from './turns'

/** The tabs in the order in which they are most asked for, with their words. */
const TABS: Readonly<Record<ChartKind, Word>> = {
  combat: 'kindCombat',
  fire: 'kindFire',
  terrain: 'kindTerrain',
  calendar: 'kindCalendar',
  weather: 'kindWeather',
  supply: 'kindSupply',
  ranges: 'kindRanges',
  forces: 'kindForces',
  events: 'kindEvents',
  victory: 'kindVictory',
}
const isKind = (name: string): name is ChartKind => name in TABS
const KINDS = Object.keys(TABS).filter(isKind)

export const kindWord = (kind: ChartKind): Word => TABS[kind]

/** What is live now. It comes from the draft, the last roll, the hex pointed at and the tabletop. */
export interface Live {
  columns: readonly ChartMark[]
  rolled: ChartMark | null
  /** What the hex pointed at consists of: its terrain, places, roads, rivers. */
  kinds: ReadonlySet<string>
  turn: number
  /** The turns of the track: a calendar of another war has no present turn. */
  labels: readonly Text[]
  /** Rows that hold for the whole turn. */
  rows: readonly { chart: string; row: string }[]
}

export const NOTHING_LIVE: Live = {
  columns: [],
  rolled: null,
  kinds: new Set(),
  turn: 0,
  labels: [],
  rows: [],
}

export class Charts {
  open = $state(false)
  sheet = $state.raw<ChartSheet | null>(null)
  private wanted = $state<ChartKind | null>(null)
  /** The chart that somebody asked for by name: it is brought into sight. */
  goal = $state('')
  private asked = ''

  readonly kinds: readonly ChartKind[] = $derived(
    KINDS.filter((kind) => this.sheet?.charts.some((chart) => chart.kind === kind)),
  )
  readonly kind: ChartKind | null = $derived(
    this.wanted && this.kinds.includes(this.wanted) ? this.wanted : (this.kinds[0] ?? null),
  )

  async load(
    slug: string,
    scenario: string,
    options: Readonly<Record<string, string | boolean>>,
  ): Promise<void> {
    const key = JSON.stringify([slug, scenario, options])
    if (key === this.asked) return
    this.asked = key
    const found = await api.charts(slug, scenario, options).catch(() => null)
    if (key === this.asked) this.sheet = found
  }

  get any(): boolean {
    return this.kinds.length > 0
  }

  of(kind: ChartKind): readonly Chart[] {
    return this.sheet?.charts.filter((chart) => chart.kind === kind) ?? []
  }

  pick(kind: ChartKind): void {
    this.wanted = kind
    this.goal = ''
  }

  /** Open the sheet at a chart; at where it was if nobody named one. */
  show(chart = ''): void {
    const found = this.sheet?.charts.find((c) => c.id === chart)
    if (found) this.wanted = found.kind
    this.goal = found?.id ?? ''
    this.open = this.any
  }

  toggle(): void {
    this.open = !this.open && this.any
  }

  /** The turns of this track in which somebody arrives. */
  arrivals(labels: readonly Text[]): ReadonlySet<number> {
    const present = this.of('calendar').filter((chart) => hasTurns(chart, labels))
    const rows = present.flatMap((chart) => chart.rows)
    return new Set(rows.filter((row) => row.arrivals?.length).map((row) => Number(row.id)))
  }
}
