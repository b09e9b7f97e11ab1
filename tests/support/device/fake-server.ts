import { createHash } from 'node:crypto'
import { toInstant, type MutationId, type Sha256 } from '#domain/kernel/index.ts'
import type { AppliedResult, Mutation, PullResponse, PushRequest, PushResult } from '#domain/sync/index.ts'
import type { Fetch } from '#sync/index.ts'

export type Call = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  /** JSON text or bytes */
  readonly body: string | Uint8Array | null
}

/** Effect of a test on a request; `undefined`: none, the server handles it. */
export type Fault = Response | 'cut' | 'lose-reply' | { readonly cutAfter: number } | undefined

type Upload = { sha256: string; length: number; bytes: Uint8Array }

/**
 * A minimal server of the protocol: it stores what it accepts, assigns codes, and always replies the same to the same
 * mutation. tests/contract/device-and-server.test.ts checks that it behaves like the real one.
 */
export type FakeServer = {
  readonly fetch: Fetch
  readonly calls: Call[]
  readonly answers: Map<string, Mutation>
  readonly files: Map<string, Uint8Array>
  readonly uploads: Map<string, Upload>
  /** called before each request */
  fault: (call: Call) => Fault
  /** result of a mutation instead of applying it */
  judge: (mutation: Mutation) => PushResult | undefined
  pages: (cursor: string) => Partial<PullResponse> | Response
  session: Response | undefined
  now: () => number
  /** mutations that must not be sent again, although the server lacks them */
  gone: readonly MutationId[]
  /** Restores it from a backup without any received data: the next pull starts again. */
  restore(): void
  pushed(): readonly (readonly string[])[]
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  Response.json(body, { status, headers })

export function refusal(status: number, code: string): Response {
  return json({ error: { code } }, status)
}

/** A captive portal's reply to every request until its terms are accepted. */
export function portal(): Response {
  return new Response('<html>Welcome to the café</html>', { status: 200 })
}

function copyOf(body: RequestInit['body']): Call['body'] {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : null
}

export function fakeServer(profile: PullResponse['profile']): FakeServer {
  const results = new Map<string, AppliedResult>()
  let codes = 0
  let begun = 0
  let restored = false
  let restores = 0

  const server: FakeServer = {
    fetch: async (path, init) => {
      const { body } = init
      const call: Call = {
        method: init.method ?? 'GET',
        path,
        headers: new Headers(init.headers),
        body: copyOf(body),
      }
      server.calls.push(call)
      init.signal?.throwIfAborted()
      const fault = server.fault(call)
      if (fault === 'cut') throw new TypeError('fetch failed')
      if (fault instanceof Response) return fault
      const cutAfter = typeof fault === 'object' ? fault.cutAfter : undefined
      const response = serve(call, cutAfter)
      if (fault === 'lose-reply' || cutAfter !== undefined) throw new TypeError('terminated')
      return response
    },
    calls: [],
    answers: new Map(),
    files: new Map(),
    uploads: new Map(),
    fault: () => undefined,
    judge: () => undefined,
    pages: () => ({}),
    session: undefined,
    gone: [],
    restore: () => {
      results.clear()
      server.answers.clear()
      server.files.clear()
      restored = true
    },
    now: () => 0,
    pushed: () =>
      server.calls
        .filter((call) => call.path === '/api/sync/push')
        .map((call) =>
          (JSON.parse(String(call.body)) as PushRequest).mutations.map((mutation) => (mutation as Mutation).id),
        ),
  }

  function serve(call: Call, cutAfter: number | undefined): Response {
    if (call.path === '/api/session') return server.session?.clone() ?? json(profile)
    if (call.path === '/api/sync/push') return push(JSON.parse(String(call.body)) as PushRequest)
    if (call.path === '/api/sync/lacking') return lacking(JSON.parse(String(call.body)) as { mutations: Mutation[] })
    if (call.path.startsWith('/api/sync/pull'))
      return pull(new URL(call.path, 'http://x').searchParams.get('cursor') ?? '')
    if (call.path.startsWith('/api/uploads')) return upload(call, cutAfter)
    return refusal(404, 'request.not-found')
  }

  function lacking({ mutations }: { readonly mutations: readonly Mutation[] }): Response {
    const ids = mutations.map(({ id }) => id).filter((id) => !results.has(id))
    return json({
      serverTime: toInstant(server.now()),
      lacking: ids,
      gone: ids.filter((id) => server.gone.includes(id)),
    })
  }

  function push(request: PushRequest): Response {
    const mutations = request.mutations as Mutation[]
    return json({ serverTime: toInstant(server.now()), results: mutations.map((mutation) => judge(mutation)) })
  }

  function judge(mutation: Mutation): PushResult {
    const stored = results.get(mutation.id)
    if (stored !== undefined) return stored
    const other = server.judge(mutation)
    if (other !== undefined) return other
    const missing = mutation.files.map((file) => file.sha256).filter((sha256) => !server.files.has(sha256))
    if (missing.length > 0)
      return { id: mutation.id, status: 'retry', after: 0, problem: { code: 'file.missing' }, missing }
    codes += 1
    const receipt = mutation.files.map(({ sha256, bytes }) => ({ sha256, bytes }))
    const { id, answer } = mutation
    const applied = {
      id,
      answer,
      status: 'applied',
      version: 1,
      code: `VIS${codes}`,
      receivedAt: toInstant(server.now()),
      receipt,
    } as const
    results.set(id, applied)
    server.answers.set(answer, mutation)
    return applied
  }

  function pull(cursor: string): Response {
    const page = server.pages(cursor)
    if (page instanceof Response) return page
    const reset = restored
    restored = false
    const empty = { areas: [], templates: [], goneTemplates: [], answers: [], goneAnswers: [] }
    const base = {
      serverTime: toInstant(server.now()),
      cursor: reset ? `c${(restores += 1)}` : cursor || 'c0',
      scope: 's',
      reset,
      more: false,
      profile,
    }
    return json({ ...base, ...empty, ...page })
  }

  function upload(call: Call, cutAfter: number | undefined): Response {
    const bytes =
      call.body instanceof Uint8Array ? call.body.subarray(0, cutAfter ?? call.body.length) : new Uint8Array()
    if (call.method === 'POST') {
      const metadata = call.headers.get('upload-metadata') ?? ''
      const sha256 = atob(/sha256 (\S+?)(,|$)/.exec(metadata)?.[1] ?? '')
      const length = Number(call.headers.get('upload-length'))
      if (server.files.has(sha256)) return tus(201, length, '/api/uploads/held')
      // Never reuses an upload's address, even if some are complete.
      begun += 1
      const id = `/api/uploads/u${begun}`
      server.uploads.set(id, { sha256, length, bytes: new Uint8Array() })
      return append(id, bytes, 201)
    }
    const known = server.uploads.get(call.path)
    if (known === undefined)
      return call.method === 'HEAD' ? new Response(null, { status: 404 }) : refusal(404, 'request.not-found')
    if (call.method === 'HEAD') return tus(200, known.bytes.length, undefined, known.length)
    if (Number(call.headers.get('upload-offset')) !== known.bytes.length) return refusal(409, 'request.malformed')
    return append(call.path, bytes, 204)
  }

  function append(id: string, bytes: Uint8Array, status: number): Response {
    const known = server.uploads.get(id)
    if (known === undefined) return refusal(404, 'request.not-found')
    known.bytes = new Uint8Array(Buffer.concat([known.bytes, bytes]))
    if (known.bytes.length < known.length) return tus(status, known.bytes.length, id)
    server.uploads.delete(id)
    if (sha256Of(known.bytes) !== known.sha256) return refusal(422, 'file.hash-mismatch')
    server.files.set(known.sha256, known.bytes)
    return tus(status, known.length, id)
  }

  return server
}

export function sha256Of(bytes: Uint8Array): Sha256 {
  return createHash('sha256').update(bytes).digest('hex') as Sha256
}

function tus(status: number, offset: number, location?: string, length?: number): Response {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': String(offset),
    ...(location === undefined ? {} : { location }),
    ...(length === undefined ? {} : { 'upload-length': String(length) }),
  }
  return new Response(null, { status, headers })
}
