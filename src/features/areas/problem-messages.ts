import { msg } from '@lingui/core/macro'
import type { AreaMessages } from '#ui/index.ts'

/** Problem messages about areas, with the specification's text where there is one (part 1, points 5 and 8). */
export const AREA_MESSAGES: AreaMessages = {
  'area.missing': msg`This area no longer exists.`,
  'area.name-required': msg`The name cannot be empty.`,
  'area.municipality-unknown': msg`This municipality no longer exists.`,
  'area.only-one-of-users': msg`A user now has only this area. Check again.`,
  'area.being-deleted': msg`Someone is already deleting this area. Try again in 30 seconds.`,
}
