/** The offers after an update: most of them are those of before. */
import type { Offer, OfferChange, OfferPart, Offers } from '../lib/types'

/** Where -1 stands, the next of those that were sent; elsewhere the old one of that place. */
function taken<T>(old: readonly T[], origins: readonly number[], sent: readonly T[]): T[] {
  let next = 0
  return origins.flatMap((at) => (at < 0 ? sent[next++] : old[at]) ?? [])
}

export function offersAfter(old: Offers | null, change: OfferChange): Offers | null {
  if (change.whole !== undefined) return change.whole
  const now = taken(old ?? [], change.origins ?? [], change.new ?? [])
  for (const part of change.parts ?? []) {
    const before = now[part.at]
    if (before) now[part.at] = partAfter(before, part)
  }
  return now
}

function partAfter(old: Offer, { offer, gone = [], groups = [] }: OfferPart): Offer {
  if (old.shape === 'reach' && offer.shape === 'reach')
    return { ...offer, groups: taken(old.groups, groups, offer.groups) }
  if (old.shape === 'routes' && offer.shape === 'routes')
    return { ...offer, groups: taken(old.groups, groups, offer.groups) }
  if (old.shape === 'place' && offer.shape === 'place')
    return { ...offer, subjects: merged(old.subjects, offer.subjects, gone) }
  if (old.shape === 'attack' && offer.shape === 'attack')
    return { ...offer, targets: merged(old.targets, offer.targets, gone) }
  if (old.shape === 'measured' && offer.shape === 'measured')
    return { ...offer, pieces: merged(old.pieces, offer.pieces, gone) }
  if (old.shape === 'lay' && offer.shape === 'lay')
    return { ...offer, pieces: merged(old.pieces, offer.pieces, gone) }
  return offer
}

type Table<T> = Readonly<Record<string, T>>

const merged = <T>(old: Table<T>, more: Table<T>, gone: readonly string[]): Record<string, T> => ({
  ...Object.fromEntries(Object.entries(old).filter(([key]) => !gone.includes(key))),
  ...more,
})
