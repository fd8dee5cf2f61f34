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

/** An edge of a measured table. */
export type Edge = NonNullable<Of<'measured'>['over']>

/** The offer with the fields that the server leaves out. Each shape by itself: so the compiler sees that its
    defaults fit it. */
export function full(offer: Sent): Offer {
  switch (offer.shape) {
    case 'say':
      return { ...OFFER_DEFAULTS.say, ...offer }
    case 'pick':
      return { ...OFFER_DEFAULTS.pick, ...offer }
    case 'place':
      return { ...OFFER_DEFAULTS.place, ...offer }
    case 'reach':
      return { ...OFFER_DEFAULTS.reach, ...offer }
    case 'routes':
      return { ...OFFER_DEFAULTS.routes, ...offer }
    case 'attack':
      return { ...OFFER_DEFAULTS.attack, ...offer }
    case 'amount':
      return { ...OFFER_DEFAULTS.amount, ...offer }
    case 'form':
      return { ...OFFER_DEFAULTS.form, ...offer }
    case 'whole':
      return { ...OFFER_DEFAULTS.whole, ...offer }
    case 'measured':
      return { ...OFFER_DEFAULTS.measured, ...offer }
    case 'lay':
      return { ...OFFER_DEFAULTS.lay, ...offer }
  }
}

/** Those of one shape. */
export function ofShape<S extends Shape>(offers: readonly Offer[], shape: S): Of<S>[] {
  return offers.filter((offer): offer is Of<S> => offer.shape === shape)
}
