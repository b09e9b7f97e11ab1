import { z } from 'zod'
import { formTemplateSchema, TEMPLATE_IMAGE, templateDraftSchema, versionLineSchema } from '../documents/index.ts'
import { createdTemplateIdSchema, sha256Schema, type Sha256, type TemplateId } from '../kernel/ids.ts'
import { MAX_HEADER_IMAGE_BYTES } from '../kernel/limits.ts'
import { areaPathSchema } from '../kernel/paths.ts'
import { problemCodeSchema, problemDetailsSchema, problemSchema } from '../kernel/problem.ts'

/** Bytes of JSON that a template may come to: thousands of questions, with their options in several languages. */
export const MAX_TEMPLATE_BYTES = 8 * 1024 * 1024

/** `POST /api/templates`. The id is made on the device: the same sent twice is one form. */
export const createTemplateSchema = z.strictObject({ id: createdTemplateIdSchema, draft: templateDraftSchema })

/** `PUT /api/templates/{id}`: `base` is the version that the editor began with. */
export const saveTemplateSchema = z.strictObject({ base: z.int().min(1), draft: templateDraftSchema })

/** `POST /api/templates/{id}/duplicate`: a copy under an id made on the device, in this area. */
export const duplicateTemplateSchema = z.strictObject({ id: createdTemplateIdSchema, area: areaPathSchema })

/** `PUT /api/templates/{id}/scope` */
export const templateScopeSchema = z.strictObject({ publico: z.boolean() })

/** What creating, saving, duplicating and the scope switch answer, and `GET /api/templates/{id}/versions/{n}`. */
export const templateResponseSchema = z.object({ template: formTemplateSchema })

/** `GET /api/templates/{id}`; `answers` decides about the editing locks (`editingLocks`). */
export const openedTemplateSchema = z.object({ template: formTemplateSchema, answers: z.int().min(0) })
export type OpenedTemplate = z.infer<typeof openedTemplateSchema>

/** `DELETE /api/templates/{id}`: kept, marked as deleted, because it has answers; or removed. */
export const templateDeletionSchema = z.object({ deleted: z.enum(['kept', 'removed']) })
export type TemplateDeletion = z.infer<typeof templateDeletionSchema>['deleted']

export const VERSIONS_PAGE_SIZE = 50

/** `GET /api/templates/{id}/versions?before=`: those before this version; without it, from the newest. */
export const versionsQuerySchema = z.object({ before: z.coerce.number().int().min(1).max(999_999_999).optional() })
/** The newest first. `more`: there are earlier ones. */
export const templateVersionsSchema = z.object({ versions: z.array(versionLineSchema), more: z.boolean() })
export type TemplateVersions = Readonly<z.infer<typeof templateVersionsSchema>>

/** Status 409 to a save (template.conflict) or a creation (template.exists): nothing was written, here is what the server has. */
export const templateConflictSchema = z.object({ error: problemSchema, current: formTemplateSchema })

/** A TemplateProblem as it travels. `place` is what `validateTemplate` made; it is handed on to the same app's screen. */
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

/** The template and the hash in such an address; undefined for any other, which nobody may ask for. */
export function headerImageOf(
  url: string | undefined,
): { readonly template: TemplateId; readonly sha256: Sha256 } | undefined {
  const found = url === undefined ? null : TEMPLATE_IMAGE.exec(url)
  return found === null ? undefined : { template: found[1] as TemplateId, sha256: found[2] as Sha256 }
}
