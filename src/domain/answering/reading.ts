import { QUESTION_TYPE, type Question } from '../questions/documents.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Section } from '../templates/documents/section.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import type { Address } from '../kernel/address.ts'
import { insertRow, type RowId } from '../kernel/row-ids.ts'
import { listAcceptedAttachments, ATTACHMENT_FIELDS } from '../questions/attachments.ts'
import type { FormatTexts } from '../questions/codec.ts'
import { formatValue, isAnswered } from '../questions/question-value.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'
import {
  findRowIndex,
  type PlacedQuestion,
  listAskedQuestionsInSection,
  readRowIds,
  listAskedRowIds,
  listAskedQuestions,
} from './walk.ts'

/** Value of one question, as shown before signing. */
export type ReviewedQuestion = {
  readonly place: PlacedQuestion
  /** empty: no value now, or only files */
  readonly text: string
  /** answered with "no" */
  readonly isAnsweredNo: boolean
  /** earlier value of the stored answer. Missing: unchanged, or there was no value */
  readonly before?: string
  /** change of the stored answer's files. Missing: unchanged, or only added */
  readonly files?: 'replaced' | 'removed'
  /** no longer asked: condition unchecked, or row removed */
  readonly isNoLongerAsked?: true
}

/** Checks whether a value or file of the stored answer was changed or removed. */
export function isStoredValueChanged({ before, files }: ReviewedQuestion): boolean {
  return before !== undefined || files !== undefined
}

/** Values of one section, condition or row. */
export type ReviewedQuestionGroup = Pick<PlacedQuestion, 'section' | 'condition' | 'row' | 'index'> & {
  readonly answers: readonly ReviewedQuestion[]
}

export type AnswerReview = {
  readonly parts: readonly ReviewedQuestionGroup[]
  /** number of asked questions without a value */
  readonly open: number
}

/** An asked question, to be checked before sending. `text` is empty without a value, or with files only. */
export type AskedQuestionText = Pick<ReviewedQuestion, 'place' | 'text'>

/**
 * Group of asked questions: a section, condition or row. A conditional section also begins with an empty group, for the
 * section itself.
 */
export type AskedQuestionGroup = Pick<ReviewedQuestionGroup, 'section' | 'condition' | 'row' | 'index'> & {
  readonly answers: readonly AskedQuestionText[]
}

/** Lists all asked questions in screen order with their values as text, to be checked before sending. */
export function listAskedQuestionGroups(
  { secciones }: Pick<FormTemplate, 'secciones'>,
  content: AnswerValues,
  texts: FormatTexts,
): readonly AskedQuestionGroup[] {
  return secciones.flatMap((section) => {
    const parts: (AskedQuestionGroup & { answers: AskedQuestionText[] })[] = []
    if (section.conditionalSection) parts.push({ section, condition: null, row: null, index: null, answers: [] })
    for (const place of listAskedQuestionsInSection(section, content)) {
      const { question, condition, row, index, address } = place
      if (!acceptsAnswerValue(question) && listAcceptedAttachments(question).length === 0) continue
      const answer = { place, text: formatValue(question, content.values[address], texts) }
      const last = parts.at(-1)
      if (last?.condition === condition && last.row === row && last.answers.length > 0) last.answers.push(answer)
      else parts.push({ section, condition, row, index, answers: [answer] })
    }
    return parts
  })
}

const SINGLE_CHOICE_TYPES = new Set<Question['tipoPregunta']>([
  QUESTION_TYPE.BOOLEAN,
  QUESTION_TYPE.RADIO,
  QUESTION_TYPE.SELECT,
])

/**
 * Lists all values in screen order, to be read before signing.
 * @param seen content of the stored answer, if it is being changed
 */
