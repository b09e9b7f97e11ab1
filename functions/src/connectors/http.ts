import { trimMatching } from '#domain/kernel/index.ts'

/** Functions of the host that clients of outside systems need. */
export type ExternalSystemDeps = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  /** a signal that aborts after this time */
  readonly timeout: (milliseconds: number) => AbortSignal
  /** logs a failure for administrators; users only get a problem code */
  readonly failed: (facts: { readonly system: string; readonly why: string }) => void
}

/** Address of an outside system and our token there. */
export type ExternalSystem = { readonly name: string; readonly url: string; readonly token?: string }

export type ExternalRequest = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** path below the system's address; each segment is encoded */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** form fields, sent instead of a JSON body */
  readonly form?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string
  /** additional headers that only this system needs */
  readonly headers?: Readonly<Record<string, string>>
}

export type ExternalReply = { readonly status: number; readonly json: unknown }

/** Statuses of a final refusal: the system would refuse the same request again. */
export const FINAL_REFUSAL_STATUSES: ReadonlySet<number> = new Set([400, 404, 409, 410, 413, 422])
/** `isAnswered`: the system works and has refused this request, so other requests may succeed. */
export type ReplyReceivedFlag = { readonly isAnswered?: boolean }

export function buildReplyReceivedFlag(reply: ExternalReply | undefined): ReplyReceivedFlag {
  return reply !== undefined && FINAL_REFUSAL_STATUSES.has(reply.status) ? { isAnswered: true } : {}
}

/** Timeout in milliseconds, short because users wait at a screen for the reply. */
const REQUEST_TIMEOUT_MS = 10_000
const MAX_REPLY_BYTES = 1024 * 1024

/** Sends a request. @returns undefined without a complete JSON reply in time; the request may still have arrived */
export function callExternalSystem(
  deps: ExternalSystemDeps,
  system: ExternalSystem,
  request: ExternalRequest,
): Promise<ExternalReply | undefined> {
  return withFailureLog(deps, system, async () => {
    const response = await deps.fetch(buildRequestUrl(system, request), {
      method: request.method,
      headers: buildRequestHeaders(system, request),
      body: encodeRequestBody(request),
      // A redirect would send our token to another address.
      redirect: 'error',
      signal: deps.timeout(REQUEST_TIMEOUT_MS),
    })
    const bytes = await readBytes(response, MAX_REPLY_BYTES)
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { status: response.status, json: JSON.parse(text === '' ? 'null' : text) }
  })
}

/** Fetches bytes. @param max maximum length @returns undefined unless all bytes were received in time */
export function fetchExternalBytes(
  deps: ExternalSystemDeps,
  system: ExternalSystem,
  max: number,
): Promise<{ readonly status: number; readonly bytes: Uint8Array<ArrayBuffer> } | undefined> {
  return withFailureLog(deps, system, async () => {
    const { accept: _, ...headers } = buildRequestHeaders(system, {})
    const response = await deps.fetch(system.url, {
      method: 'GET',
      headers,
      redirect: 'error',
      signal: deps.timeout(REQUEST_TIMEOUT_MS),
    })
    return { status: response.status, bytes: await readBytes(response, max) }
  })
}

async function withFailureLog<T>(
  deps: ExternalSystemDeps,
  { name, token = '' }: ExternalSystem,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    // An error about an invalid header quotes the header, which contains the token.
    const isSecret = token.trim() !== '' && why.includes(token.trim())
    deps.failed({ system: name, why: isSecret ? 'the key cannot be sent' : why })
    return undefined
  }
}

function buildRequestUrl({ url }: ExternalSystem, { path, query = {} }: ExternalRequest): string {
  const address = `${trimMatching(url, /\//)}/${path.map(encodeURIComponent).join('/')}`
  const search = new URLSearchParams(query).toString()
  return search === '' ? address : `${address}?${search}`
}

function encodeRequestBody({ body, form }: ExternalRequest): string | null {
  if (form !== undefined) return new URLSearchParams(form).toString()
  return body === undefined ? null : JSON.stringify(body)
}

function buildRequestHeaders(
  { token }: ExternalSystem,
  { body, form, idempotencyKey, headers }: Pick<ExternalRequest, 'body' | 'form' | 'idempotencyKey' | 'headers'>,
): Record<string, string> {
  return {
    accept: 'application/json',
    // Map providers refuse requests without a user agent.
    'user-agent': 'Relevo',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    ...headers,
  }
}

/** Throws when the reply is longer than `max` bytes. */
async function readBytes(response: Response, max: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Throwing inside the loop cancels the stream and its request.
  for await (const chunk of (response.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > max) throw new RangeError(`The reply is longer than ${max} bytes`)
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
