import { trimmedOf } from '#domain/kernel/index.ts'

/** What a client of an outside system needs from its host. */
export type OutsideDeps = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** aborts after so many milliseconds */
  readonly timeout: (milliseconds: number) => AbortSignal
  /** for the server's log; users get the problem's code */
  readonly failed: (facts: { readonly system: string; readonly why: string }) => void
}

/** Where an outside system is, and what it knows us by. */
export type Outside = { readonly name: string; readonly url: string; readonly token?: string }

export type OutsideRequest = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** below the system's address; each segment is encoded */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** instead of a body in JSON, what a form would send */
  readonly form?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string
  /** of this system alone */
  readonly headers?: Readonly<Record<string, string>>
}

export type OutsideReply = { readonly status: number; readonly json: unknown }

/** The system has understood, and will not: asking again would give the same. */
export const REFUSALS: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 422])
/** Beside a refusal: the system stands, what is wrong lies in what was asked. */
export type Answered = { readonly isAnswered?: boolean }

export function isAnswered(reply: OutsideReply | undefined): Answered {
  return reply !== undefined && REFUSALS.has(reply.status) ? { isAnswered: true } : {}
}

/** A user waits before a screen for it: longer than any healthy reply, shorter than their patience. */
const PATIENCE = 10_000
const MAX_REPLY_BYTES = 1024 * 1024

/** Undefined when no whole JSON reply came in time: that proves nothing, not even that the request did not arrive. */
export function askOutside(
  deps: OutsideDeps,
  system: Outside,
  request: OutsideRequest,
): Promise<OutsideReply | undefined> {
  return noting(deps, system, async () => {
    const response = await deps.fetch(addressOf(system, request), {
      method: request.method,
      headers: headersOf(system, request),
      body: bodyOf(request),
      // A redirect would carry our token to wherever it points.
      redirect: 'error',
      signal: deps.timeout(PATIENCE),
    })
    const bytes = await readBytes(response, MAX_REPLY_BYTES)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { status: response.status, json: JSON.parse(text === '' ? 'null' : text) }
  })
}

/** Bytes of an outside system, undefined unless whole and in time. @param most longer is not what we asked for */
export function fetchOutside(
  deps: OutsideDeps,
  system: Outside,
  most: number,
): Promise<{ readonly status: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined> {
  return noting(deps, system, async () => {
    const { accept: _, ...headers } = headersOf(system, {})
    const response = await deps.fetch(system.url, {
      method: 'GET',
      headers,
      redirect: 'error',
      signal: deps.timeout(PATIENCE),
    })
    return { status: response.status, bytes: await readBytes(response, most) }
  })
}

async function noting<T>(
  deps: OutsideDeps,
  { name, token = '' }: Outside,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    // A header that cannot be sent is repeated whole by what refuses it.
    const isSecret = token.trim() !== '' && why.includes(token.trim())
    deps.failed({ system: name, why: isSecret ? 'the key cannot be sent' : why })
    return undefined
  }
}

function addressOf({ url }: Outside, { path, query = {} }: OutsideRequest): string {
  const address = `${trimmedOf(url, /\//)}/${path.map(encodeURIComponent).join('/')}`
  const search = new URLSearchParams(query).toString()
  return search === '' ? address : `${address}?${search}`
}

function bodyOf({ body, form }: OutsideRequest): string | null {
  if (form !== undefined) return new URLSearchParams(form).toString()
  return body === undefined ? null : JSON.stringify(body)
}

function headersOf(
  { token }: Outside,
  { body, form, idempotencyKey, headers }: Pick<OutsideRequest, 'body' | 'form' | 'idempotencyKey' | 'headers'>,
): Record<string, string> {
  return {
    accept: 'application/json',
    // Providers of maps refuse who does not say their name.
    'user-agent': 'Relevo',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...headers,
  }
}

/** Throws when the reply is longer than any that we asked for. */
async function readBytes(response: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream, and with it the request.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > most) throw new RangeError(`The reply is longer than ${most} bytes`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}
