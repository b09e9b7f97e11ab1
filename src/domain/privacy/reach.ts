import { municipalitiesOf, findRoleReach, type Staff } from '../access/index.ts'
import { ALL_ERASED_KEY } from './documents.ts'

/**
 * Values of `reach` in `ErasedAnswer` that a staff member's devices search for: the account, and its municipalities or
 * `ALL_ERASED_KEY`.
 */
export function listErasureReachValues(actor: Staff): readonly string[] {
  return [actor.id, ...(findRoleReach(actor.role) === 'everything' ? [ALL_ERASED_KEY] : municipalitiesOf(actor))]
}
