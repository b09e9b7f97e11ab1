import type { z } from 'zod'
import { actorOfUser, can } from '#domain/access/index.ts'
import { listCitizenCounterKeys, findLimitProblem } from '#domain/answers/judge/index.ts'
import { citizenSchema, type Citizen } from '#domain/citizens/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { type AuditAction, withAudit, type LoggedAction } from '#domain/audit/index.ts'
import {
  createTemplateSchema,
  buildHeaderImageUrl,
  storeDraftSchema,
  MAX_TEMPLATE_BYTES,
  saveTemplateSchema,
  toTemplateProblems,
  type FormTemplate,
  type TemplateDeletion,
  type AnswerAcceptance,
} from '#domain/templates/index.ts'
import {
  MAX_HEADER_IMAGE_BYTES,
  ok,
  toInstant,
  refuse,
  type Instant,
  type Result,
  type UserId,
  type TemplateId,
} from '#domain/kernel/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import { findFormForAnswerList } from '../answers/list-answers.ts'
import { serveFile } from '../answers/serve-file.ts'
import type { Requester, Core } from '../context.ts'
import { readBodyBytes, hasProtoKey, parseUnlessStackOverflows, readJsonBody } from '../http/body.ts'
import { buildRefusalResponse, buildRefusalResponseForCode, toHttpStatus } from '../http/problems.ts'
import { NO_STORE_HEADERS } from '../http/security-headers.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import { hashToBucket } from '../limits/buckets.ts'
import type { SessionGuard } from '../sessions/guard.ts'
import {
  createTemplateUnit,
  deleteTemplateUnit,
  discardDraftUnit,
  duplicateTemplateUnit,
  storeDraftUnit,
  saveTemplateUnit,
  setScopeUnit,
  buildInvalidSave,
  type TemplateSaveResult,
} from '#domain/templates/judge/index.ts'
import { findFormWithDraft, listStoredDrafts } from './find-drafts.ts'
import { findTemplate, findTemplateVersion, listVersionsOfTemplate } from './find-template.ts'
import {
  scheduleImageExpiry,
  findTemplateImage,
  checkMayEditImages,
  storeHeaderImage,
  scheduleTemplateImagesExpiry,
} from './images.ts'
import { createFormsRateLimit } from './forms-rate-limit.ts'

type ReadDraft<T> =
  { readonly kind: 'read'; readonly value: T } | Extract<TemplateSaveResult, { readonly kind: 'invalid' | 'refused' }>

/**
 * Reads the body of a creation or a save. Refuses like `readParsedBody`. If only the draft is invalid, refuses with
 * template.invalid and the places of the faults, because the editor of another release may allow other values, and the
 * user has to find the faults.
 */
async function readDraft<T>(core: Core, request: Request, limit: number, schema: z.ZodType<T>): Promise<ReadDraft<T>> {
  const body = await readJsonBody(core, request, limit)
  if (!body.ok) return { kind: 'refused', problem: body.problem }
  const parsed = parseUnlessStackOverflows(schema, body.value)
  if (parsed === undefined) return MALFORMED
  if (parsed.success) return hasProtoKey(body.value) ? MALFORMED : { kind: 'read', value: parsed.data }
  const { issues } = parsed.error
  if (issues.some(({ path }) => path[0] !== 'draft')) return MALFORMED
  const problems = toTemplateProblems(issues.map((issue) => ({ ...issue, path: issue.path.slice(1) })))
  return problems.length > 0 ? buildInvalidSave(problems) : MALFORMED
}

const MALFORMED = { kind: 'refused', problem: { code: 'request.malformed' } } as const

/** Caches images forever, also for offline use. Their URL contains their hash, and they have no personal data. */
const CACHE_PRIVATELY = 'private, max-age=31536000, immutable'

