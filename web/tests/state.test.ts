/** Every module that keeps state has a test file of its own. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const SOURCES = new URL('../src/', import.meta.url)
const TESTS = new URL('./', import.meta.url)

/** The test that holds each of them; several small ones may share it. */
const TESTED: Readonly<Record<string, string>> = {
  'board/controls.svelte': 'controls',
  'board/pointers': 'pointers',
  'board/viewport.svelte': 'viewport',
  'charts/charts.svelte': 'charts',
  'components/opened.svelte': 'controls',
  'dice/digests': 'dice',
  'dice/seal': 'findings',
  'dice/verify': 'dice',
  'games/game': 'ending',
  'guide/guide.svelte': 'guide',
  'lib/geometry': 'geometry',
  'lib/holdings': 'stored',
  'components/toasts.svelte': 'people',
  'lib/me.svelte': 'people',
  'lib/names': 'names',
  'lib/origins': 'stored',
  'lib/settings.svelte': 'settings',
  'lib/stored': 'stored',
  'match/checks': 'checks',
  'match/curtain.svelte': 'curtain',
  'match/details.svelte': 'details',
  'match/draft.svelte': 'draft',
  'match/folded': 'stored',
  'match/hint.svelte': 'hint-state',
  'match/live': 'live',
  'match/replay': 'replay',
  'match/results.svelte': 'results',
  'match/session.svelte': 'session',
  'match/unread': 'unread',
  'match/unsent.svelte': 'unsent',
  'plane/block.svelte': 'leading',
  'plane/measure.svelte': 'measure',
  'plane/ruler.svelte': 'leading',
  'told/account': 'account',
  'told/pace.svelte': 'account',
  'told/passing': 'passing',
  'told/seen': 'stored',
  'told/told.svelte': 'told',
  'told/watch.svelte': 'watch',
}
/** The place of an element in the page, and a cache of drawings: nothing that could be wrong. */
const BARE = ['panel/foot.svelte', 'board/faces', 'plane/bases']
/** Errors with their fields keep nothing. */
const ERRORS = ['lib/requests']

const code = (name: string) => readFileSync(new URL(`${name}.ts`, SOURCES), 'utf8')
const modules = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.startsWith('api/'))
  .map((name) => name.slice(0, -3))
/** Runes, a class, something that changes beside the functions, or what the browser keeps. */
const keeps = (name: string) =>
  name.endsWith('.svelte') ||
  /^(?:export )?(?:class |let )|^const \w+ = new (?:Map|Set)(?:<.*>)?\(\)$|from '.*\/stored'/m.test(
    code(name),
  )

it('is known', () => {
  const stateful = modules.filter(keeps).filter((name) => ![...BARE, ...ERRORS].includes(name))
  const unknown = stateful.filter((name) => !(name in TESTED))
  expect(unknown).toEqual([])
  expect(Object.keys(TESTED).filter((name) => !modules.includes(name))).toEqual([])
})

it.each(Object.entries(TESTED))('%s is tested by %s', (module, test) => {
  const file = new URL(`${test}.test.ts`, TESTS)
  expect(existsSync(file)).toBe(true)
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`src/${module.replace('.', '\\.')}'`))
})
