import type { DoorLink } from '../../documents/index.ts'
import { MAX_DOOR_LINKS } from '../../documents/ticket.ts'
import {
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type Instant,
  type Result,
  type TemplateId,
} from '../../kernel/index.ts'
import { keys, set, unitOver, type Unit } from '../../store/index.ts'
import { LATE_REPORTS } from '../../tickets/index.ts'

/** A link so long over that its doors report no more goes. Refuses with door.too-many ({ most }). */
export function makeDoorLinkUnit(form: TemplateId, link: DoorLink, now: Instant): Unit<Result<DoorLink>> {
  const key = keys.doorLinks(form)
  return unitOver<Result<DoorLink>>([key], (found) => {
    const over = toInstant(toMilliseconds(now) - LATE_REPORTS)
    const known = found.get(key)
    const links = (known?.links ?? []).filter(({ until }) => until > over)
    return links.length >= MAX_DOOR_LINKS
      ? { result: refuse('door.too-many', { most: MAX_DOOR_LINKS }), writes: [] }
      : { result: ok(link), writes: [set(key, { ...known, form, links: [...links, link] })] }
  })
}

/** Ends a link at once. @returns undefined where there is none, or not any more */
export function endDoorLinkUnit(form: TemplateId, id: string): Unit<DoorLink | undefined> {
  const key = keys.doorLinks(form)
  return unitOver<DoorLink | undefined>([key], (found) => {
    const known = found.get(key)
    const links = known?.links ?? []
    const ended = links.find((link) => link.id === id)
    const left = links.filter((link) => link !== ended)
    return { result: ended, writes: ended === undefined ? [] : [set(key, { ...known, form, links: left })] }
  })
}
