import { z } from 'zod'
import { answerSchema } from '#domain/answers/index.ts'
import { formTemplateSchema } from '#domain/templates/index.ts'
import { pullResponseSchema, type PullResponse } from '#domain/sync/index.ts'
import type { HttpReply } from './transport.ts'

const envelopeSchema = pullResponseSchema.extend({ templates: z.array(z.unknown()), answers: z.array(z.unknown()) })

/**
 * Reads a page of changes; undefined when invalid. A form or answer that cannot be read is skipped and reported, so
 * that the rest arrives.
 */
export function readPage(
  skipped: (what: 'template' | 'answer', count: number) => void,
): (reply: HttpReply) => PullResponse | undefined {
  return ({ json }) => {
    const envelope = envelopeSchema.safeParse(json)
    if (!envelope.success) return undefined
    const templates = parseReadable(formTemplateSchema, envelope.data.templates)
    const answers = parseReadable(answerSchema, envelope.data.answers)
    if (templates.length < envelope.data.templates.length)
      skipped('template', envelope.data.templates.length - templates.length)
    if (answers.length < envelope.data.answers.length) skipped('answer', envelope.data.answers.length - answers.length)
    return { ...envelope.data, templates, answers }
  }
}

function parseReadable<T>(schema: z.ZodType<T>, documents: readonly unknown[]): T[] {
  return documents.flatMap((document) => {
    const parsed = schema.safeParse(document)
    return parsed.success ? [parsed.data] : []
  })
}