/** Handlers for templates: drafts, publishing, copying, deleting, the scope switch, versions and images. */
export function createTemplateHandlers(core: Core, guard: SessionGuard) {
  const { ports } = core
  const { store, clock } = ports

  /** Commits a change of a template. Drafts have no audit entry (`act`), because nothing is published. */
  async function save(
    unit: (by: UserId, now: Instant) => Unit<TemplateSaveResult>,
    by: Requester,
    act?: { readonly action: AuditAction; readonly details?: (form: FormTemplate) => LoggedAction['details'] },
  ): Promise<Response> {
    const limit = await createFormsRateLimit(core, by.user.id)
    const now = toInstant(clock())
    const limited = limit.over(unit(by.user.id, now))
    if (act === undefined) return replyTo(await store.commit(limited))
    const noted = (result: TemplateSaveResult): LoggedAction => {
      if (result.kind !== 'saved') throw new Error('Only what is published is written')
      const { template } = result
      return toAction(act.action, template, by, { version: template.version, ...act.details?.(template) })
    }
    return replyTo(await store.commit(withAudit(limited, noted, now)))
  }

  return {
    async createTemplate({ user, request, address }) {
      const creation = await readDraft(core, request, MAX_TEMPLATE_BYTES, createTemplateSchema)
      return creation.kind === 'read'
        ? save(
            (by, now) => createTemplateUnit(creation.value, by, now),
            { user, address },
            { action: 'form.published' },
          )
        : replyTo(creation)
    },

    openTemplate: ({ user, params }) => findTemplate(store, user, params.id),

    async countAnswers({ user, params }) {
      const result = await findTemplate(store, user, params.id)
      if (result.ok && !can(actorOfUser(user), 'update', { kind: 'formulario', document: result.value.template })) {
        const listed = await findFormForAnswerList(store, user, params.id)
        if (!listed.ok) return listed
      }
      return result.ok ? ok({ answers: result.value.answers }) : result
    },

    takesAnswer: ({ user, params, query }) => checkTakesAnswer(core, user, params.id, query),

    async saveTemplate({ user, params, request, address }) {
      const body = await readDraft(core, request, MAX_TEMPLATE_BYTES, saveTemplateSchema)
      return body.kind === 'read'
        ? save(
            (by, now) => saveTemplateUnit({ ...params, ...body.value }, by, now),
            { user, address },
            { action: 'form.published' },
          )
        : replyTo(body)
    },

    openFormAtWork: ({ user, params }) => findFormWithDraft(store, user, params.id),

    async keepDraft({ user, params, request, address }) {
      const body = await readDraft(core, request, MAX_TEMPLATE_BYTES, storeDraftSchema)
      return body.kind === 'read'
        ? save((by, now) => storeDraftUnit({ ...params, ...body.value }, by, now), { user, address })
        : replyTo(body)
    },

    discardDraft: ({ user, params, query }) =>
      store.commit(discardDraftUnit(params.id, query, user.id, toInstant(clock()))),

    listKeptDrafts: async ({ user, query }) => ok(await listStoredDrafts(store, user, query.after)),

    duplicateTemplate: ({ user, params, body, address }) =>
      save(
        (by, now) => duplicateTemplateUnit({ source: params.id, ...body }, by, now),
        { user, address },
        { action: 'form.copied', details: () => ({ source: params.id }) },
      ),
    setTemplateScope: ({ user, params, body, address }) =>
      save(
        (by, now) => setScopeUnit(params.id, body.publico, by, now),
        { user, address },
        { action: 'form.switched', details: ({ opcionales }) => ({ public: opcionales.publico }) },
      ),

    async deleteTemplate({ user, params, address }) {
      const [now, template] = [toInstant(clock()), await store.get(keys.template(params.id))]
      const unit = deleteTemplateUnit(params.id, user.id, now)
      const noted = (result: Result<TemplateDeletion>): LoggedAction => {
        if (template === undefined) throw new Error('What is not there is not deleted')
        const removed = result.ok && result.value === 'removed'
        return toAction('form.deleted', template, { user, address }, { removed })
      }
      const deletedResult = await store.commit(withAudit(unit, noted, now))
      if (!deletedResult.ok) return deletedResult
      if (deletedResult.value === 'removed') await scheduleTemplateImagesExpiry(ports, params.id)
      return ok({ deleted: deletedResult.value })
    },

    listTemplateVersions: ({ user, params, query }) => listVersionsOfTemplate(store, user, params.id, query.before),

    async readTemplateVersion({ user, params }) {
      const template = await findTemplateVersion(store, user, params.id, params.version)
      return template.ok ? ok({ template: template.value }) : template
    },

    async sendTemplateImage({ user, params, request }) {
      const may = await checkMayEditImages(ports, params.id, user)
      if (!may.ok) return may
      const bytes = await readBodyBytes(core, request, MAX_HEADER_IMAGE_BYTES)
      if (!bytes.ok)
        return bytes.problem.code === 'request.too-large'
          ? buildRefusalResponseForCode('file.too-large', { limit: MAX_HEADER_IMAGE_BYTES })
          : bytes
      if (bytes.value.length === 0) return buildRefusalResponseForCode('file.wrong-type')
      const result = await (await createFormsRateLimit(core, user.id)).count(bytes.value.length)
      return result.ok ? storeHeaderImage(ports, params.id, user, bytes.value) : result
    },

    async readTemplateImage({ params: { id, sha256 }, request }) {
      const user = (await guard.find(request))?.user
      const reader = user === undefined ? ({ kind: 'public' } as const) : actorOfUser(user)
      const image = await findTemplateImage(ports, id, sha256, reader)
      if (image === undefined) return buildRefusalResponseForCode('file.missing')
      const { bytes, type } = image
      const name = type === 'image/png' ? 'header.png' : 'header.jpg'
      const file = { url: buildHeaderImageUrl(id, sha256), sha256, bytes, type, name }
      return serveFile(ports.files, file, request, CACHE_PRIVATELY)
    },

    async removeTemplateImage({ user, params: { id, sha256 } }) {
      const may = await checkMayEditImages(ports, id, user)
      if (!may.ok) return may
      await scheduleImageExpiry(ports, id, sha256)
      return ok(null)
    },
  } satisfies PartialHandlers
}

