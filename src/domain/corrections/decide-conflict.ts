import { type AnswerValues, contentOf } from '../answering/index.ts'
import type { Answer, Conflict } from '../documents/index.ts'
import { unreachable } from '../kernel/unreachable.ts'
import { decidesConflict, type Resolution } from './conflict-place.ts'
import { type Correction, type Particular, PARTICULARS, sameValue } from './correction.ts'
import { particularsOf, sameParticular } from './particulars.ts'

/** What stands now where two people met: it may have been changed again since. */
export function currentOf(answer: Answer, conflict: Conflict): Conflict['current'] {
  const { values, conditions, rows } = contentOf(answer)
  switch (conflict.kind) {
    case 'value':
      return values[conflict.address] ?? null
    case 'condition':
      return (conditions[String(conflict.section)] ?? []).includes(conflict.condition)
    case 'rows':
      return rows[String(conflict.section)] ?? 0
    case 'location':
    case 'citizen':
    case 'persona':
    case 'identifier':
      return particularsOf(answer)[conflict.kind]
    case 'state':
      return answer.estados?.actual ?? conflict.current
    default:
      return unreachable(conflict)
  }
}

/**
 * Whether a correction only decides open conflicts: what locks an answer lets that pass, as it does completing and
 * moving, which are the changes that met.
 */
export function isDecision(
  correction: Correction,
  resolves: readonly Resolution[],
  { conflicts }: Pick<Answer, 'conflicts'>,
): boolean {
  const { values, conditions, rows } = correction
  const decided = conflicts.filter(
    (conflict) => conflict.resolved === undefined && resolves.some((one) => decidesConflict(one, conflict)),
  )
  const isProposed = (fits: (conflict: Conflict) => boolean): boolean => decided.some(fits)
  return (
    decided.length > 0 &&
    values.every(({ at, value }) =>
      isProposed((one) => one.kind === 'value' && one.address === at && sameValue(one.proposed, value)),
    ) &&
    conditions.every(({ section, condition, checked }) =>
      isProposed(
        (one) =>
          one.kind === 'condition' &&
          one.section === section &&
          one.condition === condition &&
          one.proposed === checked,
      ),
    ) &&
    rows.every(({ section, count }) =>
      isProposed((one) => one.kind === 'rows' && one.section === section && one.proposed === count),
    ) &&
    PARTICULARS.every((place) => {
      const edit = correction[place]
      return (
        edit === undefined || isProposed((one) => one.kind === place && sameParticular(place, one.proposed, edit.value))
      )
    })
  )
}

/** The correction that takes what came second after all, made by a user who sees what stands there now. */
export function takeProposed(
  content: AnswerValues,
  answer: Parameters<typeof particularsOf>[0],
  conflict: Exclude<Conflict, { kind: 'state' }>,
): {
  values: Correction['values'][number][]
  conditions: Correction['conditions'][number][]
  rows: Correction['rows'][number][]
} & { [K in Particular]?: NonNullable<Correction[K]> } {
  const nothing = { values: [], conditions: [], rows: [] }
  switch (conflict.kind) {
    case 'value': {
      const { address: at, proposed: value } = conflict
      return { ...nothing, values: [{ at, seen: content.values[at] ?? null, value }] }
    }
    case 'condition': {
      const { section, condition, proposed: checked } = conflict
      const seen = (content.conditions[String(section)] ?? []).includes(condition)
      return { ...nothing, conditions: [{ section, condition, seen, checked }] }
    }
    case 'rows': {
      const { section, proposed: count } = conflict
      return { ...nothing, rows: [{ section, seen: content.rows[String(section)] ?? 0, count }] }
    }
    case 'location':
    case 'citizen':
    case 'persona':
    case 'identifier':
      return { ...nothing, [conflict.kind]: { seen: particularsOf(answer)[conflict.kind], value: conflict.proposed } }
    default:
      return unreachable(conflict)
  }
}
