import { municipalitiesOf, reachOf, type Staff } from '../access/index.ts'
import { EVERY_ERASED } from './documents.ts'

/**
 * Values of `reach` in `ErasedAnswer` that a staff member's devices search for: the account, and its municipalities or
 * all.
 */
export function erasureReach(actor: Staff): readonly string[] {
  return [actor.id, ...(reachOf(actor.role) === 'everything' ? [EVERY_ERASED] : municipalitiesOf(actor))]
}
