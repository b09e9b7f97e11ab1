import { actorOfUser } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { MAX_HEADER_IMAGE_BYTES, ok, toInstant, type Instant, type UserId } from '#domain/kernel/index.ts'
import type { Unit } from '#domain/store/index.ts'
import {
  createTemplateSchema,
  headerImageUrl,
  keepDraftSchema,
  MAX_TEMPLATE_BYTES,
  saveTemplateSchema,
} from '#domain/templates/index.ts'
import { serveFile } from '../answers/serve-file.ts'
import type { Core } from '../context.ts'
import { readBytes } from '../http/body.ts'
import { refused, refusedFor, statusOf } from '../http/problems.ts'
import { NO_STORE, type Handlers } from '../http/serve.ts'
import type { Guard } from '../sessions/guard.ts'
import {
  createUnit,
  deleteUnit,
  discardDraftUnit,
  duplicateUnit,
  keepDraftUnit,
  saveUnit,
  scopeUnit,
  type SaveResult,
} from '#domain/judgement/index.ts'
import { findAtWork, listKept } from '../templates/find-kept.ts'
import { findTemplate, findVersion, listVersions } from '../templates/find-template.ts'
import { dismissImage, findImage, mayIllustrate, putImage, releaseImages } from '../templates/images.ts'
import { formsRateLimit } from '../templates/forms-rate-limit.ts'
import { readDraft } from '../templates/read-draft.ts'

/** Images are part of the form and about nobody. Named by their hash, they never change; a form is shown with them without a network, too. */
const KEPT = 'private, max-age=31536000, immutable'

type Names =
  | 'createTemplate'
  | 'openTemplate'
  | 'countAnswers'
  | 'saveTemplate'
  | 'openFormAtWork'
  | 'keepDraft'
  | 'discardDraft'
  | 'listKeptDrafts'
  | 'duplicateTemplate'
  | 'setTemplateScope'
  | 'deleteTemplate'
  | 'listTemplateVersions'
  | 'readTemplateVersion'
  | 'sendTemplateImage'
  | 'readTemplateImage'
  | 'removeTemplateImage'

/** Templates: drafts, publishing, copying, deleting, the scope switch, their versions and images. */
export function templateHandlers(core: Core, guard: Guard): Handlers<Names> {
  const { ports } = core
  const { store, clock } = ports

  async function save(unit: (by: UserId, now: Instant) => Unit<SaveResult>, user: User): Promise<Response> {
    const limit = await formsRateLimit(core, user.id)
    return replyTo(await store.commit(limit.over(unit(user.id, toInstant(clock())))))
  }

  return {
    async createTemplate({ user, request }) {
      const creation = await readDraft(core, request, MAX_TEMPLATE_BYTES, createTemplateSchema)
      return creation.kind === 'read' ? save((by, now) => createUnit(creation.value, by, now), user) : replyTo(creation)
    },

    openTemplate: ({ user, params }) => findTemplate(store, user, params.id),

    async countAnswers({ user, params }) {
      const opened = await findTemplate(store, user, params.id)
      return opened.ok ? ok({ answers: opened.value.answers }) : opened
    },

    async saveTemplate({ user, params, request }) {
      const body = await readDraft(core, request, MAX_TEMPLATE_BYTES, saveTemplateSchema)
      return body.kind === 'read'
        ? save((by, now) => saveUnit({ ...params, ...body.value }, by, now), user)
        : replyTo(body)
    },

    openFormAtWork: ({ user, params }) => findAtWork(store, user, params.id),

    async keepDraft({ user, params, request }) {
      const body = await readDraft(core, request, MAX_TEMPLATE_BYTES, keepDraftSchema)
      return body.kind === 'read'
        ? save((by, now) => keepDraftUnit({ ...params, ...body.value }, by, now), user)
        : replyTo(body)
    },

    discardDraft: ({ user, params, query }) =>
      store.commit(discardDraftUnit(params.id, query.revision, user.id, toInstant(clock()))),

    listKeptDrafts: async ({ user, query }) => ok(await listKept(store, user, query.after)),

    duplicateTemplate: ({ user, params, body }) =>
      save((by, now) => duplicateUnit({ source: params.id, ...body }, by, now), user),
    setTemplateScope: ({ user, params, body }) => save((by, now) => scopeUnit(params.id, body.publico, by, now), user),

    async deleteTemplate({ user, params }) {
      const deleted = await store.commit(deleteUnit(params.id, user.id, toInstant(clock())))
      if (!deleted.ok) return deleted
      if (deleted.value === 'removed') await releaseImages(ports, params.id)
      return ok({ deleted: deleted.value })
    },

    listTemplateVersions: ({ user, params, query }) => listVersions(store, user, params.id, query.before),

    async readTemplateVersion({ user, params }) {
      const template = await findVersion(store, user, params.id, params.version)
      return template.ok ? ok({ template: template.value }) : template
    },

    async sendTemplateImage({ user, params, request }) {
      const may = await mayIllustrate(ports, params.id, user)
      if (!may.ok) return may
      const bytes = await readBytes(core, request, MAX_HEADER_IMAGE_BYTES)
      if (!bytes.ok)
        return bytes.problem.code === 'request.too-large'
          ? refusedFor('file.too-large', { limit: MAX_HEADER_IMAGE_BYTES })
          : bytes
      if (bytes.value.length === 0) return refusedFor('file.wrong-type')
      const counted = await (await formsRateLimit(core, user.id)).count(bytes.value.length)
      return counted.ok ? putImage(ports, params.id, user, bytes.value) : counted
    },

    async readTemplateImage({ params: { id, sha256 }, request }) {
      const user = (await guard.find(request))?.user
      const image = await findImage(ports, id, sha256, user === undefined ? { kind: 'public' } : actorOfUser(user))
      if (image === undefined) return refusedFor('file.missing')
      const { bytes, type } = image
      const name = type === 'image/png' ? 'header.png' : 'header.jpg'
      return serveFile(ports.files, { url: headerImageUrl(id, sha256), sha256, bytes, type, name }, request, KEPT)
    },

    async removeTemplateImage({ user, params: { id, sha256 } }) {
      const may = await mayIllustrate(ports, id, user)
      if (!may.ok) return may
      await dismissImage(ports, id, sha256)
      return ok(null)
    },
  }
}

/** A refusal that says more than its code carries it beside `error`: the current template, or the problems with their places. */
function replyTo(result: SaveResult): Response {
  switch (result.kind) {
    case 'saved':
      return Response.json({ template: result.template }, { headers: NO_STORE })
    case 'kept':
      return Response.json({ kept: result.kept }, { headers: NO_STORE })
    case 'conflict':
      return Response.json(
        { error: result.problem, current: result.current, kept: result.kept },
        { status: statusOf(result.problem.code), headers: NO_STORE },
      )
    case 'invalid':
      return Response.json(
        { error: result.problem, problems: result.problems },
        { status: statusOf(result.problem.code), headers: NO_STORE },
      )
    case 'refused':
      return refused(result.problem)
  }
}
