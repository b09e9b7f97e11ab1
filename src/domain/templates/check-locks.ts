import type { TemplateDraft } from '../documents/index.ts'
import type { EditingLocks } from './locks.ts'
import type { TemplateProblem } from './place.ts'

/** What a save would change although it may not; empty when it may be saved. The server asks this of the stored template and the new one. */
export function checkLocks(_before: TemplateDraft, _after: TemplateDraft, _locks: EditingLocks): readonly TemplateProblem[] {
  return []
}
