/** Cards that their reader has folded, kept in this browser. */
const KEY = 'campagna.folded'
const MOST = 80

function all(): string[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown
    return Array.isArray(found) ? found.filter((v) => typeof v === 'string') : []
  } catch {
    return []
  }
}

export const folded = {
  has: (card: string): boolean => all().includes(card),
  turn(card: string): void {
    const others = all().filter((c) => c !== card)
    const kept = folded.has(card) ? others : [...others, card].slice(-MOST)
    try {
      localStorage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // Without room the card lies open again.
    }
  },
}
