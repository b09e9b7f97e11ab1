import { z } from 'zod'
import { citizenSchema } from '../citizens/documents/citizen.ts'
import { formTemplateSchema, templateDraftSchema, type FormTemplate } from './documents/template.ts'
import { keptDraftSchema, type KeptDraft } from './documents/kept-draft.ts'
import { TEMPLATE_IMAGE } from '../kernel/building-blocks.ts'
import { versionLineSchema } from './documents/version-line.ts'
import { citizenIdSchema, createdTemplateIdSchema, sha256Schema, type Sha256, type TemplateId } from '../kernel/ids.ts'
import { MAX_HEADER_IMAGE_BYTES } from '../kernel/limits.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemDetailsSchema, problemSchema } from '../kernel/problem.ts'

/** Bytes of JSON that a template may come to: thousands of questions, with their options in several languages. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024

/** The revision of the draft that the editor began with; 0: with none. */
const revision = z.int().min(0).default(0)

/** `POST /api/templates`, publishing a form for the first time. The id is made on the device: sent twice it is one. */
export const createTemplateSchema = z.strictObject({
  id: createdTemplateIdSchema,
  revision,
  draft: templateDraftSchema,
})

/** `PUT /api/templates/{id}`, publishing its next version: `base` is the one that the editor began with. */
export const saveTemplateSchema = z.strictObject({ base: z.int().min(1), revision, draft: templateDraftSchema })

/** `PUT /api/templates/{id}/draft`: `base` is the published version that the editor began with; 0: there is none. */
export const keepDraftSchema = z.strictObject({ base: z.int().min(0), revision, draft: templateDraftSchema })

/** `DELETE /api/templates/{id}/draft?revision=`: the draft that its reader has seen, and no later one. */
export const discardDraftSchema = z.object({ revision: z.coerce.number().int().min(1).max(999_999_999) })

/** `POST /api/templates/{id}/duplicate`: a copy under an id made on the device, in this area. */
export const duplicateTemplateSchema = z.strictObject({ id: createdTemplateIdSchema, area: areaPathSchema })

/** `PUT /api/templates/{id}/scope` */
export const templateScopeSchema = z.strictObject({ publico: z.boolean() })

/** `GET /api/templates/{id}/takes`: whom an answer would be about, by what names them. */
export const takesQuerySchema = z.object({
  citizen: citizenIdSchema.optional(),
  dni: citizenSchema.shape.dni.unwrap().optional(),
  cuit: citizenSchema.shape.cuit.unwrap().optional(),
})
export const takesAnswerSchema = z.object({
  refusal: problemSchema.nullable().describe('why it would be held: answer.limit-reached, answer.already-answered'),
})
export type TakesAnswer = z.infer<typeof takesAnswerSchema>

/** What creating, saving, duplicating and the scope switch answer, and `GET /api/templates/{id}/versions/{n}`. */
export const templateResponseSchema = z.object({ template: formTemplateSchema })

/** `GET /api/templates/{id}`; `answers` decides about the editing locks (`editingLocks`). */
export const openedTemplateSchema = z.object({ template: formTemplateSchema, answers: z.int().min(0) })
export type OpenedTemplate = z.infer<typeof openedTemplateSchema>

/** What keeping a draft answers. */
export const keptDraftResponseSchema = z.object({ kept: keptDraftSchema })

/** `GET /api/templates/{id}/draft`, for its editors. Null: nothing is published (`template`), no draft (`kept`). */
export const formAtWorkSchema = z.object({
  template: formTemplateSchema.nullable(),
  kept: keptDraftSchema.nullable(),
  answers: z.int().min(0),
})
export type FormAtWork = {
  readonly template: FormTemplate | null
  readonly kept: KeptDraft | null
  readonly answers: number
}

/** `DELETE /api/templates/{id}`: kept, marked as deleted, because it has answers; or removed. */
export const templateDeletionSchema = z.object({ deleted: z.enum(['kept', 'removed']) })
export type TemplateDeletion = z.infer<typeof templateDeletionSchema>['deleted']

export const VERSIONS_PAGE_SIZE = 50

/** `GET /api/templates/{id}/versions?before=`: those before this version; without it, from the newest. */
export const versionsQuerySchema = z.object({ before: z.coerce.number().int().min(1).max(999_999_999).optional() })
/** The newest first. `more`: there are earlier ones. */
export const templateVersionsSchema = z.object({ versions: z.array(versionLineSchema), more: z.boolean() })
export type TemplateVersions = Readonly<z.infer<typeof templateVersionsSchema>>

/** Status 409 to publishing or keeping (template.conflict, template.exists). `current` null: nothing is published. */
export const templateConflictSchema = z.object({
  error: problemSchema,
  current: formTemplateSchema.nullable(),
  kept: keptDraftSchema.optional(),
})

/** A TemplateProblem as it travels. `place` is made by `validateTemplate`, and goes on to the same app's screen. */
const sentProblemSchema = z.object({
  code: problemCodeSchema,
  place: z.looseObject({ kind: z.string() }),
  details: problemDetailsSchema.optional(),
})
/** Status 422 to a save (template.invalid, template.locked): nothing was written, in the order of the screen. */
export const templateInvalidSchema = z.object({ error: problemSchema, problems: z.array(sentProblemSchema) })

/** `POST /api/templates/{id}/images` with the bytes of a png or jpeg as body. */
export const headerImageSchema = z.object({
  /** for `headerImageURL` */
  url: z.string(),
  sha256: sha256Schema,
  bytes: z.int().min(1).max(MAX_HEADER_IMAGE_BYTES),
  type: z.enum(['image/png', 'image/jpeg']),
})
export type HeaderImage = Readonly<z.infer<typeof headerImageSchema>>

/** Where a header image is served, and what `headerImageURL` then holds. */
export function headerImageUrl(template: TemplateId, sha256: Sha256): string {
  return `/api/templates/${template}/images/${sha256}`
}

/** The template and the hash in such an address; undefined for any other, which no one may ask for. */
export function headerImageOf(
  url: string | undefined,
): { readonly template: TemplateId; readonly sha256: Sha256 } | undefined {
  const found = url === undefined ? null : TEMPLATE_IMAGE.exec(url)
  return found === null ? undefined : { template: found[1] as TemplateId, sha256: found[2] as Sha256 }
}
