/** Offers as the table reads them: the server's shapes with nothing left out. */
import { OFFER_DEFAULTS } from '../api/offer-defaults'
import type { Offer as Sent } from '../lib/types'

type Full<T> = T extends unknown ? Required<T> : never

export type Offer = Full<Sent>
export type Shape = Offer['shape']
export type Of<S extends Shape> = Extract<Offer, { shape: S }>
export type Tone = Offer['tone']
/** An optional part of an order. */
export type Extra = Offer['extras'][number]
export type Option = string | number | readonly (string | number)[]

/** The offer with the fields that the server leaves out. */
export const full = (offer: Sent): Offer =>
  // The defaults are made from the same structs as the shapes.
  ({ ...OFFER_DEFAULTS[offer.shape], ...offer }) as Offer

/** Those of one shape. */
export function ofShape<S extends Shape>(offers: readonly Offer[], shape: S): Of<S>[] {
  return offers.filter((offer): offer is Of<S> => offer.shape === shape)
}
