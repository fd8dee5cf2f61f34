/** Colours of counters by nation. The colours themselves stand in `styles/nations.css`. */
export interface Nation {
  face: string
  shade: string
  ink: string
  box: string
  line: string
}

const coloured = (name: string): Nation => ({
  face: `var(--${name}-face)`,
  shade: `var(--${name}-shade)`,
  ink: `var(--${name}-ink)`,
  box: `var(--${name}-box)`,
  line: `var(--${name}-line)`,
})

const NONE = coloured('none')

/** Nations by the names that games use, with the name of their colours. */
const COLOURS: Readonly<Record<string, string>> = {
  german: 'german',
  italian: 'italian',
  soviet: 'soviet',
  british: 'british',
  indian: 'indian',
  american: 'american',
  french: 'french',
  ethiopian: 'ethiopian',
  australian: 'australian',
  new_zealand: 'new-zealand',
  south_african: 'south-african',
  polish: 'polish',
  jewish: 'jewish',
  tribal_levy: 'tribal-levy',
  free_french: 'french',
  italy: 'italian',
  ethiopia: 'ethiopian',
  axis: 'german',
  allied: 'british',
}

const NATIONS = new Map(Object.entries(COLOURS).map(([name, colours]) => [name, coloured(colours)]))

/** The colours of a nation; a name that nobody knows is a plain card. */
export const nationOf = (name: string): Nation => NATIONS.get(name) ?? NONE

export const isNation = (name: string): boolean => NATIONS.has(name)

const BANDS = 12

/** The stripe of a formation by its place in the order of battle. */
export const bandOf = (formation: string, rank: number): string =>
  formation ? `var(--band-${(rank % BANDS) + 1})` : ''
