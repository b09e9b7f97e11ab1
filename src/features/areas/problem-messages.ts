import { msg } from '@lingui/core/macro'
import type { AreaMessages } from '#ui/index.ts'

/** Problem messages about areas, from the specification (part 1, points 5 and 8) where it has one. */
export const AREA_MESSAGES: AreaMessages = {
  'area.missing': msg`This area does not exist any more.`,
  'area.name-required': msg`The name cannot be empty`,
  'area.municipality-unknown': msg`This municipality does not exist any more.`,
  'area.only-one-of-users': msg`Somebody has only this area now. Look again.`,
  'area.being-deleted': msg`Somebody is just deleting this area. Try again in half a minute.`,
}
