import type { ChangeRequest } from '../answers/documents/change-request.ts'
import type { Address } from '../kernel/address.ts'
import type { AnswerValues, QuestionValue } from '../answers/documents/values.ts'
import { listAskedQuestionsInSection, type PlacedQuestion } from '../answering/walk.ts'
import { acceptsAnswerValue } from '../questions/complete.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Section } from '../templates/documents/section.ts'
import { hasAnswerDetails, isSameValue, type Correction } from './correction.ts'
import { toQuestionAddress } from './place-fields.ts'

/**
 * Parts of a question that a change request opens: the whole question, or only its image, or only its document or
 * video.
 */
type RequestedPart = 'answer' | 'image' | 'document'
export type RequestedParts = ReadonlyMap<Address, ReadonlySet<RequestedPart>>

export function collectRequestedParts(...requests: readonly Pick<ChangeRequest, 'changesRequested'>[]): RequestedParts {
  const requested = new Map<Address, Set<RequestedPart>>()
  const parts = requests.flatMap(({ changesRequested: { answers, images, documents } }) => [
    ['answer', answers] as const,
    ['image', images] as const,
    ['document', documents] as const,
  ])
  for (const [part, places] of parts)
    for (const place of places) {
      const address = toQuestionAddress(place)
      if (address !== null) requested.set(address, (requested.get(address) ?? new Set()).add(part))
    }
  return requested
}

const FIELDS = {
  image: ['imagen'],
  document: ['documento', 'video'],
} as const satisfies Readonly<Record<Exclude<RequestedPart, 'answer'>, readonly (keyof QuestionValue)[]>>

/** Returns the part of a value that the request does not open and that must stay unchanged. */
function withoutRequestedParts(parts: ReadonlySet<RequestedPart>, value: QuestionValue | null): QuestionValue {
  const open = (['image', 'document'] as const).flatMap((part): readonly string[] =>
    parts.has(part) ? FIELDS[part] : [],
  )
  return Object.fromEntries(Object.entries(value ?? {}).filter(([field]) => !open.includes(field)))
}

/** Checks whether a change stays within the requested parts of a question. */
function isWithinRequest(
  requestedParts: RequestedParts,
  address: Address,
  seen: QuestionValue | null,
  value: QuestionValue | null,
): boolean {
  const parts = requestedParts.get(address)
  if (parts === undefined) return false
  return parts.has('answer') || isSameValue(withoutRequestedParts(parts, seen), withoutRequestedParts(parts, value))
}

/**
 * Returns the address of the first changed question that was not requested, or undefined if every change was requested.
 * Returns null if rows, conditions or details were changed.
 * @param requestedParts undefined if the request is unknown; then every question counts as requested
 */
export function findUnrequestedChange(
  requestedParts: RequestedParts | undefined,
  correction: Correction,
): Address | null | undefined {
  const { values, conditions, rows, counts = [], uncertain } = correction
  const others = conditions.length + rows.length + counts.length + (uncertain?.removals.length ?? 0)
  if (others > 0 || hasAnswerDetails(correction)) return null
  if (requestedParts === undefined) return undefined
  return [...values, ...(uncertain?.values ?? [])].find(
    ({ at, seen, value }) => !isWithinRequest(requestedParts, at, seen, value),
  )?.at
}

/** Requested questions of one section, condition and row. */
export type RequestedGroup = {
  readonly section: Section
  readonly number: number
  readonly places: readonly PlacedQuestion[]
}

/**
 * Splits a form for answering a change request:
 * - `groups`: the requested questions
 * - `sections`: sections with questions that were not requested, repeatable sections, and conditional sections
 * - `others`: number of questions that take a value and were not requested
 * @param asked addresses of the requested questions
 */
export function splitRequestedQuestions(
  template: Pick<FormTemplate, 'secciones'>,
  content: AnswerValues,
  asked: ReadonlyMap<Address, unknown>,
) {
  const groups = new Map<string, RequestedGroup>()
  const sections = new Set<Section>()
  let others = 0
  for (const [index, section] of template.secciones.entries()) {
    if (section.repetible || section.conditionalSection) sections.add(section)
    for (const place of listAskedQuestionsInSection(section, content)) {
      const key = JSON.stringify([index, place.condition?.order, place.row])
      if (asked.has(place.address))
        groups.set(key, { section, number: index + 1, places: [...(groups.get(key)?.places ?? []), place] })
      else {
        sections.add(section)
        if (acceptsAnswerValue(place.question)) others += 1
      }
    }
  }
  return { groups: [...groups.values()], sections, others }
}
