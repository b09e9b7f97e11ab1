import { checkFilePlaces, findReferencedFiles } from '../answering/check-submission.ts'
import { checkAnswerSize } from '../answering/check-size.ts'
import { composeSections } from '../answering/compose.ts'
import { decomposeAnswer } from '../answering/decompose.ts'
import { findAskedQuestion, findPlacedQuestion } from '../answering/walk.ts'
import { findQuestionValueProblem } from '../answering/missing.ts'
import type { Answer } from '../answers/documents/answer.ts'
import type { Conflict } from '../answers/documents/conflict.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { MadeBy } from '../answers/documents/change-request.ts'
import type { StoredFile } from '../files/documents/stored-file.ts'
import type { Instant } from '../kernel/instant.ts'
import type { MutationId } from '../kernel/ids.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { unreachable } from '../kernel/unreachable.ts'
import { areBothRemovals } from './conflict-place.ts'
import type { Correction } from './correction.ts'
import { type ContentConflict, type MergedContent, mergeCorrection } from './merge.ts'
import { checkAnswerDetails, buildAnswerDetails, withAnswerDetails } from './answer-details.ts'
import { findNewlyMissingItems, toConflictIfMissing } from './still-complete.ts'

export type CorrectionOrigin = { readonly mutation: MutationId; readonly madeBy: MadeBy; readonly date: Instant }

export type CorrectionOutcome = {
  readonly document: Answer
  readonly applied: Correction
  readonly conflicts: readonly Conflict[]
}

export type CorrectionContext = {
  readonly answer: Answer
  /** template version that the answer was filled in with */
  readonly version: FormTemplate
  /** version of the answer that the author of the correction saw, see `isSeenVersion`; 0: unknown */
  readonly base: number
  readonly baseAt?: Instant | undefined
  /** the answer at that version, if available */
  readonly seen?: Answer | undefined
}

/**
 * Checks whether this is the version that the author of a change saw. The number alone is not enough, because a
 * restored backup reuses numbers.
 */
export function isSeenVersion(
  { version, lastUpdate }: Pick<Answer, 'version' | 'lastUpdate'>,
  { base, baseAt }: Pick<CorrectionContext, 'base' | 'baseAt'>,
): boolean {
  return base === version && (baseAt === undefined || baseAt === lastUpdate)
}

/**
 * Merges a correction into a stored answer. Conflicts are returned and are not part of the document. A correction that
 * would leave a required question unanswered is refused if its author saw the current version; otherwise it becomes a
 * conflict. Refuses with:
 * - answer.incomplete: a required question would become unanswered
 * - answer.unknown-address: the form has no such question, condition or repeatable section, or asks for no citizen,
 *   recipient or asset
 * - answer.wrong-value, and the codes of checkAnswerSize
 * - file.missing: a named file is neither stored nor sent
 * - file.wrong-type, file.too-large
 * - value.single-option-only: two conditions in a section that allows one
 */
export function correctAnswer(
  { answer, version, base, baseAt, seen }: CorrectionContext,
  correction: Correction,
  origin: CorrectionOrigin,
  files: readonly StoredFile[],
): Result<CorrectionOutcome> {
  for (const edit of [...correction.values, ...(correction.uncertain?.values ?? [])]) {
    const place = findPlacedQuestion(version, edit.at)
    if (place === undefined) return refuse('answer.unknown-address', { address: edit.at })
    const problem = edit.value === null ? null : findQuestionValueProblem(place.question, edit.value)
    if (problem !== null) return refuse('answer.wrong-value', { address: edit.at, reason: problem.code })
  }
  const { conditions, rows, counts = [] } = correction
  const unknown = [...conditions, ...rows, ...counts].find((edit) => !hasPlace(version, edit))
  if (unknown !== undefined) return refuse('answer.unknown-address', { section: unknown.section })
  const checks = conditions
    .filter((edit) => edit.checked && isSingle(version, edit.section))
    .map((edit) => edit.section)
  const sectionWithTwoConditions = checks.find((section, index) => checks.indexOf(section) !== index)
  if (sectionWithTwoConditions !== undefined)
    return refuse('value.single-option-only', { section: sectionWithTwoConditions })

  const answerDetails = checkAnswerDetails(version, correction)
  if (!answerDetails.ok) return answerDetails
  const before = { content: decomposeAnswer(answer), details: buildAnswerDetails(answer) }
  // If the author saw this version, only the system can have changed details since. An unknown version (0) is
  // treated like a seen version.
  const isCurrent = isSeenVersion(answer, { base, baseAt })
  const isUnchanged = base === 0 || isCurrent
  const mergedCorrection = mergeCorrection(before, correction, isUnchanged, decomposeAnswer(seen ?? answer))
  const checkedCorrection = findUncheckedConflict(withOneCondition(mergedCorrection, version), before.content, version)
  const size = checkAnswerSize(version, checkedCorrection.content)
  if (!size.ok) return size
  const [missing] = isCurrent ? findNewlyMissingItems(version, before, checkedCorrection) : []
  if (missing !== undefined)
    return refuse('answer.incomplete', {
      ...missing.problem.details,
      reason: missing.problem.code,
      ...(missing.kind === 'question' ? { address: missing.address } : {}),
    })
  const merged = toConflictIfMissing(checkedCorrection, before, version)
  const known = new Map([...answer.files, ...files].map((file) => [file.sha256, file]))
  const fits = checkContent(merged, known)
  if (!fits.ok) return fits
  const document: Answer = {
    ...withAnswerDetails(answer, merged.applied),
    secciones: composeSections(version, merged.content, known),
    files: [...known.values()],
  }
  return ok({
    document,
    applied: merged.applied,
    conflicts: merged.clashes.map((clash) => toConflict(clash, origin)),
  })
}

