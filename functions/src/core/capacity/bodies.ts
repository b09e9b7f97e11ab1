import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { MAX_PUBLIC_PUSH_BYTES } from '#domain/sync/index.ts'
import type { Clock } from '../ports.ts'
import type { Tuning } from '../tuning.ts'

/** Bytes that must arrive between two checks; with less, the body is treated as stalled. */
const STEP = 1024
/**
 * Milliseconds after which an unfinished body may be ended in favour of others. A fast connection sends the largest
 * body in seconds.
 */
const SLOW_BODY_MS = 60_000
/** Retry delay in seconds when memory is full. */
const RETRY_SECONDS = 5

type Pool = 'accounts' | 'public'
type Body = {
  readonly pool: Pool
  readonly began: number
  held: number
  marked: number
  moved: number
  readonly end: (() => void) | undefined
}
type BodyTuning = Pick<
  Tuning,
  'smallBodyBytes' | 'smallBodyTime' | 'maxAccountBodyBytes' | 'maxPublicBodyBytes' | 'bodySilence' | 'bodyStall'
>

/**
 * Limits the memory of all request bodies together, by bytes received. Requests without an account have a small pool of
 * their own, so that they cannot block accounts. When memory is full, stalled bodies are ended first, then old ones,
 * then the body that needs more. Small bodies are always read, for example to sign in.
 */
export type BodyMemoryPool = {
  /** Counts the request's body in the pool of accounts from now on. */
  recognise(request: Request): void
  /**
   * Reads the whole body. Refuses with request.too-large, request.malformed (invalid length), server.busy (stalled, too
   * slow, or no memory). Throws when the connection breaks.
   */
  read(request: Request, limit: number): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** Frees the memory of a finished request. */
  release(request: Request): void
}

export function createBodyMemoryPool(clock: Clock, tuning: BodyTuning): BodyMemoryPool {
  const recognised = new WeakSet<Request>()
  const underway = new Map<Request, Body>()
  const totals: Record<Pool, number> = { accounts: 0, public: 0 }
  const most: Readonly<Record<Pool, number>> = {
    accounts: tuning.maxAccountBodyBytes,
    public: tuning.maxPublicBodyBytes,
  }

  function release(request: Request): void {
    const body = underway.get(request)
    if (body === undefined) return
    underway.delete(request)
    totals[body.pool] -= body.held
  }

  /**
   * Counts received bytes, and ends other bodies when memory is full. @returns false when there is no memory for them
   */
  function grow(body: Body, bytes: number): boolean {
    body.held += bytes
    totals[body.pool] += bytes
    if (body.held - body.marked >= STEP) Object.assign(body, { marked: body.held, moved: clock() })
    while (totals[body.pool] > most[body.pool]) {
      const victim = pickVictim(body)
      if (victim === undefined) return false
      victim.end?.()
    }
    return true
  }

  function pickVictim(body: Body): Body | undefined {
    const now = clock()
    const others = [...underway.values()].filter(
      (otherBody) => otherBody !== body && otherBody.pool === body.pool && otherBody.end !== undefined,
    )
    const stalledBodies = others
      .filter(({ moved }) => now - moved >= tuning.bodyStall)
      .sort((a, b) => a.moved - b.moved)
    return (
      stalledBodies[0] ?? others.filter(({ began }) => now - began >= SLOW_BODY_MS).sort((a, b) => a.began - b.began)[0]
    )
  }

  async function readPieces(
    request: Request,
    stream: ReadableStream<Uint8Array>,
    limit: number,
  ): Promise<Result<Uint8Array<ArrayBuffer>>> {
    const pool = recognised.has(request) ? 'accounts' : 'public'
    const ended = Promise.withResolvers<undefined>()
    const now = clock()
    const end = (): void => {
      release(request)
      ended.resolve(undefined)
    }
    const body: Body = { pool, began: now, held: 0, marked: 0, moved: now, end }
    underway.set(request, body)
    const silence = watchSilence(body, tuning.bodySilence)
    // A small body must arrive within a fixed time, even if it makes progress.
    const late = limit > tuning.smallBodyBytes ? undefined : setTimeout(end, tuning.smallBodyTime)
    const reader = stream.getReader()
    const parts: Uint8Array[] = []
    try {
      for (;;) {
        const piece = await Promise.race([reader.read(), ended.promise])
        if (piece === undefined) break
        const { done, value } = piece
        if (done) {
          // The body is complete and keeps its memory until the request ends.
          underway.set(request, { ...body, end: undefined })
          return ok(concatenate(parts, body.held))
        }
        if (body.held + value.byteLength > limit) {
          releaseReader(reader)
          return refuse('request.too-large', { limit })
        }
        parts.push(value)
        if (!grow(body, value.byteLength)) end()
      }
      releaseReader(reader)
      return refuse('server.busy', { seconds: RETRY_SECONDS })
    } finally {
      clearInterval(silence)
      clearTimeout(late)
    }
  }

  return {
    recognise: (request) => void recognised.add(request),
    read: async (request, limit) => {
      const largest = recognised.has(request) ? limit : Math.min(limit, MAX_PUBLIC_PUSH_BYTES)
      const declared = request.headers.get('content-length')
      const length = declared === null ? undefined : Number(declared)
      if (length !== undefined && (!Number.isInteger(length) || length < 0)) return refuse('request.malformed')
      if (length !== undefined && length > largest) return refuse('request.too-large', { limit: largest })
      if (length === undefined || length > tuning.smallBodyBytes)
        return request.body === null ? ok(new Uint8Array()) : readPieces(request, request.body, largest)
      const bytes = await withTimeout(tuning.smallBodyTime, request.arrayBuffer())
      if (bytes === undefined) return refuse('server.busy', { seconds: RETRY_SECONDS })
      // The host's HTTP parser stops at the declared length; this check is for hosts that do not.
      return bytes.byteLength > largest ? refuse('request.too-large', { limit: largest }) : ok(bytes)
    },
    release,
  }
}

/** @returns undefined on timeout; bytes that arrive later are dropped */
async function withTimeout(
  milliseconds: number,
  body: Promise<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, milliseconds, undefined)
  try {
    const bytes = await Promise.race([body, late.promise])
    return bytes && new Uint8Array(bytes)
  } finally {
    clearTimeout(timer)
  }
}

/** Ends a body without notable progress between two checks. */
function watchSilence(body: Body, every: number): ReturnType<typeof setInterval> {
  let last = -1
  return setInterval(() => {
    if (body.marked === last) body.end?.()
    last = body.marked
  }, every)
}

/**
 * Stops reading without cancelling, because cancelling would close the connection before the refusal is sent. Hosts
 * close a connection whose body is not read.
 */
function releaseReader(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.releaseLock()
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}
