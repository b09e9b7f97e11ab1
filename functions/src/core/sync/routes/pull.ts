import { actorOfUser, can } from '#domain/access/index.ts'
import { toFormForReader } from '#domain/answering/index.ts'
import { buildStoredDeviceReport, deviceReportSchema } from '#domain/devices/index.ts'
import { shouldStoreReport, pickDevicesToRemove, storeReportUnit } from '#domain/devices/judge.ts'
import type { Api } from '#domain/endpoints/index.ts'
import { isAnswerWithinRestriction, isFormWithinRestriction } from '#domain/integrations/index.ts'
import { toInstant, type Instant, type TemplateId } from '#domain/kernel/index.ts'
import { isStoredInFull, findOwnAnswersDays } from '#domain/answers/index.ts'
import { listErasureReachValues } from '#domain/privacy/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Profile, SyncedArea } from '#domain/sync/index.ts'
import type { Core } from '../../context.ts'
import { sha256Hex } from '../../http/digest.ts'
import { NO_STORE_HEADERS } from '../../http/security-headers.ts'
import type { StaffSession } from '../../sessions/guard.ts'
import type { EndpointRequest, PartialHandlers } from '../../endpoints/serve.ts'
import { buildAreaEntries } from '../../places/list-areas.ts'
import { START_CURSOR, parseCursor, formatCursor } from '../cursor.ts'
import { readNextPullPage, type PullPage, type PullScope } from '../page.ts'
import { renewSessionCookie } from '../../sessions/routes/session.ts'

const HASH_DIGITS = 32

/** Hash of the profile and areas in a page. They are not sent again to a device whose cursor has the same hash. */
async function hashAccount(about: {
  readonly profile: Profile
  readonly areas: readonly SyncedArea[]
}): Promise<string> {
  return (await sha256Hex(JSON.stringify(about))).slice(0, HASH_DIGITS)
}

/**
 * Hash of the facts that decide which documents an account may have. When it changes, the device pulls from the start.
 */
async function hashScope({ id, role, areas, municipality }: Profile): Promise<string> {
  const facts = JSON.stringify([id, role, [...areas].sort(), municipality.path])
  return (await sha256Hex(facts)).slice(0, HASH_DIGITS)
}

/** Handlers for pulling changes since a cursor. */
export function createPullHandlers(core: Core) {
  return {
    pull: (request) => pullPageResponse(core, request, undefined),
    pullWithReport: ({ body, ...asked }) => pullPageResponse(core, asked, body),
  } satisfies PartialHandlers
}

async function pullPageResponse(
  core: Core,
  { user, profile, live, query }: Omit<EndpointRequest<Api['pull']>, 'body'>,
  report: unknown,
): Promise<Response> {
  const { store, clock } = core.ports
  const scope = await hashScope(profile)
  const cursor = query.scope === scope ? parseCursor(query.cursor, store.eras) : undefined
  const [found, areas] = await Promise.all([
    readNextPullPage(
      store,
      buildPullScope({ user, profile, live }, toInstant(clock()), query.only),
      cursor ?? START_CURSOR,
      core.tuning,
    ),
    buildAreaEntries(store, profile.areas),
    storeReport(core, profile, report),
  ])
  const account = await hashAccount({ profile, areas })
  const about = cursor?.notice === account ? {} : { profile, areas }
  const head = { serverTime: toInstant(clock()), scope, reset: cursor === undefined, ...about }
  const marked = { ...found, cursor: formatCursor(found.cursor, account, store.eras) }
  return new Response(serialisePage(head, marked), {
    headers: { 'content-type': 'application/json', ...NO_STORE_HEADERS, ...(await renewSessionCookie(core, live)) },
  })
}

function buildPullScope(
  { user, profile, live: { token } }: StaffSession,
  now: Instant,
  only: TemplateId | '' | undefined,
): PullScope {
  const actor = actorOfUser(user)
  const isAsked = (form: TemplateId): boolean => only === undefined || form === only
  return {
    areas: user.areas,
    author: user.id,
    erasures: listErasureReachValues(actor),
    sees: {
      template: (template) => {
        const isWithin = token === undefined || isFormWithinRestriction(token, template)
        const isRead = isAsked(template.id) && can(actor, 'read', { kind: 'formulario', document: template })
        return isWithin && isRead ? toFormForReader(actor, template) : undefined
      },
      answer: (answer) =>
        (token === undefined || isAnswerWithinRestriction(token, answer)) &&
        isAsked(answer.idPlantilla) &&
        can(actor, 'read', { kind: 'respuesta', document: answer }),
    },
    isWhole: (summary) => isStoredInFull(summary, now, findOwnAnswersDays(profile)),
  }
}

/** Serialises the response; documents are inserted as the text that was measured. */
function serialisePage(head: object, page: Omit<PullPage, 'cursor'> & { readonly cursor: string }): string {
  const { templates, answers, olderAnswers, held, ...rest } = page
  const small = JSON.stringify({ ...head, ...rest })
  const lists = Object.entries({ templates, answers, olderAnswers, held }).map(
    ([name, texts]) => `,"${name}":[${texts.join(',')}]`,
  )
  return `${small.slice(0, -1)}${lists.join('')}}`
}

/**
 * Stores a device's report when it has news (`shouldStoreReport`). An invalid report or a store error does not fail the
 * pull.
 */
async function storeReport({ ports, tuning }: Core, profile: Profile, sent: unknown): Promise<void> {
  const parsed = deviceReportSchema.safeParse(sent)
  if (!parsed.success) return
  const { store, clock, log } = ports
  const key = keys.device(parsed.data.device, profile.id)
  const line = buildStoredDeviceReport(parsed.data, profile, toInstant(clock()))
  try {
    const before = await store.get(key)
    if (before !== undefined && !shouldStoreReport(before, line, tuning.reportInterval)) return
    const max = tuning.devicesPerUser
    const knownEntries =
      before === undefined
        ? await store.query({ collection: 'devices', where: { userId: profile.id }, limit: max })
        : []
    const leaving = pickDevicesToRemove(knownEntries, max)
    if (leaving !== undefined) await store.commit(storeReportUnit(key, line, leaving))
  } catch (error) {
    log.error('pull.report-failed', { error: String(error) })
  }
}
