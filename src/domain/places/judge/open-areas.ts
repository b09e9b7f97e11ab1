import type { AreaPath, Instant } from '../../kernel/index.ts'
import { keys, type Found } from '../../store/index.ts'

/** Whether a user or a form may be put into all of these areas: each is there, and no deletion of it has begun. */
export function isOpen(areas: readonly AreaPath[], found: Found, now: Instant): boolean {
  return areas.every((path) => {
    const area = found.get(keys.area(path))
    return area !== undefined && (area.closedUntil === undefined || area.closedUntil <= now)
  })
}