/** Checks the files of the corrected answer and their types, as for a submission. */
function checkContent({ content }: MergedContent, knownEntries: ReadonlyMap<string, StoredFile>): Result<void> {
  const header = { signatures: [] }
  for (const sha256 of findReferencedFiles({ content, header }))
    if (!knownEntries.has(sha256)) return refuse('file.missing', { file: sha256 })
  return checkFilePlaces({ content, header }, knownEntries)
}

/**
 * Resolves sections that allow one condition but have two after the merge. The earlier condition stays, and the later
 * condition becomes a conflict. Edits of the later condition's questions also conflict (`findUncheckedConflict`).
 */
function withOneCondition(merged: MergedContent, version: FormTemplate): MergedContent {
  const conditions: Record<string, readonly number[]> = { ...merged.content.conditions }
  const secondConditions = merged.applied.conditions.filter(
    ({ section, checked }) => checked && isSingle(version, section) && (conditions[String(section)] ?? []).length > 1,
  )
  if (secondConditions.length === 0) return merged
  for (const { section, condition } of secondConditions)
    conditions[String(section)] = (conditions[String(section)] ?? []).filter((value) => value !== condition)
  return {
    ...merged,
    content: { ...merged.content, conditions: conditions as MergedContent['content']['conditions'] },
    applied: {
      ...merged.applied,
      conditions: merged.applied.conditions.filter((edit) => !secondConditions.includes(edit)),
    },
    clashes: [
      ...merged.clashes,
      ...secondConditions.map((edit): ContentConflict => ({ kind: 'condition', edit, current: false })),
    ],
  }
}

function isSingle(version: FormTemplate, section: number): boolean {
  return version.secciones.find((eachSection) => eachSection.orden === section)?.conditionalSectionSingle === true
}

/** Turns edits of questions whose condition was unchecked into conflicts. */
function findUncheckedConflict(
  merged: MergedContent,
  before: MergedContent['content'],
  version: FormTemplate,
): MergedContent {
  const unplacedEdits = merged.applied.values.filter(
    (edit) => edit.value !== null && findAskedQuestion(version, merged.content, edit.at) === undefined,
  )
  if (unplacedEdits.length === 0) return merged
  const values = { ...merged.content.values }
  for (const edit of unplacedEdits) {
    const old = before.values[edit.at]
    if (old === undefined) delete values[edit.at]
    else values[edit.at] = old
  }
  return {
    ...merged,
    content: { ...merged.content, values },
    applied: { ...merged.applied, values: merged.applied.values.filter((edit) => !unplacedEdits.includes(edit)) },
    clashes: [
      ...merged.clashes,
      ...unplacedEdits.map((edit): ContentConflict => ({ kind: 'value', edit, current: null })),
    ],
  }
}

function hasPlace(
  version: FormTemplate,
  edit: Correction['conditions'][number] | { readonly section: number },
): boolean {
  const section = version.secciones.find((eachSection) => eachSection.orden === edit.section)
  if ('condition' in edit)
    return (
      section?.conditionalSection === true && section.conditions.some((condition) => condition.order === edit.condition)
    )
  return section?.repetible === true
}

function toConflict(clash: ContentConflict, origin: CorrectionOrigin): Conflict {
  switch (clash.kind) {
    case 'value': {
      const { at: address, seen, value: proposed } = clash.edit
      return { kind: 'value', address, seen, proposed, current: clash.current, ...origin }
    }
    case 'condition': {
      const { section, condition, seen, checked: proposed } = clash.edit
      return { kind: 'condition', section, condition, seen, proposed, current: clash.current, ...origin }
    }
    case 'rows': {
      const { section, seen, count: proposed } = clash.edit
      return { kind: 'rows', section, seen, proposed, current: clash.current, ...origin }
    }
    case 'row': {
      const conflict = { ...clash, ...origin }
      return areBothRemovals(conflict) ? { ...conflict, resolved: { by: origin.madeBy, date: origin.date } } : conflict
    }
    case 'location':
    case 'citizen':
    case 'persona':
    case 'identifier': {
      const { seen, value: proposed } = clash.edit
      return { kind: clash.kind, seen, proposed, current: clash.current, ...origin } as Conflict
    }
    default:
      return unreachable(clash)
  }
}
