import { findSectionByOrder, findPlacedQuestion } from '../answering/walk.ts'
import type { Answer } from '../answers/documents/answer.ts'
import { type ChangeRequest, MAX_REQUESTED_CHANGES, type RequestedChange } from '../answers/documents/change-request.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import { type Address, parseAddress } from '../kernel/address.ts'
import type { Instant } from '../kernel/instant.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { toQuestionAddress, buildRequestedChange } from './place-fields.ts'
import { findOpenRequest, computeRequestStatus } from './request-status.ts'

type RequestedChanges = ChangeRequest['changesRequested']

/** Change request of a supervisor: marks and their comments. With `ends`, ends the open request instead. */
export type ChangeRequestInput = {
  readonly comment: string
  readonly answers: readonly Address[]
  readonly images: readonly Address[]
  readonly documents: readonly Address[]
  readonly sections: readonly number[]
  readonly notes: readonly { readonly about: Address | number; readonly comment: string }[]
  readonly ends?:
    { readonly requests: number; readonly revised: boolean; readonly at?: Instant | undefined } | undefined
}

/** Comments on the marked questions of the open request; empty for a mark without comment. */
export function listRequestComments(answer: Pick<Answer, 'requestsForChanges'>): ReadonlyMap<Address, string> {
  const { answers = [], images = [], documents = [] } = findOpenRequest(answer)?.changesRequested ?? {}
  const comments = new Map<Address, string>()
  for (const place of [...answers, ...images, ...documents]) {
    const address = toQuestionAddress(place)
    if (address !== null) comments.set(address, place.comment ?? comments.get(address) ?? '')
  }
  return comments
}

/**
 * Returns the entry that a request, or the end of a request, adds to the answer. Used by the server to judge and by
 * devices to show a preview.
 */
export function buildNextRequest(
  answer: Answer,
  version: FormTemplate,
  input: ChangeRequestInput,
  by: Pick<ChangeRequest, 'madeBy' | 'sentDateTime'>,
): Result<ChangeRequest> {
  const { comment, ends } = input
  if (ends === undefined) {
    const changesRequested = buildRequestedChanges(answer, version, input)
    return changesRequested.ok
      ? ok({ needCompletition: true, ...by, comment, changesRequested: changesRequested.value })
      : changesRequested
  }
  if (listMarks(input).length + input.sections.length + input.notes.length > 0) return refuse('request.malformed')
  if (computeRequestStatus(answer) === 'approved') return refuse('answer.nothing-asked')
  // A supervisor may only end a request whose current status they have seen.
  const isSeen =
    answer.requestsForChanges.length === ends.requests &&
    (computeRequestStatus(answer) === 'correct') === ends.revised &&
    (ends.at === undefined || ends.at === findLastRequestDate(answer))
  if (!isSeen) return refuse('answer.version-conflict', { version: answer.version })
  return ok({ needCompletition: false, ...by, comment, changesRequested: NOTHING })
}

/**
 * Date when the last request was revised, or made if it was not revised. A mutation that ends a request contains this
 * date as `ends.at`, to identify the state that its author saw.
 */
export function findLastRequestDate({ requestsForChanges }: Pick<Answer, 'requestsForChanges'>): Instant | undefined {
  const last = requestsForChanges.at(-1)
  return last?.revisedAt ?? last?.sentDateTime
}

const NOTHING: RequestedChanges = { answers: [], images: [], documents: [], sections: [] }

function listMarks({
  answers,
  images,
  documents,
}: Pick<ChangeRequestInput, 'answers' | 'images' | 'documents'>): readonly Address[] {
  return [...answers, ...images, ...documents]
}

/** Returns the marks of a new request. Includes the marks of an open request, because only the last request counts. */
function buildRequestedChanges(
  answer: Answer,
  version: FormTemplate,
  input: ChangeRequestInput,
): Result<RequestedChanges> {
  if (answer.datosCiudadano === undefined) return refuse('answer.citizen-required')
  const marks = listMarks(input)
  const { answers, images, documents, sections, notes } = input
  if (marks.length + sections.length === 0) return refuse('answer.no-changes')
  const markWithoutQuestion = marks.find((address) => findPlacedQuestion(version, address) === undefined)
  if (markWithoutQuestion !== undefined) return refuse('answer.unknown-address', { address: markWithoutQuestion })
  const marked = new Set(marks.map((address) => parseAddress(address).section))
  const sectionWithoutMark = sections.find((section) => !marked.has(section))
  if (sectionWithoutMark !== undefined) return refuse('answer.section-unmarked', { section: sectionWithoutMark })
  const about = new Set<Address | number>([...marks, ...sections])
  const stray = notes.find((note) => !about.has(note.about))
  if (stray !== undefined) return refuse('answer.unknown-address', { address: stray.about })
  const wanted = new Map(notes.map((note) => [note.about, note.comment]))
  const getNoteOfPlace = (value: Address | number) => {
    const comment = wanted.get(value)
    return comment === undefined ? {} : { comment }
  }
  const requested = (list: readonly Address[]): readonly RequestedChange[] =>
    list.map((address) => ({ ...buildRequestedChange(answer, version, address), ...getNoteOfPlace(address) }))
  const before = findOpenRequest(answer)?.changesRequested ?? NOTHING
  const mergedChanges: RequestedChanges = {
    answers: mergeMarks(before.answers, requested(answers)),
    images: mergeMarks(before.images, requested(images)),
    documents: mergeMarks(before.documents, requested(documents)),
    sections: mergeMarks(
      before.sections,
      sections.map((sectionOrder) => ({
        sectionOrder,
        title: findSectionByOrder(version, sectionOrder)?.titulo ?? '',
        ...getNoteOfPlace(sectionOrder),
      })),
    ),
  }
  return Object.values(mergedChanges).every((list) => list.length <= MAX_REQUESTED_CHANGES)
    ? ok(mergedChanges)
    : refuse('answer.too-many-changes', { limit: MAX_REQUESTED_CHANGES })
}

/** Merges marks. A newer mark replaces the mark of the same place; without a comment it keeps the older comment. */
function mergeMarks(before: readonly RequestedChange[], now: readonly RequestedChange[]): readonly RequestedChange[] {
  const newer = new Map(now.map((section) => [toAddressOrSection(section), section]))
  const older = new Set(before.map(toAddressOrSection))
  return [
    ...before.map((section) => ({
      ...pickCommentField(section),
      ...(newer.get(toAddressOrSection(section)) ?? section),
    })),
    ...now.filter((section) => !older.has(toAddressOrSection(section))),
  ]
}

function toAddressOrSection(section: RequestedChange): Address | number {
  return toQuestionAddress(section) ?? section.sectionOrder
}

function pickCommentField({ comment }: RequestedChange): Pick<RequestedChange, 'comment'> {
  return comment === undefined ? {} : { comment }
}
