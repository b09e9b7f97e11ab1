import { z } from 'zod'
import {
  completeTemplate,
  type FormTemplate,
  type TemplateDraft,
  templateDraftSchema,
} from '../templates/documents/template.ts'
import { areaPathSchema, instantSchema, templateIdSchema } from '../kernel/index.ts'

/** Viewer that the preview simulates: staff, or the public. */
const VIEWERS = ['staff', 'public'] as const
export type Viewer = (typeof VIEWERS)[number]

/** Message from the frame to the editor: ready, or the user wants to leave. */
export const frameMessageSchema = z.object({
  relevo: z.enum(['preview-ready', 'preview-left']).describe('what the message is'),
})
export type FrameMessage = Readonly<z.infer<typeof frameMessageSchema>>
/** Message from the editor to the frame. */
export const previewMessageSchema = z.object({
  relevo: z.literal('preview').describe('what the message is'),
  viewer: z.enum(VIEWERS).describe('who the form is shown to'),
  draft: templateDraftSchema.describe('the form as it stands in the editor'),
})
export type PreviewMessage = { readonly relevo: 'preview'; readonly viewer: Viewer; readonly draft: TemplateDraft }

export const PREVIEW_READY: FrameMessage = { relevo: 'preview-ready' }
export const PREVIEW_LEFT: FrameMessage = { relevo: 'preview-left' }

const FACTS = {
  id: templateIdSchema.parse('vista-previa'),
  version: 1,
  areas: [areaPathSchema.parse('paises/x/provincias/x/municipios/x/areas_municipales/x')],
  areaInfo: { nombre: '' },
  municipioInfo: { nombre: '' },
  timeStamp: instantSchema.parse('2000-01-01T00:00:00.000Z'),
}

/**
 * Converts a draft to an answerable form without saving it; server fields are placeholders. The public does not choose
 * a state (part 3, point 4).
 */
export function previewTemplate({ draft, viewer }: Pick<PreviewMessage, 'draft' | 'viewer'>): FormTemplate {
  const estados = viewer === 'public' ? { disponibles: [], inicial: null, history: [] } : draft.estados
  return completeTemplate({ ...draft, estados }, FACTS)
}
