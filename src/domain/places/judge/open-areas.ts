import type { AreaPath, Instant } from '../../kernel/index.ts'
import { keys, type FoundDocuments } from '../../store/index.ts'

/** Checks whether users and forms may be added to these areas: all areas exist and are not being deleted. */
export function areAreasOpen(areas: readonly AreaPath[], documents: FoundDocuments, now: Instant): boolean {
  return areas.every((path) => {
    const area = documents.get(keys.area(path))
    return area !== undefined && (area.closedUntil === undefined || area.closedUntil <= now)
  })
}
