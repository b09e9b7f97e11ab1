import { type AnswerValues, contentOf } from '../answering/index.ts'
import type { Answer, Conflict, Location } from '../documents/index.ts'
import { unreachable } from '../kernel/unreachable.ts'
import type { Correction } from './correction.ts'

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
      return answer.ubicacion ?? null
    case 'state':
      return answer.estados?.actual ?? conflict.current
    default:
      return unreachable(conflict)
  }
}

/** The correction that takes what came second after all, made by somebody who sees what stands there now. */
export function takeProposed(
  content: AnswerValues,
  { ubicacion }: { readonly ubicacion?: Location | undefined },
  conflict: Exclude<Conflict, { kind: 'state' }>,
): {
  values: Correction['values'][number][]
  conditions: Correction['conditions'][number][]
  rows: Correction['rows'][number][]
  location?: NonNullable<Correction['location']>
} {
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
      return { ...nothing, location: { seen: ubicacion ?? null, value: conflict.proposed } }
    default:
      return unreachable(conflict)
  }
}
