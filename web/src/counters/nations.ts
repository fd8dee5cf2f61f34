/** Colours of counters; the same numbers as `hexes/drawing/palette.py`. */
export interface Nation {
  face: string
  shade: string
  ink: string
  box: string
  line: string
}

const nation = (face: string, shade: string, ink: string, box: string, line: string): Nation => ({
  face,
  shade,
  ink,
  box,
  line,
})

export const NONE: Nation = nation('#e9e2d2', '#b0a58c', '#33291d', '#fbf7ec', '#33291d')

export const NATIONS: Readonly<Record<string, Nation>> = {
  german: nation('#a7b5bc', '#6f808a', '#14202a', '#eef2f3', '#14202a'),
  italian: nation('#b9c6a0', '#808f66', '#1b2412', '#f3f6ea', '#1b2412'),
  soviet: nation('#e0a184', '#a35f42', '#35120a', '#7c2415', '#fff4e6'),
  british: nation('#ecd09a', '#b08f4f', '#2f2207', '#6d4a12', '#fff6e0'),
  indian: nation('#e6bd8d', '#a87d48', '#2f1c07', '#6b3d12', '#fff3e0'),
  american: nation('#c9c389', '#8c8648', '#23220a', '#4b4a17', '#fbfae2'),
  french: nation('#b7c7e6', '#7288b5', '#0e1a38', '#2b4580', '#f1f5ff'),
  ethiopian: nation('#f0cd62', '#b38f22', '#2c2003', '#2f5a34', '#fff6cf'),
  australian: nation('#e3c98a', '#a98a45', '#2c2206', '#5c5a1a', '#fbf7dc'),
  new_zealand: nation('#d9d2a6', '#98905c', '#26230c', '#3f4f2a', '#f8f8e0'),
  south_african: nation('#dcbf8f', '#9c7c46', '#2b1d08', '#5b3a26', '#fff1de'),
  free_french: nation('#b7c7e6', '#7288b5', '#0e1a38', '#2b4580', '#f1f5ff'),
  polish: nation('#e6c3b4', '#a87d6c', '#33140c', '#7d2b2b', '#fff1ee'),
  jewish: nation('#dfd9b8', '#9d966c', '#25230f', '#3b4a5e', '#f4f7fb'),
  italy: nation('#b9c6a0', '#808f66', '#1b2412', '#f3f6ea', '#1b2412'),
  ethiopia: nation('#f0cd62', '#b38f22', '#2c2003', '#2f5a34', '#fff6cf'),
  tribal_levy: nation('#e3d3a6', '#a8935a', '#2c2410', '#6b4a24', '#fff3da'),
  axis: nation('#a7b5bc', '#6f808a', '#14202a', '#eef2f3', '#14202a'),
  allied: nation('#ecd09a', '#b08f4f', '#2f2207', '#6d4a12', '#fff6e0'),
  none: NONE,
}

/** Stripes that tell divisions apart; a division keeps its own by the hash of its name. */
const BANDS = [
  '#c9a227',
  '#2f7f66',
  '#3d5fa8',
  '#a63b32',
  '#6d4a94',
  '#7fa3a8',
  '#7a6a1f',
  '#b26a2c',
  '#4d4d4d',
  '#8f3f6e',
  '#5f8a3a',
  '#1f6d8f',
] as const

export function bandOf(formation: string, rank: number): string {
  return formation ? (BANDS[rank % BANDS.length] ?? '') : ''
}
