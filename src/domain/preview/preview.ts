import { z } from 'zod'
import {
  completeTemplate,
  type FormTemplate,
  type TemplateDraft,
  templateDraftSchema,
} from '../templates/documents/template.ts'
import type { Answer } from '../answers/documents/answer.ts'
import { composeAnswer } from '../answering/compose.ts'
import type { SubmitMutation } from '../answering/submission.ts'
import {
  answerIdSchema,
  areaPathSchema,
  authorSchema,
  deviceIdSchema,
  instantSchema,
  type Instant,
  LANGUAGES,
  type Language,
  mutationIdSchema,
  templateIdSchema,
} from '../kernel/index.ts'

/** Viewer that the preview simulates: staff, or the public. */
const VIEWERS = ['staff', 'public'] as const
export type PreviewViewer = (typeof VIEWERS)[number]

/** Message from the frame to the editor: ready, or the user wants to leave. */
export const frameMessageSchema = z.object({
  relevo: z.enum(['preview-ready', 'preview-left']).describe('what the message is'),
})
export type PreviewFrameMessage = Readonly<z.infer<typeof frameMessageSchema>>
/** Message from the editor to the frame. */
export const previewMessageSchema = z.object({
  relevo: z.literal('preview').describe('what the message is'),
  viewer: z.enum(VIEWERS).describe('who the form is shown to'),
  language: z.enum(LANGUAGES).describe('language of the reader'),
  draft: templateDraftSchema.describe('the form as it stands in the editor'),
})
export type PreviewMessage = {
  readonly relevo: 'preview'
  readonly viewer: PreviewViewer
  readonly language: Language
  readonly draft: TemplateDraft
}

export const PREVIEW_READY: PreviewFrameMessage = { relevo: 'preview-ready' }
export const PREVIEW_CLOSED: PreviewFrameMessage = { relevo: 'preview-left' }

const FACTS = {
  id: templateIdSchema.parse('vista-previa'),
  version: 1,
  areas: [areaPathSchema.parse('paises/x/provincias/x/municipios/x/areas_municipales/x')],
  areaInfo: { nombre: '' },
  municipioInfo: { nombre: '' },
  timeStamp: instantSchema.parse('2000-01-01T00:00:00.000Z'),
}

/**
 * Converts a draft to a form that can be answered, without saving it. Fields that the server sets are placeholders.
 * Removes the states for the public, because the public does not choose a state (part 3, point 4).
 */
export function buildPreviewTemplate({ draft, viewer }: Pick<PreviewMessage, 'draft' | 'viewer'>): FormTemplate {
  const estados = viewer === 'public' ? { disponibles: [], inicial: null, history: [] } : draft.estados
  return completeTemplate({ ...draft, estados }, FACTS)
}

const NO_ID = '0'.repeat(26)

/** A blank answer to a draft for its PDF, with all conditions ticked, so that every question is shown. */
export function buildPreviewAnswer(draft: TemplateDraft, now: Instant): Answer {
  const template = buildPreviewTemplate({ draft, viewer: 'staff' })
  const conditions = template.secciones.map(({ orden, conditions: all }) => [orden, all.map(({ order }) => order)])
  const submit: SubmitMutation = {
    kind: 'answer.submit',
    id: mutationIdSchema.parse(NO_ID),
    answer: answerIdSchema.parse(NO_ID),
    device: deviceIdSchema.parse(NO_ID),
    author: authorSchema.parse('vista-previa'),
    clock: now,
    offset: null,
    template: template.id,
    version: template.version,
    header: { signatures: [] },
    content: { values: {}, conditions: Object.fromEntries(conditions) as Record<string, number[]>, rows: {} },
    files: [],
  }
  return composeAnswer(template, submit, { code: '', now, author: null })
}

/** Languages that some text of a form is translated into. */
export function listTranslatedLanguages(draft: TemplateDraft): readonly Language[] {
  const written = JSON.stringify(draft)
  return LANGUAGES.filter((language) => written.includes(`AlternativeLanguage_${language}":`))
}
