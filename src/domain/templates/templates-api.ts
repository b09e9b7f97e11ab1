import { z } from 'zod'
import { citizenSchema } from '../citizens/documents/citizen.ts'
import { formTemplateSchema, templateDraftSchema, type FormTemplate } from './documents/template.ts'
import { storedDraftSchema, type StoredDraft } from './documents/stored-draft.ts'
import { TEMPLATE_IMAGE } from '../kernel/building-blocks.ts'
import { versionLineSchema } from './documents/version-line.ts'
import { citizenIdSchema, createdTemplateIdSchema, sha256Schema, type Sha256, type TemplateId } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { MAX_HEADER_IMAGE_BYTES } from '../kernel/limits.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemDetailsSchema, problemSchema } from '../kernel/problem.ts'

/** Maximum bytes of a template's JSON: thousands of questions with options in several languages. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024

/**
 * The draft that the editor started from. `revision` 0: none. `revisionAt`: its `lastEdit.date`, because a restored
 * backup reuses numbers; missing from older apps.
 */
const startedFrom = { revision: z.int().min(0).default(0), revisionAt: instantSchema.optional() }
/** `lastEdit.date` of the version `base`, as above. */
const baseAt = instantSchema.optional()

/**
 * `POST /api/templates` publishes a form for the first time. The id is generated on the device, so that repetition
 * creates one form.
 */
export const createTemplateSchema = z.strictObject({
  id: createdTemplateIdSchema,
  ...startedFrom,
  draft: templateDraftSchema,
})

/** `PUT /api/templates/{id}` publishes the next version. `base` is the version that the editor started from. */
export const saveTemplateSchema = z.strictObject({
  base: z.int().min(1),
  baseAt,
  ...startedFrom,
  draft: templateDraftSchema,
})

/** `PUT /api/templates/{id}/draft`. `base` is the published version that the editor started from; 0: none. */
export const keepDraftSchema = z.strictObject({
  base: z.int().min(0),
  baseAt,
  ...startedFrom,
  draft: templateDraftSchema,
})

/** `DELETE /api/templates/{id}/draft?revision=` discards this revision, not a later revision. */
export const discardDraftSchema = z.object({
  revision: z.coerce.number().int().min(1).max(999_999_999),
  revisionAt: startedFrom.revisionAt,
})

/** `POST /api/templates/{id}/duplicate` copies a form to this area. The copy's id is generated on the device. */
export const duplicateTemplateSchema = z.strictObject({ id: createdTemplateIdSchema, area: areaPathSchema })

/** `PUT /api/templates/{id}/scope` */
export const templateScopeSchema = z.strictObject({ publico: z.boolean() })

/** `GET /api/templates/{id}/takes`: ids of the citizen who wants to answer. */
export const takesQuerySchema = z.object({
  citizen: citizenIdSchema.optional(),
  dni: citizenSchema.shape.dni.unwrap().optional(),
  cuit: citizenSchema.shape.cuit.unwrap().optional(),
})
export const takesAnswerSchema = z.object({
  refusal: problemSchema
    .nullable()
    .describe('reason why it would be held: answer.limit-reached, answer.already-answered'),
})
export type TakesAnswer = z.infer<typeof takesAnswerSchema>

/** Reply to creating, saving, duplicating and switching scope, and to `GET /api/templates/{id}/versions/{n}`. */
export const templateResponseSchema = z.object({ template: formTemplateSchema })

/** `GET /api/templates/{id}`. `answers` determines the editing locks (`editingLocks`). */
export const openedTemplateSchema = z.object({ template: formTemplateSchema, answers: z.int().min(0) })
export type OpenedTemplate = z.infer<typeof openedTemplateSchema>

/** Reply to storing a draft. */
export const draftResponseSchema = z.object({ kept: storedDraftSchema })

/**
 * `GET /api/templates/{id}/draft`, for its editors. `template` is null when unpublished, `kept` when there is no draft.
 */
export const formAtWorkSchema = z.object({
  template: formTemplateSchema.nullable(),
  kept: storedDraftSchema.nullable(),
  answers: z.int().min(0),
})
export type FormAtWork = {
  readonly template: FormTemplate | null
  readonly kept: StoredDraft | null
  readonly answers: number
}

/** `DELETE /api/templates/{id}`: `kept` and marked as deleted because it has answers, or `removed`. */
export const templateDeletionSchema = z.object({ deleted: z.enum(['kept', 'removed']) })
export type TemplateDeletion = z.infer<typeof templateDeletionSchema>['deleted']

export const VERSIONS_PAGE_SIZE = 50

/** `GET /api/templates/{id}/versions?before=`: versions before this version; default: the newest. */
export const versionsQuerySchema = z.object({ before: z.coerce.number().int().min(1).max(999_999_999).optional() })
/** Versions, newest first. `more`: there are earlier versions. */
export const templateVersionsSchema = z.object({ versions: z.array(versionLineSchema), more: z.boolean() })
export type TemplateVersions = Readonly<z.infer<typeof templateVersionsSchema>>

/** Status 409 of publishing or storing (template.conflict, template.exists). `current` is null when unpublished. */
export const templateConflictSchema = z.object({
  error: problemSchema,
  current: formTemplateSchema.nullable(),
  kept: storedDraftSchema.optional(),
})

/** TemplateProblem as sent. `place` is not validated, because it comes from `validateTemplate` and is only shown. */
const sentProblemSchema = z.object({
  code: problemCodeSchema,
  place: z.looseObject({ kind: z.string() }),
  details: problemDetailsSchema.optional(),
})
/** Status 422 of a save (template.invalid, template.locked). Nothing was written; problems are in screen order. */
export const templateInvalidSchema = z.object({ error: problemSchema, problems: z.array(sentProblemSchema) })

/** `POST /api/templates/{id}/images` with the bytes of a PNG or JPEG as body. */
export const headerImageSchema = z.object({
  /** value for `headerImageURL` */
  url: z.string(),
  sha256: sha256Schema,
  bytes: z.int().min(1).max(MAX_HEADER_IMAGE_BYTES),
  type: z.enum(['image/png', 'image/jpeg']),
})
export type HeaderImage = Readonly<z.infer<typeof headerImageSchema>>

/** Address of a header image, as stored in `headerImageURL`. */
export function headerImageUrl(template: TemplateId, sha256: Sha256): string {
  return `/api/templates/${template}/images/${sha256}`
}

/** Parses the address of a header image; undefined for other addresses. */
export function parseHeaderImageUrl(
  url: string | undefined,
): { readonly template: TemplateId; readonly sha256: Sha256 } | undefined {
  const match = url === undefined ? null : TEMPLATE_IMAGE.exec(url)
  return match === null ? undefined : { template: match[1] as TemplateId, sha256: match[2] as Sha256 }
}
