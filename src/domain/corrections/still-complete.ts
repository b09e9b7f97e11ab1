import type { AnswerValues } from '../answers/documents/values.ts'
import { type MissingItem, findMissingItems, findQuestionValueProblem } from '../answering/missing.ts'
import { listAskedQuestions } from '../answering/walk.ts'
import { type Address, parseAddress } from '../kernel/index.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import {
  type AnswerDetail,
  type RowEdit,
  getRowKey,
  formatRowKey,
  isSameValue,
  groupValuesByRow,
} from './correction.ts'
import type { ContentConflict, CorrectableContent, MergedContent, DetailConflict } from './merge.ts'
import { type AnswerDetails, isSameDetail, pickPresentDetails } from './answer-details.ts'
import { typedEntries } from '../kernel/typed-entries.ts'

/** Returns the required parts of an answer that are missing after a change and were not missing before. */
export function findNewlyMissingItems(
  version: FormTemplate,
  before: CorrectableContent,
  after: CorrectableContent,
): readonly MissingItem[] {
  const findMissing = ({ content, details }: CorrectableContent): readonly MissingItem[] =>
    findMissingItems(version, content, { ...pickPresentDetails(details), signatures: [] }, true)
  const isSameCitizen = isSameDetail('citizen', before.details.citizen, after.details.citizen)
  const acceptedMissing = findMissing(before).filter(({ kind }) => kind !== 'citizen' || isSameCitizen)
  const known = new Set(acceptedMissing.map(buildMissingKey))
  return findMissing(after).filter((missing) => !known.has(buildMissingKey(missing)))
}

/** Drops values of questions that are not asked: under unchecked conditions and in removed rows. */
export function dropHiddenValues(version: FormTemplate, content: AnswerValues): AnswerValues {
  const requestedAddresses = new Set(listAskedQuestions(version, content).map(({ address }) => address))
  const values = typedEntries(content.values).filter(([address]) => requestedAddresses.has(address))
  return { ...content, values: Object.fromEntries(values) }
}

/**
 * Returns the problems that prevent a change from being sent: its wrong values, and required parts that would be newly
 * missing.
 */
export function findChangeProblems(
  version: FormTemplate,
  seen: CorrectableContent,
  correctableContent: CorrectableContent,
): readonly MissingItem[] {
  const wrong = listAskedQuestions(version, correctableContent.content).flatMap(
    ({ address, question }): readonly MissingItem[] => {
      const value = correctableContent.content.values[address] ?? null
      const problem =
        value === null || isSameValue(seen.content.values[address] ?? null, value)
          ? null
          : findQuestionValueProblem(question, value)
      return problem === null || problem.code === 'value.required' ? [] : [{ kind: 'question', address, problem }]
    },
  )
  return [...wrong, ...findNewlyMissingItems(version, seen, correctableContent)]
}

/**
 * Turns the later of two changes into a conflict if both together leave a required part of the answer missing. All
 * edits of the later change in the affected sections conflict.
 */
export function toConflictIfMissing(
  merged: MergedContent,
  before: CorrectableContent,
  version: FormTemplate,
): MergedContent {
  const missing = findNewlyMissingItems(version, before, merged)
  if (missing.length === 0) return merged
  const sections = new Set(missing.map(getMissingSection))
  const { applied, content } = merged
  const isHere = (edit: { readonly section: number }): boolean => sections.has(edit.section)
  const rows = applied.rows.filter(isHere)
  const editedRows = new Set(rows.map(formatRowKey))
  const values = applied.values.filter((edit) => sections.has(parseAddress(edit.at).section))
  const conditions = applied.conditions.filter(isHere)
  const restoredDetails = (['location', 'citizen'] as const).filter(
    (place) => applied[place] !== undefined && missing.some(({ kind }) => kind === place),
  )
  const rest = Object.fromEntries(
    Object.entries(applied).filter(([place]) => !restoredDetails.includes(place as (typeof restoredDetails)[number])),
  ) as typeof applied
  const isSection = (key: string): boolean => sections.has(Number(key))
  const isInSection = (at: string): boolean => sections.has(parseAddress(at as Address).section)
  return {
    content: {
      values: restoreFields(content.values, before.content.values, isInSection),
      conditions: restoreFields(content.conditions, before.content.conditions, isSection),
      rows: restoreFields(content.rows, before.content.rows, isSection),
    },
    details: restoredDetails.reduce<AnswerDetails>(
      (all, place) => ({ ...all, [place]: before.details[place] }),
      merged.details,
    ),
    applied: {
      ...rest,
      values: rest.values.filter((edit) => !values.includes(edit)),
      conditions: rest.conditions.filter((edit) => !conditions.includes(edit)),
      rows: rest.rows.filter((edit) => !rows.includes(edit)),
    },
    clashes: [
      ...merged.clashes,
      ...values
        .filter(({ at }) => !editedRows.has(getRowKey(at) ?? ''))
        .map((edit): ContentConflict => ({ kind: 'value', edit, current: before.content.values[edit.at] ?? null })),
      ...conditions.map((edit): ContentConflict => ({ kind: 'condition', edit, current: edit.seen })),
      ...findRowConflicts(rows, before, merged),
      ...restoredDetails.map(
        (kind: AnswerDetail) => ({ kind, edit: applied[kind], current: before.details[kind] }) as DetailConflict,
      ),
    ],
  }
}

/** Returns the conflicts of rows whose addition or removal is undone, each with the values of the row. */
function findRowConflicts(
  rows: readonly RowEdit[],
  before: CorrectableContent,
  merged: MergedContent,
): readonly ContentConflict[] {
  const [was, is] = [before, merged].map(({ content }) => groupValuesByRow(content.values))
  return rows.map((edit): ContentConflict => {
    const { section, row } = edit
    const said = (values: typeof was) => values?.get(formatRowKey(edit)) ?? {}
    return 'seen' in edit
      ? { kind: 'row', section, row, seen: edit.seen, current: said(was), proposed: null }
      : { kind: 'row', section, row, seen: null, current: null, proposed: said(is) }
  })
}

function buildMissingKey(missing: MissingItem): string {
  return missing.kind === 'question' ? missing.address : `${missing.kind} ${getMissingSection(missing)}`
}

function getMissingSection(missing: MissingItem): number | undefined {
  if (missing.kind === 'question') return parseAddress(missing.address).section
  return missing.kind === 'conditions' ? missing.section : undefined
}

/** Returns the fields of `before` for keys where `isRestoredKey` is true, and the fields of `after` for the others. */
function restoreFields<T extends Readonly<Record<string, unknown>>>(
  after: T,
  before: T,
  isRestoredKey: (key: string) => boolean,
): T {
  const kept = Object.entries(after).filter(([key]) => !isRestoredKey(key))
  const restoredFields = Object.entries(before).filter(([key]) => isRestoredKey(key))
  return Object.fromEntries([...kept, ...restoredFields]) as T
}
