import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { isGuest, ok, refuse, toInstant, type Result, PUBLIC_AUTHOR, type Author } from '#domain/kernel/index.ts'
import {
  CURSOR_HEADER,
  MAX_PUSH_BYTES,
  PROTOCOL_VERSION,
  pushRequestSchema,
  type PushRequest,
  type PushResult,
} from '#domain/sync/index.ts'
import type { Core } from '../../context.ts'
import { readJsonBody } from '../../http/body.ts'
import { parseBrowser } from '../../http/user-agent.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { parseCursor } from '../cursor.ts'
import { processMutations } from '../judge.ts'
import { createPublicRateLimit } from '../../limits/public-rate-limit.ts'
import { maySendMutations } from '../../endpoints/frame-endpoints.ts'
import { findPublicFileHolder, type SessionGuard, type PushCaller } from '../../sessions/guard.ts'

/**
 * True for a protocol newer than the server's; the client waits for the server's update. Older versions are supported.
 */
function isNewer(body: unknown): boolean {
  const protocol = typeof body === 'object' && body !== null && 'protocol' in body ? body.protocol : undefined
  return typeof protocol === 'number' && protocol > PROTOCOL_VERSION
}

/** Refusals for lack of access; they are logged as at every other endpoint (OWASP ASVS 16.3.2). */
const ACCESS_CODES: ReadonlySet<string> = new Set(['access.forbidden', 'answer.author-mismatch'])

/** Logs one line per reason, not per mutation. */
function noteRefused({ ports }: Core, results: readonly PushResult[], who: Readonly<Record<string, string>>): void {
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.problem.code] : []))
  const reasonsByTemplate = Map.groupBy(
    codes.filter((code) => ACCESS_CODES.has(code)),
    (code) => code,
  )
  for (const [why, { length: mutations }] of reasonsByTemplate)
    ports.log.info('access.refused', { why, method: 'POST', path: '/sync/push', mutations, ...who })
}

/** Removes the code from a guest's results where the answer's municipality hides codes. */
function withoutHiddenCodes(
  { ports: { store } }: Core,
  results: readonly PushResult[],
): Promise<readonly PushResult[]> {
  return Promise.all(
    results.map(async (result) => {
      if (result.status !== 'applied' && result.status !== 'merged') return result
      const answer = await store.get(keys.answer(result.answer))
      const municipality = answer && (await store.get(keys.municipality(municipalityOfDocument(answer))))
      return municipality !== undefined && resolveSettings(municipality).codeHidden ? { ...result, code: '' } : result
    }),
  )
}

export function createPushHandlers(core: Core, guard: SessionGuard) {
  return {
    async push({ request, address }) {
      // Checked before the body is read: a request needs a session, or must be within the public rate limit.
      const sender = await guard.sender(request)
      if (!sender.ok) return sender
      const isPublic = sender.value.live === undefined
      const limit = createPublicRateLimit(core, address, request)
      const limitOutcome = isPublic ? await limit.ask() : ok(true)
      if (!limitOutcome.ok) return limitOutcome
      let bytes = 0
      const push = await received(request, sender.value, (length) => (bytes = length))
      if (!push.ok) {
        // Counts the cost of reading an invalid push.
        if (isPublic) await limit.count([], bytes)
        return push
      }
      const { author, mutations, protocol } = push.value
      const { live } = sender.value
      if (live !== undefined && !(await maySendMutations(core.ports.store, live, mutations)))
        return refuse('access.forbidden')
      if (isGuest(author)) {
        const result = await limit.count(mutations, bytes)
        if (!result.ok) return result
      }
      const holder = author === PUBLIC_AUTHOR ? await findPublicFileHolder(request) : undefined
      const { permits } = sender.value
      const caller = {
        author,
        ...(holder === undefined ? {} : { holder }),
        ...(permits === undefined ? {} : { permits }),
      }
      const cursor = live === undefined ? null : request.headers.get(CURSOR_HEADER)
      const isBehind = cursor !== null && parseCursor(cursor, core.ports.store.eras) === undefined
      const results = await processMutations(core, caller, mutations, { protocol, address, isBehind })
      const shown = isGuest(author) ? await withoutHiddenCodes(core, results) : results
      noteRefused(core, results, { account: author, from: address ?? '', ...parseBrowser(request) })
      return ok({ serverTime: toInstant(core.ports.clock()), results: [...shown] })
    },
  } satisfies PartialHandlers

  /** Parses the push and determines its author. */
  async function received(
    request: Request,
    sender: PushCaller,
    weigh: (bytes: number) => void,
  ): Promise<Result<Pick<PushRequest, 'mutations' | 'protocol'> & { readonly author: Author }>> {
    const body = await readJsonBody(core, request, MAX_PUSH_BYTES, weigh)
    if (!body.ok) return body
    if (isNewer(body.value)) return refuse('request.unsupported-protocol', { supported: PROTOCOL_VERSION })
    const push = pushRequestSchema.safeParse(body.value)
    if (!push.success) return refuse('request.malformed')
    const author = guard.author(sender, push.data.account)
    return author.ok ? ok({ ...push.data, author: author.value }) : author
  }
}
