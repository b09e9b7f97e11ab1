import { ok, refuse, type Result } from '#domain/kernel/index.ts'
import { MAX_PUBLIC_PUSH_BYTES } from '#domain/sync/index.ts'
import type { Clock } from '../ports.ts'
import type { Tuning } from '../tuning.ts'

/** A body that grows by less is taken to stand still: a byte now and then holds no place. */
const STEP = 1024
/** Milliseconds after which a body under way gives way to others; a quick line takes seconds for the largest. */
const LONG = 60_000
/** Seconds after which there is room again. */
const SHORTLY = 5

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
  'smallBodyBytes' | 'smallBodyTime' | 'bodiesOfAccounts' | 'bodiesOfPublic' | 'bodySilence' | 'bodyStall'
>

/**
 * The memory of all bodies together, by what has arrived, because what is only announced takes none. Those without an
 * account have a small part of their own and small bodies, so that strangers hinder only strangers. Where it is full,
 * bodies that stand still are ended, then those long under way; else the one that wants more. Small ones are always
 * read: signing in is one.
 */
export type Bodies = {
  /** From here on the request is one of an account. */
  recognise(request: Request): void
  /**
   * The whole body. Refuses with request.too-large, request.malformed (false length), server.busy (it does not come, or
   * there is no room). Throws when it breaks off.
   */
  read(request: Request, limit: number): Promise<Result<Uint8Array<ArrayBuffer>>>
  /** The request is over. */
  release(request: Request): void
}

export function createBodies(clock: Clock, tuning: BodyTuning): Bodies {
  const recognised = new WeakSet<Request>()
  const underway = new Map<Request, Body>()
  const totals: Record<Pool, number> = { accounts: 0, public: 0 }
  const most: Readonly<Record<Pool, number>> = { accounts: tuning.bodiesOfAccounts, public: tuning.bodiesOfPublic }

  function release(request: Request): void {
    const body = underway.get(request)
    if (body === undefined) return
    underway.delete(request)
    totals[body.pool] -= body.held
  }

  /** Counts what came. @returns false when there is no place for it */
  function grow(body: Body, bytes: number): boolean {
    body.held += bytes
    totals[body.pool] += bytes
    if (body.held - body.marked >= STEP) Object.assign(body, { marked: body.held, moved: clock() })
    while (totals[body.pool] > most[body.pool]) {
      const victim = victimOf(body)
      if (victim === undefined) return false
      victim.end?.()
    }
    return true
  }

  function victimOf(body: Body): Body | undefined {
    const now = clock()
    const others = [...underway.values()].filter(
      (other) => other !== body && other.pool === body.pool && other.end !== undefined,
    )
    const standing = others.filter(({ moved }) => now - moved >= tuning.bodyStall).sort((a, b) => a.moved - b.moved)
    return standing[0] ?? others.filter(({ began }) => now - began >= LONG).sort((a, b) => a.began - b.began)[0]
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
    // One of few bytes has seconds, however steadily they come.
    const late = limit > tuning.smallBodyBytes ? undefined : setTimeout(end, tuning.smallBodyTime)
    const reader = stream.getReader()
    const parts: Uint8Array[] = []
    try {
      for (;;) {
        const piece = await Promise.race([reader.read(), ended.promise])
        if (piece === undefined) break
        const { done, value } = piece
        if (done) {
          // Whole: it is judged now, and no other body takes its place before that is over.
          underway.set(request, { ...body, end: undefined })
          return ok(joined(parts, body.held))
        }
        if (body.held + value.byteLength > limit) {
          leave(reader)
          return refuse('request.too-large', { limit })
        }
        parts.push(value)
        if (!grow(body, value.byteLength)) end()
      }
      leave(reader)
      return refuse('server.busy', { seconds: SHORTLY })
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
      const bytes = await within(tuning.smallBodyTime, request.arrayBuffer())
      if (bytes === undefined) return refuse('server.busy', { seconds: SHORTLY })
      // The host's HTTP parser stops at the declared length; the second look is for hosts that do not.
      return bytes.byteLength > largest ? refuse('request.too-large', { limit: largest }) : ok(bytes)
    },
    release,
  }
}

/** @returns undefined when it takes longer; what comes later is dropped */
async function within(milliseconds: number, body: Promise<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, milliseconds, undefined)
  try {
    const bytes = await Promise.race([body, late.promise])
    return bytes && new Uint8Array(bytes)
  } finally {
    clearTimeout(timer)
  }
}

/** Ends a body of which nothing worth mentioning has come from one look to the next. */
function watchSilence(body: Body, every: number): ReturnType<typeof setInterval> {
  let last = -1
  return setInterval(() => {
    if (body.marked === last) body.end?.()
    last = body.marked
  }, every)
}

/** Not cancelled: that would cut the line before the refusal is on it. Hosts close a line whose body is not read. */
function leave(reader: ReadableStreamDefaultReader<Uint8Array>): void {
  reader.releaseLock()
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.byteLength
  }
  return bytes
}
