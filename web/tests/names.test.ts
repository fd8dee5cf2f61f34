import { afterEach, expect, it } from 'vitest'
import { nameText, placeText, speakOf } from '../src/lib/names'
import type { GameInfo } from '../src/lib/types'

afterEach(() => speakOf(null))

it('calls a place of the map as the language of the reader does', () => {
  const Massawa = { it: 'Massaua', en: 'Massawa' }
  speakOf({ words: { place: { Massawa } } } as unknown as GameInfo)
  expect(placeText('Massawa')).toEqual(Massawa)
  expect(nameText('Massawa')).toEqual(Massawa)
  expect(placeText('Asmara')).toEqual({ it: 'Asmara', en: 'Asmara' })
})
