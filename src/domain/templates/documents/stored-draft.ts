import { z } from 'zod'
import { instantSchema } from '../../kernel/instant.ts'
import { templateIdSchema } from '../../kernel/ids.ts'
import { areaPathSchema } from '../../kernel/paths.ts'
import { boundedList, nameSchema, storedTemplateImageSchema, type DeepReadonly } from '../../kernel/building-blocks.ts'
import { storedPdfSettingsSchema } from './pdf-settings.ts'
import { MAX_AREAS, templateDraftSchema } from './template.ts'

/** `borradores/{id}`: unpublished draft of a form, separate from the published form (`formularios/{id}`). */
export const storedDraftSchema = templateDraftSchema.extend({
  id: templateIdSchema.describe('id of the form'),
  base: z.int().min(0).describe('the published version it is based on; 0: not published yet'),
  revision: z.int().min(1).describe('number of drafts of this form saved so far, including discarded ones'),
  seenIn: boundedList(areaPathSchema, MAX_AREAS).describe(
    'areas whose editors see it: those of the published form, or its own while unpublished',
  ),
  headerImageURL: storedTemplateImageSchema.describe('header image, shown when opcionales.headerImg is on'),
  pdfSettings: storedPdfSettingsSchema.optional().describe('how the PDF of an answer looks'),
  lastEdit: z
    .object({ date: instantSchema.describe('when it was saved'), username: nameSchema.describe('who saved it') })
    .describe('when and by whom it was last saved'),
  timeStamp: instantSchema.describe('when it was started'),
})
export type StoredDraft = DeepReadonly<z.infer<typeof storedDraftSchema>>