export function buildAnswerReview(
  template: Pick<FormTemplate, 'secciones'>,
  content: AnswerValues,
  texts: FormatTexts,
  seen?: AnswerValues,
): AnswerReview {
  const parts: (ReviewedQuestionGroup & { answers: ReviewedQuestion[] })[] = []
  let open = 0
  const [requested, storedValues] = [listAskedValues(template, content), listAskedValues(template, seen ?? NO_VALUES)]
  for (const place of listAskedQuestions(template, seen === undefined ? content : mergeQuestionPlaces(content, seen))) {
    const { question, section, condition, row, address } = place
    const index = row === null ? null : findRowNumber(row, section, content, seen)
    const [value, storedValue] = [requested.get(address), storedValues.get(address)]
    const text = formatValue(question, value, texts)
    const before = formatValue(question, storedValue, texts)
    const files = compareFiles(storedValue, value)
    const isChanged = before !== '' && before !== text
    const isGiven = isAnswered(question, value)
    if (!isGiven && requested.has(address) && acceptsAnswerValue(question)) open += 1
    if (!isGiven && !isChanged && files === undefined) continue
    const last = parts.at(-1)
    const isNo = SINGLE_CHOICE_TYPES.has(question.tipoPregunta) && isOptionNo(text, texts.no)
    const read: ReviewedQuestion = {
      place,
      text,
      isAnsweredNo: isNo,
      ...(isChanged ? { before } : {}),
      ...(files === undefined ? {} : { files }),
      ...(requested.has(address) ? {} : { isNoLongerAsked: true }),
    }
    if (last?.section === section && last.condition === condition && last.row === row) last.answers.push(read)
    else parts.push({ section, condition, row, index, answers: [read] })
  }
  return { parts, open }
}

/** Index of a row in the current content, or in the stored answer if the row was removed since. */
function findRowNumber(row: RowId, section: Section, content: AnswerValues, seen = NO_VALUES): number | null {
  const here = findRowIndex(listAskedRowIds(section, content), row)
  return here ?? findRowIndex(listAskedRowIds(section, seen), row) ?? null
}

const NO_VALUES: AnswerValues = { values: {}, conditions: {}, rows: {} }

/** Values of all asked questions. Values under unchecked conditions are still stored but not asked. */
function listAskedValues(
  template: Pick<FormTemplate, 'secciones'>,
  content: AnswerValues,
): ReadonlyMap<Address, QuestionValue | undefined> {
  return new Map(listAskedQuestions(template, content).map(({ address }) => [address, content.values[address]]))
}

/** Union of the conditions and rows of two contents. */
function mergeQuestionPlaces(a: AnswerValues, b: AnswerValues): AnswerValues {
  const sections = (part: 'conditions' | 'rows') => Object.keys({ ...a[part], ...b[part] })
  return {
    values: {},
    conditions: Object.fromEntries(
      sections('conditions').map((key) => [key, [...(a.conditions[key] ?? []), ...(b.conditions[key] ?? [])]]),
    ),
    rows: Object.fromEntries(
      sections('rows').map((key) => {
        const ownRowIds = new Set(readRowIds(a, key))
        const deletedRowIds = readRowIds(b, key).filter((row) => !ownRowIds.has(row))
        return [key, deletedRowIds.reduce(insertRow, [...ownRowIds] as readonly RowId[])]
      }),
    ),
  }
}

function compareFiles(previous: QuestionValue | undefined, now: QuestionValue | undefined): ReviewedQuestion['files'] {
  const lostFields = ATTACHMENT_FIELDS.filter(
    ({ field }) => previous?.[field] !== undefined && previous[field] !== now?.[field],
  )
  if (lostFields.length === 0) return undefined
  return lostFields.some(({ field }) => now?.[field] !== undefined) ? 'replaced' : 'removed'
}

/** Checks whether the text of a value is "no": in Spanish or English, or the word of the reader's language (`no`). */
function isOptionNo(text: string, no: string): boolean {
  const message = text.trim().toLowerCase()
  return message === 'no' || message === no.toLowerCase()
}
