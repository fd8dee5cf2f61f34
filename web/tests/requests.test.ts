/** How questions are asked, and what becomes of a refusal. */
import { expect, it, vi } from 'vitest'
import { address, Declined, get, post } from '../src/lib/requests'

const said = { it: 'No', en: 'No' }
function answers(status: number, body: unknown) {
  const answer = { ok: status < 300, status, json: () => Promise.resolve(body) }
  const asked = vi.fn<(path: string, init?: RequestInit) => Promise<typeof answer>>()
  asked.mockResolvedValue(answer)
  vi.stubGlobal('fetch', asked)
  return asked
}

it('fills the names of the address; the others are its query', () => {
  expect(address('/api/games/{slug}/hexes/{id}', { slug: 'a b', id: '1/2' })).toBe(
    '/api/games/a%20b/hexes/1%2F2',
  )
  expect(address('/api/matches/{match}/log', { match: 'm', token: 't&', from: 3 })).toBe(
    '/api/matches/m/log?token=t%26&from=3',
  )
  expect(address('/api/games', { lang: undefined })).toBe('/api/games')
})

it('asks and posts', async () => {
  const asked = answers(200, { needed: true })
  await expect(get('/api/matches/{match}/curtain', { match: 'm', token: 'a,b' })).resolves.toEqual({
    needed: true,
  })
  await post('/api/matches/{match}/join', { match: 'm' }, { code: 'c' })
  expect(asked.mock.calls[0]?.[0]).toBe('/api/matches/m/curtain?token=a%2Cb')
  expect(asked.mock.calls[1]?.[1]?.body).toBe('{"code":"c"}')
})

const refused = async (status: number, body: unknown): Promise<Declined> => {
  answers(status, body)
  const error: unknown = await get('/api/health', {}).catch((e: unknown) => e)
  if (!(error instanceof Declined)) expect.fail('was not declined')
  return error
}

it('says why it was declined, with the refusal inside', async () => {
  const refusal = { rule: '6.1', key: 'too-far', reason: said, rule_text: null, facts: {} }
  const error = await refused(422, { error: 'refused', message: said, ...refusal })
  expect([error.status, error.key, error.says]).toEqual([422, 'refused', said])
  expect(error.refusal).toMatchObject(refusal)
  expect((await refused(409, { error: 'stale', message: said, ...refusal })).refusal).toBeNull()
})

it.each([[null], [[]], [{ error: 5, message: 'no' }], [{ message: { it: 'No' } }]])(
  'does without what a broken answer lacks: %j',
  async (body) => {
    const error = await refused(500, body)
    expect(error.key).toBe('unknown')
    expect(error.says.en).toBe('The server does not answer')
    expect(error.refusal).toBeNull()
  },
)
