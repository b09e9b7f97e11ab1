import { submitMutationSchema, type FileClaim, type SubmitMutation } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { buildPlainSubmit, claimFor } from '../builders/submit.ts'
import { buildPlainTemplate } from '../builders/template.ts'

/** A file sent with an answer. */
export type Brought = { readonly name: string; readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }

/**
 * A rule of part 3, point 5, applied to one form and one answer. The tests of the engine and of the server run the same
 * list, so that neither can have a rule that the other lacks.
 */
export type RuleCase = {
  /** the sentence of the specification, shortened */
  readonly rule: string
  readonly name: string
  readonly form: Readonly<Record<string, unknown>>
  readonly answer: {
    readonly values?: Readonly<Record<string, unknown>>
    readonly conditions?: Readonly<Record<string, readonly number[]>>
    readonly rows?: Readonly<Record<string, number>>
    readonly header?: Readonly<Record<string, unknown>>
  }
  readonly files?: readonly Brought[]
  /** whether it is sent without an account */
  readonly public?: true
  /** null: accepted */
  readonly refused: { readonly code: string; readonly reason?: string } | null
}

/** A form of one section with these questions, numbered in their order. */
export function asking(...questions: readonly Readonly<Record<string, unknown>>[]): RuleCase['form'] {
  const preguntas = questions.map((question, orden) => ({ orden, titulo: 'Pregunta', tipoPregunta: 1, ...question }))
  return { secciones: [{ orden: 0, titulo: 'Sección', preguntas }] }
}

/** The refusal of an incomplete answer; device and server give the same `reason`. */
export function incomplete(reason: string): RuleCase['refused'] {
  return { code: 'answer.incomplete', reason }
}

/** A value that no user could have typed. */
export function wrong(reason: string): RuleCase['refused'] {
  return { code: 'answer.wrong-value', reason }
}

export function refusedAs(code: string): RuleCase['refused'] {
  return { code }
}

export function formOf({ form }: RuleCase, at: number): FormTemplate {
  return buildPlainTemplate({ id: templateIdSchema.parse(`regla-${at}`) }, form)
}

/** The case as sent, including values that no schema accepts. */
export function submitOf({ answer, files = [], ...one }: RuleCase, at: number): unknown {
  const { values = {}, conditions = {}, rows = {}, header = {} } = answer
  return {
    ...buildPlainSubmit(at + 1),
    ...(one.public === true ? { author: 'public' } : {}),
    template: `regla-${at}`,
    content: { values, conditions, rows },
    header: { signatures: [], ...header },
    files: files.map(claimOf),
  }
}

/** @returns undefined for invalid submissions; the server replies request.malformed */
export function parsedSubmit(sent: unknown): SubmitMutation | undefined {
  return submitMutationSchema.safeParse(sent).data
}

function claimOf({ name, type, bytes }: Brought): FileClaim {
  return claimFor(bytes, type, name)
}
