/** What the player has chosen: the address before what was kept, and that before what the browser says. */
import { beforeEach, expect, it, vi } from 'vitest'
import { page, storage } from './browser'

let kept = new Map<string, string>()
vi.setConfig({ testTimeout: 30_000 })
beforeEach(() => {
  vi.resetModules()
  kept = storage('localStorage')
})

const opened = async () => (await import('../src/lib/settings.svelte')).settings
const KEY = 'campagna.settings'

it('follows the browser of who is new', async () => {
  const root = page({ speaks: 'en-GB', night: true })
  const settings = await opened()
  expect([settings.language, settings.theme, settings.letters]).toEqual(['en', 'dark', true])
  expect(root).toEqual({ lang: 'en', dataset: { theme: 'dark' } })
})

it('remembers what was chosen, and shows it on the page', async () => {
  const root = page()
  const settings = await opened()
  settings.speak('en')
  settings.shade('dark')
  settings.useLetters(false)
  expect(root).toEqual({ lang: 'en', dataset: { theme: 'dark' } })
  vi.resetModules()
  const again = await opened()
  expect([again.language, again.theme, again.letters]).toEqual(['en', 'dark', false])
})

it('is asked by the address for once', async () => {
  kept.set(KEY, JSON.stringify({ language: 'it', theme: 'light' }))
  page({ search: '?lang=en&theme=dark' })
  const settings = await opened()
  expect([settings.language, settings.theme]).toEqual(['en', 'dark'])
})

it('does not believe what cannot be', async () => {
  kept.set(KEY, JSON.stringify({ language: 'de', theme: 3, letters: 'no' }))
  page({ search: '?lang=fr' })
  const settings = await opened()
  expect([settings.language, settings.theme, settings.letters]).toEqual(['it', 'light', true])
})