function toAction(
  action: AuditAction,
  form: FormTemplate,
  by: Requester,
  details: LoggedAction['details'],
): LoggedAction {
  return {
    action,
    target: keys.template(form.id),
    by: by.user,
    from: by.address,
    municipality: municipalityOfDocument(form),
    details: { title: form.titulo, ...details },
  }
}

/** Reply to a save. Next to `error` it has the current template, or the problems with their places. */
function replyTo(result: TemplateSaveResult): Response {
  switch (result.kind) {
    case 'saved':
      return Response.json({ template: result.template }, { headers: NO_STORE_HEADERS })
    case 'kept':
      return Response.json({ kept: result.kept }, { headers: NO_STORE_HEADERS })
    case 'conflict':
      return Response.json(
        { error: result.problem, current: result.current, kept: result.kept },
        { status: toHttpStatus(result.problem.code), headers: NO_STORE_HEADERS },
      )
    case 'invalid':
      return Response.json(
        { error: result.problem, problems: result.problems },
        { status: toHttpStatus(result.problem.code), headers: NO_STORE_HEADERS },
      )
    case 'refused':
      return buildRefusalResponse(result.problem)
  }
}

type AcceptanceRequest = {
  readonly citizen?: Citizen['id'] | undefined
  readonly dni?: string | undefined
  readonly cuit?: string | undefined
}

/**
 * Checks whether a form accepts an answer by this author about this citizen, with the rate limit of the registry.
 * Refuses with template.missing and request.too-many.
 */
async function checkTakesAnswer(
  { ports: { store, clock }, tuning }: Pick<Core, 'ports' | 'tuning'>,
  user: User,
  id: TemplateId,
  { citizen, ...numbers }: AcceptanceRequest,
): Promise<Result<AnswerAcceptance>> {
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actorOfUser(user), 'create', { kind: 'respuesta', template }))
    return refuse('template.missing')
  const about = citizenSchema.parse({ ...numbers, ...(citizen === undefined ? {} : { id: citizen }) })
  const names = template.opcionales.singleAnswer ? listCitizenCounterKeys(id, about) : []
  if (names.length > 0) {
    const measure = { key: await hashToBucket('citizens', user.id), burst: tuning.citizensBurst, cost: 1 }
    const limitResult = await store.commit(addCostsUnit([{ ...measure, interval: tuning.citizensInterval }], clock()))
    if (!limitResult.ok) return limitResult
  }
  const counter = keys.templateCounter(id)
  const documents = await store.getMany([counter, ...names])
  const has = names.some((name) => documents.get(name) !== undefined)
  const full = findLimitProblem(template, documents.get(counter)?.count ?? 0, has)
  return ok({ refusal: full })
}
