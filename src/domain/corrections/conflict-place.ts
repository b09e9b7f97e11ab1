import { z } from 'zod'
import type { Conflict } from '../answers/documents/conflict.ts'
import { ORDER_PATTERN, ROW_ID_PATTERN } from '../kernel/row-ids.ts'
import { unreachable } from '../kernel/unreachable.ts'
import { ANSWER_DETAILS } from './correction.ts'

const PLACES = [
  `${ORDER_PATTERN}/(?:c${ORDER_PATTERN}/|r${ROW_ID_PATTERN}/)?${ORDER_PATTERN}`,
  String.raw`${ORDER_PATTERN}\?${ORDER_PATTERN}`,
  `${ORDER_PATTERN}#(?:${ROW_ID_PATTERN})?`,
  ...ANSWER_DETAILS,
  'state',
]

/**
 * Place of a conflict, by which a user decides each conflict of a mutation: an address, `section?condition`,
 * `section#row`, `section#` for all rows, a detail or `state`.
 */
export const conflictPlaceSchema = z.string().regex(new RegExp(`^(?:${PLACES.join('|')})$`))
type ConflictPlace = z.infer<typeof conflictPlaceSchema>

/** Reference to a conflict that a correction decides: the later of the two mutations, and the place. */
export type ConflictResolution = Readonly<{ mutation: Conflict['mutation']; at: ConflictPlace | null }>

function placeOfConflict(conflict: Conflict): ConflictPlace {
  switch (conflict.kind) {
    case 'value':
      return conflict.address
    case 'condition':
      return `${conflict.section}?${conflict.condition}`
    case 'row':
      return `${conflict.section}#${conflict.row}`
    case 'rows':
      return `${conflict.section}#`
    case 'location':
    case 'citizen':
    case 'persona':
    case 'identifier':
    case 'state':
      return conflict.kind
    default:
      return unreachable(conflict)
  }
}

/** Decision about one conflict, as sent in `answer.correct`. */
export function toConflictResolution(conflict: Conflict): ConflictResolution {
  return { mutation: conflict.mutation, at: placeOfConflict(conflict) }
}

/**
 * Checks whether a decision is about this conflict. `at: null`, sent by the earliest apps, decides all conflicts of the
 * mutation.
 */
export function isDecisionAboutConflict({ mutation, at }: ConflictResolution, conflict: Conflict): boolean {
  return mutation === conflict.mutation && (at === null || at === placeOfConflict(conflict))
}

/** Checks whether both users removed the row, so that no decision is needed. */
export function areBothRemovals(conflict: Pick<Conflict, 'kind' | 'current' | 'proposed'>): boolean {
  return conflict.kind === 'row' && conflict.current === null && conflict.proposed === null
}
