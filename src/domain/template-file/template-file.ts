import { z } from 'zod'
import { foreignDraftSchema, type TemplateDraft } from '../templates/documents/template.ts'
import { ok, refuse, type Result } from '../kernel/index.ts'

/** Format version. Increase it if older apps would misread the format; not for new optional fields. */
const TEMPLATE_FILE_FORMAT = 1

const envelopeSchema = z.object({
  relevo: z.literal('form').describe('what the file is, so that no other JSON is taken for a form'),
  format: z.int().min(1).describe('TEMPLATE_FILE_FORMAT of the app that wrote it'),
})
const fileSchema = envelopeSchema.extend({
  form: foreignDraftSchema.describe('what a person decided when building the form'),
})

/** Exports a form as text: its draft, without data added by the server. @param template draft or full template */
export function exportTemplate(template: TemplateDraft): string {
  const file = { relevo: 'form', format: TEMPLATE_FILE_FORMAT, form: foreignDraftSchema.parse(template) }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Reads a text of `exportTemplate`. Refuses with `import.not-a-form`, or with `import.newer-app` if a newer app wrote
 * it.
 */
export function importTemplate(text: string): Result<TemplateDraft> {
  return readTemplateFile(parseJson(text.replace(/^\uFEFF/, '')))
}

/** Reads the JSON of an exported form. */
export function readTemplateFile(json: unknown): Result<TemplateDraft> {
  const envelope = envelopeSchema.safeParse(json)
  if (!envelope.success) return refuse('import.not-a-form')
  if (envelope.data.format > TEMPLATE_FILE_FORMAT) return refuse('import.newer-app')
  const file = fileSchema.safeParse(json)
  return file.success ? ok(file.data.form) : refuse('import.not-a-form')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
