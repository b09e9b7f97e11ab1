import { can } from '#domain/access/index.ts'
import { toPublicForm } from '#domain/answering/index.ts'
import { listCitizenCounterKeys, findLimitProblem } from '#domain/answers/judge/index.ts'
import {
  citizenPermitSchema,
  MAX_PERMITS,
  PERMIT_HEADER,
  citizenSchema,
  type CitizenPermit,
  type permitCallSchema,
  type permitReplySchema,
  type citizenFormSchema,
} from '#domain/citizens/index.ts'
import { identifyRequest } from '#domain/corrections/index.ts'
import { assignPortalRecordUnit } from '#domain/citizens/judge.ts'
import { ok, refuse, toInstant, type Result, type TemplateId } from '#domain/kernel/index.ts'
import type { z } from 'zod'
import { resolveSettings } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { countAnswersInDocuments, findTemplateInDocuments } from '#domain/templates/judge/index.ts'
import type { Core } from '../context.ts'
import type { Ports, Store } from '../ports.ts'
import { findOwnAnswer } from './own-answers.ts'
import { verifySignedText, signText } from '../signed-text.ts'
import type { LiveCitizenSession } from './visits.ts'

const DAY = 24 * 60 * 60 * 1000
/** Maximum age of a permit when its change is sent, in milliseconds. */
const PERMIT_LIFE = 7 * DAY

/**
 * Issues a permit, which lets a device send one change of one answer after the session has ended. Issued when the form
 * opens, because there may be no network when saving. Refuses as `findCitizenForm` and `findOwnAnswer`, with
 * answer.already-revised when no changes are requested and no permit is renewed, and with access.forbidden outside the
 * session's scope.
 */
export async function issuePermit(
  core: Core,
  visit: LiveCitizenSession,
  request: z.output<typeof permitCallSchema>,
): Promise<Result<z.output<typeof permitReplySchema>>> {
  const { ports } = core
  const { session, key } = visit
  const now = toInstant(ports.clock())
  const { purpose, form, answer, mutation } = request
  const before = await findPermitToRenew(ports, session.author, request)
  const may =
    purpose === 'answer.submit' ? await maySubmit(core, visit, request) : await mayRevise(core, visit, request, before)
  if (!may.ok) return may
  // A new submission uses the portal record of this visit. Unsent work of an earlier visit keeps its own record.
  const takes = purpose === 'answer.submit' && before === undefined
  const record = takes ? await ports.store.commit(assignPortalRecordUnit(key, form, answer, now)) : ok(before?.record)
  if (!record.ok) return record
  const until = toInstant(ports.clock() + PERMIT_LIFE)
  const permit: z.input<typeof citizenPermitSchema> = {
    author: session.author,
    citizen: session.citizen,
    purpose,
    form,
    answer,
    mutation,
    ...(record.value === undefined ? {} : { record: record.value }),
    ...may.value,
    until,
  }
  const { id, nombre, apellido, dni } = session.citizen
  return ok({ permit: await signText(ports, 'permit', permit), until, citizen: { id, nombre, apellido, dni } })
}

type PermitRequest = z.output<typeof permitCallSchema>

/** The permit to renew, even if expired, if it was issued to the same citizen for the same purpose. */
async function findPermitToRenew(
  ports: Pick<Ports, 'store'>,
  by: string,
  { renews, purpose, form, answer, mutation }: PermitRequest,
): Promise<CitizenPermit | undefined> {
  const permit = renews === undefined ? undefined : await verifySignedText(ports, 'permit', renews, citizenPermitSchema)
  if (permit?.author !== by || permit.purpose !== purpose || permit.form !== form) return undefined
  return permit.answer === answer && permit.mutation === mutation ? permit : undefined
}

type OpenedRequest = Pick<CitizenPermit, 'request' | 'requestSentAt' | 'requestMarks'>

async function maySubmit(
  { ports }: Core,
  visit: LiveCitizenSession,
  { form }: PermitRequest,
): Promise<Result<OpenedRequest>> {
  if (visit.session.scope.kind !== 'own') return refuse('access.forbidden')
  const results = await findCitizenForm(ports.store, form, visit)
  // A form that no longer accepts answers reports that when it opens. Answers begun before are judged on arrival.
  return results.ok ? ok({}) : results
}

