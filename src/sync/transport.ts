import { z } from 'zod'
import { isGuest, problemSchema, type Problem, type ProblemCode, type Author } from '#domain/kernel/index.ts'
import type { RequestOutcome } from '#domain/endpoints/index.ts'
import { parseRetryAfter } from '#domain/sync/index.ts'
import type { Fetch } from './deps.ts'
import type { RequestResult, FailureBudget } from './failure-budget.ts'

export type RequestSpec = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  /** refusals with these statuses are also passed to `read`; if it returns undefined, they stay refusals */
  readonly answers?: readonly number[]
  /** aborts when the caller no longer needs the reply */
  readonly signal?: AbortSignal | undefined
}

/** A complete response, possibly not from our server. `json`: undefined if the body is no JSON. */
export type HttpReply = { readonly status: number; readonly headers: Headers; readonly json: unknown }

export type Transport = {
  /** Sends one request. A 2xx for which `read` returns undefined does not come from our server. */
  send<T>(sentSpec: RequestSpec, read: (reply: HttpReply) => T | undefined): Promise<RequestOutcome<T>>
}

export type TransportDeps = {
  readonly fetch: Fetch
  readonly clock: () => number
  readonly timeout: (milliseconds: number) => AbortSignal
  /**
   * sent with every request, so that the server does not handle it for another signed-in account; undefined: before a
   * sign-in
   */
  readonly account: Author | undefined
  readonly budget?: FailureBudget
  /** public only: proves to the server that this device sent its files */
  readonly secret?: string | undefined
}

/** Timeout of a request without its body, milliseconds; enough for a slow commit on the server. */
const REQUEST_TIMEOUT_MS = 60_000
/** Slowest supported upload speed (1 KiB per second), from which the timeout for the body is computed. */
const BYTES_PER_MILLISECOND = 1024 / 1000

// Loose, because messages need the details next to the code (`min`, `seconds`…).
const refusalSchema = z.object({ error: z.looseObject({ code: z.string() }) })

/** Creates a transport that turns HTTP statuses into outcomes, so that no caller mistakes a failure for success. */
export function createTransport({ fetch, clock, timeout, account, budget, secret }: TransportDeps): Transport {
  const named = {
    ...(account === undefined ? {} : { 'x-relevo-account': account }),
    ...(secret === undefined ? {} : { 'x-relevo-holder': secret }),
  }

  async function attempt<T>(
    sentSpec: RequestSpec,
    read: (reply: HttpReply) => T | undefined,
  ): Promise<RequestOutcome<T>> {
    const length = typeof sentSpec.body === 'string' ? sentSpec.body.length : (sentSpec.body?.byteLength ?? 0)
    const sentAt = clock()
    try {
      const response = await fetch(sentSpec.path, {
        method: sentSpec.method,
        headers: { ...sentSpec.headers, ...named },
        body: sentSpec.body ?? null,
        // Sends a guest's request without the session of an account that is signed in to the same browser.
        credentials: account !== undefined && isGuest(account) ? 'omit' : 'same-origin',
        cache: 'no-store',
        // Our server never redirects these requests; a captive portal does.
        redirect: 'error',
        signal: combineSignals(
          timeout(REQUEST_TIMEOUT_MS + Math.ceil(length / BYTES_PER_MILLISECOND)),
          sentSpec.signal,
        ),
      })
      const text = await response.text()
      const reply = { status: response.status, headers: response.headers, json: parseJson(text) }
      return classifyReply(sentSpec, { reply, sentAt, gotAt: clock() }, read)
    } catch {
      return { kind: 'retry', problem: { code: 'network.unreachable' } }
    }
  }

  return {
    send: async (sentSpec, read) => {
      const after = (await budget?.acquire()) ?? 0
      if (after > 0) return { kind: 'wait', after }
      const outcome = await attempt(sentSpec, read)
      // An aborted request does not count as a failure of the server.
      await budget?.release(
        sentSpec.signal?.aborted === true ? { failed: false, ends: false } : toRequestResult(outcome),
      )
      return outcome
    },
  }
}

