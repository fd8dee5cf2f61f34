/** Questions to the server. What may be asked and what is answered follow from its description, `api/schema.ts`. */
import type { paths } from '../api/schema'
import { isRefusal, isTable, isText } from './guards'
import type { Refusal, Text } from './types'

/** A 4xx of the server: why, in both languages, with whatever else it says. */
export class Declined extends Error {
  constructor(
    readonly status: number,
    readonly key: string,
    readonly says: Text,
    readonly body: Readonly<Record<string, unknown>>,
  ) {
    super(`${status} ${key}`)
  }

  /** The refusal inside, when an order broke a rule. */
  get refusal(): Refusal | null {
    const { body } = this
    return this.status === 422 && isRefusal(body) ? body : null
  }
}

const SILENT: Text = { it: 'Il server non risponde', en: 'The server does not answer' }

type With<M extends string> = {
  [P in keyof paths]: paths[P] extends Readonly<Record<M, object>> ? P : never
}[keyof paths]
type Get<P extends keyof paths> = NonNullable<paths[P]['get']>
type Post<P extends keyof paths> = NonNullable<paths[P]['post']>
type Patch<P extends keyof paths> = NonNullable<paths[P]['patch']>
type Delete<P extends keyof paths> = NonNullable<paths[P]['delete']>

type Said<R> = R[keyof R] extends { readonly content: { readonly 'application/json': infer A } }
  ? A
  : never
type Answer<O> = O extends { readonly responses: infer R } ? Said<R> : never
type Body<O> = O extends {
  readonly requestBody: { readonly content: { readonly 'application/json': infer B } }
}
  ? B
  : never
type Names<O, K extends 'path' | 'query'> = O extends { readonly parameters: infer A }
  ? K extends keyof A
    ? A[K] extends undefined
      ? object
      : NonNullable<A[K]>
    : object
  : object
type Value = string | number

/** The parts of the address of a question. */
type Where<O> = Names<O, 'path'> & { readonly [N in keyof Names<O, 'query'>]?: Value }

/** The address with its names filled in; those that it has no place for are its query. */
export function address(path: string, where: object): string {
  const rest = new URLSearchParams()
  let filled = path
  for (const [name, value] of Object.entries<unknown>({ ...where })) {
    const place = `{${name}}`
    if (path.includes(place)) filled = filled.replace(place, encodeURIComponent(String(value)))
    else if (value !== undefined) rest.set(name, String(value))
  }
  return rest.size ? `${filled}?${rest.toString()}` : filled
}

export const get = <P extends With<'get'>>(
  path: P,
  where: Where<Get<P>>,
): Promise<Answer<Get<P>>> => answer(fetch(address(path, where)))

export const post = <P extends With<'post'>>(
  path: P,
  where: Names<Post<P>, 'path'>,
  body: Body<Post<P>>,
): Promise<Answer<Post<P>>> => answer(tell('POST', address(path, where), body))

export const patch = <P extends With<'patch'>>(
  path: P,
  where: Names<Patch<P>, 'path'>,
  body: Body<Patch<P>>,
): Promise<Answer<Patch<P>>> => answer(tell('PATCH', address(path, where), body))

export const remove = <P extends With<'delete'>>(
  path: P,
  where: Names<Delete<P>, 'path'>,
): Promise<Answer<Delete<P>>> => answer(fetch(address(path, where), { method: 'DELETE' }))

const tell = (method: string, url: string, body: unknown): Promise<Response> =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** An answer that is no JSON, as a map. */
export async function text(path: string): Promise<string> {
  const response = await fetch(path)
  if (!response.ok) throw new Declined(response.status, 'text', SILENT, {})
  return response.text()
}

/** A record is sent as it is. */
export const send = <P extends With<'post'>>(path: P, body: string): Promise<Answer<Post<P>>> =>
  answer(fetch(path, { method: 'POST', body }))

/**
 * The only place where an answer is believed to be what the description says: the server makes both from the same
 * types, and its tests hold every answer to it.
 */
async function answer<A>(asked: Promise<Response>): Promise<A> {
  const response = await asked
  // eslint-disable-next-line @typescript-eslint/no-unsafe-return -- as said above
  if (response.ok) return response.json()
  throw declined(response.status, await response.json().catch(() => null))
}

function declined(status: number, said: unknown): Declined {
  const body = isTable(said) ? said : {}
  const message = isText(body['message']) ? body['message'] : SILENT
  const key = typeof body['error'] === 'string' ? body['error'] : 'unknown'
  return new Declined(status, key, message, body)
}
