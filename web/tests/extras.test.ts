import { describe, expect, it } from 'vitest'
import { changed, detailsOf } from '../src/shapes/extras'
import { full, type Offer } from '../src/shapes/offers'

const march: Offer = full({
  shape: 'reach',
  order: 'move',
  groups: [],
  extras: [
    { extra: 'toggle', field: 'lift' },
    { extra: 'some', field: 'cut', options: ['0101', '0202', '0303'], most: 1, along: 'path' },
    { extra: 'pairs', field: 'drops', who: 'units', along: 'path' },
  ],
})
const column: Offer = full({ shape: 'reach', order: 'move', groups: [], fixed: { column: true } })
const order = { order: 'move', units: ['A', 'B'], path: ['0101', '0202'] }
const values = (offers: readonly Offer[], given: typeof order & Record<string, unknown>) =>
  Object.fromEntries(
    detailsOf(offers, given as typeof order).map((d) => [d.field, d.changes.map((c) => c.value)]),
  )

describe('optional parts of an order', () => {
  it('takes the choices along the path and no others', () => {
    expect(values([march], order)).toEqual({
      lift: [true],
      cut: [['0101'], ['0202']],
      drops: [[['A', '0101']], [['A', '0202']], [['B', '0101']], [['B', '0202']]],
    })
  })

  it('takes back what is in, and adds no more than there may be', () => {
    const [, cut] = detailsOf([march], { ...order, cut: ['0202'] })
    expect(cut?.changes).toEqual([{ item: '0202', on: true, value: [] }])
    const [lift] = detailsOf([march], { ...order, lift: true })
    expect(lift?.changes).toEqual([{ item: true, on: true, value: false }])
  })

  it('offers the field that another offer of the same order needs', () => {
    expect(values([march, column], order)['column']).toEqual([true])
    const inColumn = { ...order, column: true }
    expect(values([march, column], inColumn)).toEqual({
      ...values([march], order),
      column: [false],
    })
  })

  it('makes a choice of several larger and smaller, within its bounds', () => {
    const pick = full({
      shape: 'pick',
      order: 'fly',
      field: 'markers',
      options: ['a', 'b', 'c'],
      many: true,
      least: 1,
      most: 2,
    })
    const fly = (markers: readonly string[]) =>
      detailsOf([pick], { order: 'fly', markers })[0]?.changes.map((c) => c.value)
    expect(fly(['a'])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ])
    expect(fly(['a', 'b'])).toEqual([['b'], ['a']])
  })

  it('steps a number within its bounds', () => {
    const ship: Offer = full({
      shape: 'say',
      order: 'ship',
      extras: [{ extra: 'number', field: 'count', least: 1, most: 3 }],
    })
    expect(detailsOf([ship], { order: 'ship', count: 1 })[0]?.changes.map((c) => c.value)).toEqual([
      2,
    ])
    expect(detailsOf([ship], { order: 'ship', count: 2 })[0]?.changes.map((c) => c.value)).toEqual([
      1, 3,
    ])
  })

  it('knows nothing of orders that nobody offers', () => {
    expect(detailsOf([march], { order: 'attack' })).toEqual([])
  })

  it('changes one field and leaves the others', () => {
    const [lift] = detailsOf([march], order)
    const [change] = lift?.changes ?? []
    expect(lift && change && changed(order, lift, change)).toEqual({ ...order, lift: true })
  })
})