/**
 * The request for changes that the citizen may answer. A revision waiting on a device gets a permit even if its request
 * has ended: it is judged on arrival, and could never be sent without a permit.
 */
async function mayRevise(
  { ports }: Core,
  visit: LiveCitizenSession,
  { answer, form, requests: shown = Infinity, requestSentAt: sentAt, renews }: PermitRequest,
  before: OpenedRequest | undefined,
): Promise<Result<OpenedRequest>> {
  if (visit.session.scope.kind === 'view') return refuse('access.forbidden')
  const result = await findOwnAnswer(ports.store, visit, answer)
  if (!result.ok) return result
  if (result.value.idPlantilla !== form) return refuse('answer.not-of-citizen')
  if (before?.request !== undefined) {
    const { request, requestSentAt, requestMarks } = before
    return ok({ request, requestSentAt, requestMarks })
  }
  const { requestsForChanges: requests } = result.value
  const openedNamedRequest = identifyRequest(requests, Math.min(shown, requests.length) - 1)
  // If the date differs, the request shown on the device was lost when a backup was restored.
  const isThere =
    openedNamedRequest !== undefined && openedNamedRequest.sentAt === (sentAt ?? openedNamedRequest.sentAt)
  // An unreadable permit was signed before a backup was restored. It is replaced, and the revision is refused on
  // arrival.
  if (requests.at(-1)?.needCompletition !== true || !isThere)
    return renews === undefined ? refuse('answer.already-revised') : ok({})
  return ok({
    request: openedNamedRequest.number,
    requestSentAt: openedNamedRequest.sentAt,
    requestMarks: openedNamedRequest.marks,
  })
}

/** The valid permits of this author in a request's headers; invalid ones are ignored. */
export async function readPermits(
  { ports }: { readonly ports: Pick<Ports, 'store' | 'clock'> },
  request: Request,
  author: string,
): Promise<readonly CitizenPermit[]> {
  const shown = (request.headers.get(PERMIT_HEADER) ?? '').split(',').slice(0, MAX_PERMITS)
  const now = toInstant(ports.clock())
  const read = await Promise.all(
    shown.map((item) => verifySignedText(ports, 'permit', item.trim(), citizenPermitSchema)),
  )
  return read
    .filter((permit) => permit !== undefined)
    .filter((permit) => permit.author === author && permit.until > now)
}

/** A portal form of the citizen's municipality. Refuses with template.missing, or with template.deleted. */
async function findCitizenForm(
  store: Store,
  id: TemplateId,
  { actor }: LiveCitizenSession,
): Promise<Result<FormTemplate>> {
  const template = findTemplateInDocuments(await store.getMany([keys.template(id)]), id)
  const isOfPortal = template?.opcionales.citizenAssociationFromCitizenPortal === true
  if (template === undefined || !isOfPortal) return refuse('template.missing')
  const there = { ...template, deleted: false }
  if (!can(actor, 'create', { kind: 'respuesta', template: there })) return refuse('template.missing')
  return template.deleted ? refuse('template.deleted') : ok(template)
}

/**
 * The form for the citizen. If it accepts no answer now, includes the reason, to show before the citizen fills it in.
 */
export async function readFormForCitizen(
  store: Store,
  id: TemplateId,
  visit: LiveCitizenSession,
): Promise<Result<z.output<typeof citizenFormSchema>>> {
  if (visit.session.scope.kind !== 'own') return refuse('access.forbidden')
  const results = await findCitizenForm(store, id, visit)
  if (!results.ok) return results
  const { id: citizen, dni } = visit.session.citizen
  const names = listCitizenCounterKeys(id, citizenSchema.parse({ id: citizen, dni }))
  const countedDocuments = await store.getMany([keys.templateCounter(id), ...names])
  const hasAnswered = names.some((name) => countedDocuments.get(name) !== undefined)
  const { codeHidden, timeZone } = resolveSettings(visit.municipality)
  return ok({
    form: toPublicForm(results.value, false),
    codeHidden,
    timeZone,
    refusal: findLimitProblem(results.value, countAnswersInDocuments(countedDocuments, id), hasAnswered),
  })
}
