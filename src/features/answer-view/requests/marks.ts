import { readStoredRowId } from '#domain/answering/index.ts'
import { type ChangeRequestInput, listRequestComments } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { AnsweredSection } from '#domain/templates/index.ts'
import { type AnsweredQuestion, listAcceptedAttachments, acceptsAnswerValue } from '#domain/questions/index.ts'
import { type Address, type RowId, toAddress, getVisibleText, typedEntries } from '#domain/kernel/index.ts'

/** The parts of a question that can be selected for correction. */
export type MarkablePart = 'answers' | 'images' | 'documents'
export type MarkedQuestion = { readonly what: readonly MarkablePart[]; readonly comment: string }

/** The current selection. A deselected question keeps its comment, in case it is selected again. */
export type RequestMarks = {
  readonly comment: string
  readonly questions: Readonly<Record<Address, MarkedQuestion>>
  readonly sections: Readonly<Record<number, { readonly marked: boolean; readonly comment: string }>>
}
export const EMPTY_REQUEST_MARKS: RequestMarks = { comment: '', questions: {}, sections: {} }
const NO_MARK: MarkedQuestion = { what: [], comment: '' }

export function findMarkedQuestion(marks: RequestMarks, address: Address): MarkedQuestion {
  return marks.questions[address] ?? NO_MARK
}

export function withMark(marks: RequestMarks, address: Address, change: Partial<MarkedQuestion>): RequestMarks {
  return {
    ...marks,
    questions: { ...marks.questions, [address]: { ...findMarkedQuestion(marks, address), ...change } },
  }
}

export function toggleMark(marks: RequestMarks, address: Address, what: MarkablePart): RequestMarks {
  const { what: before } = findMarkedQuestion(marks, address)
  return withMark(marks, address, {
    what: before.includes(what) ? before.filter((markable) => markable !== what) : [...before, what],
  })
}

export function getSectionMark(
  marks: RequestMarks,
  section: number,
): { readonly marked: boolean; readonly comment: string } {
  return marks.sections[section] ?? { marked: false, comment: '' }
}

export function withSectionMark(marks: RequestMarks, section: number, change: object): RequestMarks {
  return { ...marks, sections: { ...marks.sections, [section]: { ...getSectionMark(marks, section), ...change } } }
}

/** The number of selected questions. */
export function countSelectedQuestions({ questions }: RequestMarks): number {
  return Object.values(questions).filter(({ what }) => what.length > 0).length
}

/** The selection in wire format. */
export function toChangeRequest(marks: RequestMarks): ChangeRequestInput {
  const questions = typedEntries(marks.questions)
  const marked = (what: MarkablePart) =>
    questions.flatMap(([address, mark]) => (mark.what.includes(what) ? [address] : []))
  const sections = Object.entries(marks.sections).filter(([, { marked: isMarked }]) => isMarked)
  const notes = [
    ...questions.flatMap(([about, { what, comment }]) => (what.length > 0 ? [{ about, comment: comment.trim() }] : [])),
    ...sections.map(([order, { comment }]) => ({ about: Number(order), comment: comment.trim() })),
  ]
  return {
    comment: marks.comment.trim(),
    answers: marked('answers'),
    images: marked('images'),
    documents: marked('documents'),
    sections: sections.map(([order]) => Number(order)),
    notes: notes.filter(({ comment }) => getVisibleText(comment) !== ''),
  }
}

/** A selectable question and its parts. */
export type MarkableQuestion = {
  readonly at: Address
  readonly question: AnsweredQuestion
  readonly what: readonly MarkablePart[]
  /** condition or row that contains the question */
  readonly condition?: string
  readonly row?: { readonly id: RowId; readonly index: number }
}

/** The answerable questions of a section, in order. Headings and links are left out. */
export function listMarkableQuestions(section: AnsweredSection): readonly MarkableQuestion[] {
  const place = (question: AnsweredQuestion, condition: number | null, row: RowId | null): Address =>
    toAddress({ section: section.orden, question: question.orden, condition, row })
  const asked = (
    questions: readonly AnsweredQuestion[],
    rest: Pick<MarkableQuestion, 'condition' | 'row'>,
    order: number | null,
  ) =>
    questions.flatMap((question): readonly MarkableQuestion[] => {
      const what = listMarkableParts(question)
      return what.length === 0 ? [] : [{ at: place(question, order, rest.row?.id ?? null), question, what, ...rest }]
    })
  if (section.conditionalSection)
    return section.conditions
      .filter(({ checked }) => checked)
      .flatMap(({ questions, condition, order }) => asked(questions, { condition }, order))
  return [
    ...asked(section.preguntas, {}, null),
    ...section.seccionesRepetibles.flatMap((row, index) =>
      asked(row.preguntas, { row: { id: readStoredRowId(row, index), index } }, null),
    ),
  ]
}

function listMarkableParts(question: AnsweredQuestion): readonly MarkablePart[] {
  const attachments = listAcceptedAttachments(question)
  // The specification has no separate list for videos, so they count as part of the answer.
  const hasAnswer = acceptsAnswerValue(question) || attachments.includes('video')
  return [
    ...(hasAnswer ? (['answers'] as const) : []),
    ...(attachments.includes('imagen') ? (['images'] as const) : []),
    ...(attachments.includes('documento') ? (['documents'] as const) : []),
  ]
}

/** The observations of the open request, by question. */
export function listOpenObservations(answer: Answer): ReadonlyMap<Address, string> {
  return listRequestComments(answer)
}
