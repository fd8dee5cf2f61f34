/** Offers that a measured table asks for by pointing at pieces, or as cards; it lists no orders for them. */
import type { Of, Offer } from './offers'
import { isName } from './plan'

type IsEnemy = (piece: string) => boolean

/** Own bases with the enemies they may fire at. */
export const isFire = (offer: Offer, isEnemy: IsEnemy): offer is Of<'place'> =>
  offer.shape === 'place' &&
  Object.values(offer.subjects).every((all) => all.every((u) => isName(u) && isEnemy(u)))

/** One of these enemies, at whom no base of ours fires: an attack from the air. */
export const isStrike = (offer: Offer, isEnemy: IsEnemy): offer is Of<'pick'> =>
  offer.shape === 'pick' &&
  !offer.many &&
  !offer.batches.length &&
  offer.options.length > 0 &&
  offer.options.every((u) => isName(u) && isEnemy(u))

/** Names to be ticked, so many of each batch. */
export const isCards = (offer: Offer): offer is Of<'pick'> =>
  offer.shape === 'pick' && (offer.batches.length > 0 || offer.many)
