import { z } from 'zod'
import { citizenSchema } from '../citizens/documents/citizen.ts'
import { formTemplateSchema, templateDraftSchema, type FormTemplate } from './documents/template.ts'
import { storedDraftSchema, type StoredDraft } from './documents/stored-draft.ts'
import { MAX_TITLE_LENGTH, TEMPLATE_IMAGE_PATTERN } from '../kernel/building-blocks.ts'
import { versionLineSchema } from './documents/version-line.ts'
import { citizenIdSchema, createdTemplateIdSchema, sha256Schema, type Sha256, type TemplateId } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { MAX_HEADER_IMAGE_BYTES } from '../kernel/limits.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemDetailsSchema, problemSchema } from '../kernel/problem.ts'
import { requiredText } from '../kernel/required-text.ts'

/** Maximum bytes of a template's JSON; enough for thousands of questions with options in several languages. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024

/**
 * The draft that the editor started from. `revision`: 0 if there was none; `revisionAt`: the draft's `lastEdit.date`,
 * because a server restored from a backup reuses revisions. Missing in older apps.
 */
const editStartFields = { revision: z.int().min(0).default(0), revisionAt: instantSchema.optional() }
/**
 * `lastEdit.date` of the version `base`, because a server restored from a backup reuses version numbers; missing in
 * older apps.
 */
const baseAt = instantSchema.optional()

/**
 * Body of `POST /api/templates`, which publishes a form for the first time. The id is generated on the device, so that
 * a repeated request creates only one form.
 */
export const createTemplateSchema = z.strictObject({
  id: createdTemplateIdSchema,
  ...editStartFields,
  draft: templateDraftSchema,
})

/**
 * Body of `PUT /api/templates/{id}`, which publishes the next version. `base`: the version that the editor started
 * from.
 */
export const saveTemplateSchema = z.strictObject({
  base: z.int().min(1),
  baseAt,
  ...editStartFields,
  draft: templateDraftSchema,
})

/**
 * Body of `PUT /api/templates/{id}/draft`. `base`: published version that the editor started from; 0: not published
 * yet.
 */
export const storeDraftSchema = z.strictObject({
  base: z.int().min(0),
  baseAt,
  ...editStartFields,
  draft: templateDraftSchema,
})

/** Query of `DELETE /api/templates/{id}/draft?revision=`, which discards this revision, but not a later one. */
export const discardDraftSchema = z.object({
  revision: z.coerce.number().int().min(1).max(999_999_999),
  revisionAt: editStartFields.revisionAt,
})

/**
 * Body of `POST /api/templates/{id}/duplicate`, which copies a form to an area. The copy's id is generated on the
 * device. `titulo`: the copy's title; by default, that of the form.
 */
export const duplicateTemplateSchema = z.strictObject({
  id: createdTemplateIdSchema,
  area: areaPathSchema,
  titulo: requiredText(MAX_TITLE_LENGTH).optional(),
})

/** `PUT /api/templates/{id}/scope` */
export const templateScopeSchema = z.strictObject({ publico: z.boolean() })

/** Query of `GET /api/templates/{id}/takes`: ids of the citizen who wants to answer the form. */
export const answerAcceptanceQuerySchema = z.object({
  citizen: citizenIdSchema.optional(),
  dni: citizenSchema.shape.dni.unwrap().optional(),
  cuit: citizenSchema.shape.cuit.unwrap().optional(),
})
export const answerAcceptanceSchema = z.object({
  refusal: problemSchema
    .nullable()
    .describe('why the answer would be held: payment.event-cancelled, answer.limit-reached, answer.already-answered'),
})
export type AnswerAcceptance = z.infer<typeof answerAcceptanceSchema>

/** Reply to creating, saving, duplicating and setting the scope, and to `GET /api/templates/{id}/versions/{n}`. */
export const templateResponseSchema = z.object({ template: formTemplateSchema })

/**
 * Reply of `GET /api/templates/{id}`. `answers`: number of answers, which determines the editing locks
 * (`computeEditingLocks`).
 */
export const openedTemplateSchema = z.object({ template: formTemplateSchema, answers: z.int().min(0) })
export type OpenedTemplate = z.infer<typeof openedTemplateSchema>

/** Reply to storing a draft. */
export const draftResponseSchema = z.object({ kept: storedDraftSchema })

/**
 * Reply of `GET /api/templates/{id}/draft`, for editors of the form. `template` is null if the form is not published,
 * and `kept` is null if there is no draft.
 */
export const formWithDraftSchema = z.object({
  template: formTemplateSchema.nullable(),
  kept: storedDraftSchema.nullable(),
  answers: z.int().min(0),
})
export type FormWithDraft = {
  readonly template: FormTemplate | null
  readonly kept: StoredDraft | null
  readonly answers: number
}

/** Reply of `DELETE /api/templates/{id}`. `kept`: marked as deleted, because it has answers; `removed`: deleted. */
export const templateDeletionSchema = z.object({ deleted: z.enum(['kept', 'removed']) })
export type TemplateDeletion = z.infer<typeof templateDeletionSchema>['deleted']

export const VERSIONS_PAGE_SIZE = 50

/** Query of `GET /api/templates/{id}/versions?before=`: versions before this one; default: the newest. */
export const versionsQuerySchema = z.object({ before: z.coerce.number().int().min(1).max(999_999_999).optional() })
/** Versions, newest first. `more`: whether there are earlier versions. */
export const templateVersionsSchema = z.object({ versions: z.array(versionLineSchema), more: z.boolean() })
export type TemplateVersions = Readonly<z.infer<typeof templateVersionsSchema>>

/**
 * Body of status 409 when publishing or storing a draft (template.conflict, template.exists). `current` is null if
 * unpublished.
 */
export const templateConflictSchema = z.object({
  error: problemSchema,
  current: formTemplateSchema.nullable(),
  kept: storedDraftSchema.optional(),
})

/** TemplateProblem as sent. `place` is not validated, because `validateTemplate` created it and it is only shown. */
const sentProblemSchema = z.object({
  code: problemCodeSchema,
  place: z.looseObject({ kind: z.string() }),
  details: problemDetailsSchema.optional(),
})
/**
 * Body of status 422 when saving (template.invalid, template.locked). Nothing was written; problems are in screen
 * order.
 */
export const templateInvalidSchema = z.object({ error: problemSchema, problems: z.array(sentProblemSchema) })

/** Reply of `POST /api/templates/{id}/images`, which has the bytes of a PNG or JPEG as body. */
export const headerImageSchema = z.object({
  /** value for `headerImageURL` */
  url: z.string(),
  sha256: sha256Schema,
  bytes: z.int().min(1).max(MAX_HEADER_IMAGE_BYTES),
  type: z.enum(['image/png', 'image/jpeg']),
})
export type HeaderImage = Readonly<z.infer<typeof headerImageSchema>>

/** Returns the URL of a header image, as stored in `headerImageURL`. */
export function buildHeaderImageUrl(template: TemplateId, sha256: Sha256): string {
  return `/api/templates/${template}/images/${sha256}`
}

/** Parses the URL of a header image; undefined for other URLs. */
export function parseHeaderImageUrl(
  url: string | undefined,
): { readonly template: TemplateId; readonly sha256: Sha256 } | undefined {
  const match = url === undefined ? null : TEMPLATE_IMAGE_PATTERN.exec(url)
  return match === null ? undefined : { template: match[1] as TemplateId, sha256: match[2] as Sha256 }
}