/** Combines two signals like `AbortSignal.any`, which the oldest supported browsers lack. */
function combineSignals(a: AbortSignal, b: AbortSignal | undefined): AbortSignal {
  if (b === undefined) return a
  const controller = new AbortController()
  for (const signal of [a, b]) {
    if (signal.aborted) controller.abort()
    signal.addEventListener('abort', () => controller.abort(), { once: true, signal: controller.signal })
  }
  return controller.signal
}

/**
 * Converts an outcome for the failure budget. Only retried outcomes count as failures. A 500 does not end the run,
 * because the data sent may have caused it.
 */
function toRequestResult(outcome: RequestOutcome<unknown>): RequestResult {
  const failed = outcome.kind === 'retry'
  return { failed, ends: outcome.kind === 'sign-in' || (failed && outcome.status !== 500) }
}

/**
 * Returns a parser of JSON replies for this schema. Ignores fields that a newer server added, because an app may stay
 * open for days.
 */
export function createReplyParser<T>(schema: z.ZodType<T>): (reply: HttpReply) => T | undefined {
  return ({ json }) => {
    const parsed = schema.safeParse(json)
    return parsed.success || !hasOnlyExtraFields(json, parsed.error.issues) ? parsed.data : schema.safeParse(json).data
  }
}

/**
 * Removes keys that the schema does not know.
 * @returns whether there were no other issues
 */
function hasOnlyExtraFields(json: unknown, issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every((issue) => {
    if (issue.code !== 'unrecognized_keys') return false
    let at = json as Record<PropertyKey, unknown>
    for (const step of issue.path) at = at[step] as typeof at
    return issue.keys.every((key) => Reflect.deleteProperty(at, key))
  })
}

function classifyReply<T>(
  { method, answers = [] }: RequestSpec,
  { reply, sentAt, gotAt }: { readonly reply: HttpReply; readonly sentAt: number; readonly gotAt: number },
  read: (reply: HttpReply) => T | undefined,
): RequestOutcome<T> {
  const { status } = reply
  if (status >= 200 && status < 300) {
    const value = read(reply)
    if (value !== undefined) return { kind: 'ok', value, sentAt, gotAt }
    // A 200 with a captive portal's page or an unknown format is not a reply of our server: retry.
    return { kind: 'retry', problem: { code: 'network.unreachable' }, status }
  }
  const parsedReply = answers.includes(status) ? read(reply) : undefined
  if (parsedReply !== undefined) return { kind: 'ok', value: parsedReply, sentAt, gotAt }
  const refusal = parseRefusal(method, reply)
  if (isTemporary(status)) {
    const after = parseRetryAfter(reply.headers, gotAt)
    const problem = refusal ?? { code: status >= 500 ? 'server.failed' : 'server.busy' }
    return { kind: 'retry', problem, status, ...(after === undefined ? {} : { after }) }
  }
  // A proxy or a captive portal also refuses requests, but not in our format.
  if (refusal === undefined || status < 400) return { kind: 'retry', problem: { code: 'network.unreachable' }, status }
  return status === 401 ? { kind: 'sign-in', problem: refusal } : { kind: 'refused', problem: refusal, status }
}

function isTemporary(status: number): boolean {
  return status === 408 || status === 423 || status === 425 || status === 429 || status >= 500
}

/**
 * Returns our server's refusal; undefined when the reply is not from our server. For a code that this app does not
 * know, or without a readable body (tus refuses in plain text, HEAD replies have none), returns the code for the
 * status.
 */
export function parseRefusal(method: RequestSpec['method'], { status, headers, json }: HttpReply): Problem | undefined {
  const refusal = refusalSchema.safeParse(json)
  if (!refusal.success && method !== 'HEAD' && headers.get('tus-resumable') === null) return undefined
  const parsed = problemSchema.safeParse(refusal.data?.error)
  return parsed.success ? parsed.data : { code: getProblemCode(status), details: { status } }
}

function getProblemCode(status: number): ProblemCode {
  if (status === 401) return 'session.required'
  if (status === 403) return 'access.forbidden'
  if (status === 404 || status === 410) return 'request.not-found'
  if (status === 413) return 'request.too-large'
  if (status === 429) return 'request.too-many'
  return status >= 500 ? 'server.failed' : 'request.malformed'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
