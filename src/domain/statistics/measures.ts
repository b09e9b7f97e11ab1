import { QUESTION_TYPE, type CombinedInput, type Question } from '../questions/documents.ts'
import { toHeadingText, buildHeadingsKey } from '../kernel/headings.ts'
import { listAcceptedAttachments } from '../questions/attachments.ts'
import { getDataCodec } from '../questions/data-types.ts'
import { listCombinedInputs } from '../questions/question-types/combined.ts'
import type { FiguresKind } from './reply.ts'

/**
 * Key under which a question is counted: `key~kind`, or `key~kind~section` in a repeated section. If a question had
 * another kind or section in an older version of the form, that version's question is counted separately.
 */
export type Measure = `${string}~${FiguresKind}` | `${string}~${FiguresKind}~${string}`

export function buildMeasure(key: string, kind: FiguresKind, base: string | null): Measure {
  return base === null ? `${key}~${kind}` : `${key}~${kind}~${base}`
}

type MeasureParts = { readonly key: string; readonly kind: FiguresKind; readonly base: string | null }
/** Cache, because all answers to a form contain the same measures. */
const known = new Map<string, MeasureParts>()
const MAX_KNOWN = 20_000

/** Splits a measure. @returns base: key of the section whose rows are counted; null: answers are counted */
export function parseMeasure(measure: Measure): MeasureParts {
  const measureParts = known.get(measure)
  if (measureParts !== undefined) return measureParts
  const [key = '', kind, base] = measure.split('~')
  const parts = { key, kind: kind as FiguresKind, base: base ?? null }
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(measure, parts)
  return parts
}

/** Part of a question that is counted: the question itself, or a field of a combined question. */
export type CountedField = {
  readonly measure: Measure
  /** index of the field in a combined question; null: the question itself; undefined: the question's files */
  readonly input: number | null | undefined
  readonly asked: Question | CombinedInput
}

/** Returns the fields of a question. @param key the question's key, from `forEachQuestion` @param base see `Measure` */
export function listCountedFields(question: Question, key: string, base: string | null): readonly CountedField[] {
  const files: readonly CountedField[] =
    listAcceptedAttachments(question).length === 0
      ? []
      : [{ measure: buildMeasure(key, 'files', base), input: undefined, asked: question }]
  if (question.tipoPregunta !== QUESTION_TYPE.COMBINED) {
    const kind = getFiguresKind(question)
    return kind === null ? files : [{ measure: buildMeasure(key, kind, base), input: null, asked: question }]
  }
  const times = new Map<string, number>()
  const fields = listCombinedInputs(question).flatMap((input): readonly CountedField[] => {
    const kind = getFiguresKind(input)
    const name = toHeadingText(input.name)
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    const named = buildHeadingsKey([key, name, ...(time === 1 ? [] : [String(time)])])
    return kind === null ? [] : [{ measure: buildMeasure(named, kind, base), input: input.orden, asked: input }]
  })
  return [...fields, ...files]
}

/** Returns the kind of a question's figures; null if the question is not answered by typing or choosing. */
function getFiguresKind(requestedQuestion: Question | CombinedInput): FiguresKind | null {
  if (requestedQuestion.tipoPregunta !== QUESTION_TYPE.OPEN) return 'options'
  const { holds } = getDataCodec(requestedQuestion)
  return holds === 'none' ? null : `${holds}s`
}
