import { type DoorLink, type DoorLinks, MAX_DOOR_LINKS } from '../documents/ticket.ts'
import {
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type Instant,
  type Result,
  type TemplateId,
} from '../../kernel/index.ts'
import { keys, set, unitForKeys, type Unit } from '../../store/index.ts'
import { MAX_REPORT_DELAY_MS } from '../event.ts'

/**
 * Adds a door link. Removes links whose doors can no longer report and, at the limit, the oldest links that have ended.
 * Refuses with door.too-many ({ most }).
 */
export function createDoorLinkUnit(form: TemplateId, link: DoorLink, now: Instant): Unit<Result<DoorLink>> {
  const key = keys.doorLinks(form)
  return unitForKeys<Result<DoorLink>>([key], (documents) => {
    const over = toInstant(toMilliseconds(now) - MAX_REPORT_DELAY_MS)
    const known = documents.get(key)
    const links = (known?.links ?? []).filter(({ until }) => until > over)
    const excess = new Set(links.filter(({ ended }) => ended !== undefined).slice(0, countExcessLinks(links)))
    const keptLinks = links.filter((eachLink) => !excess.has(eachLink))
    return keptLinks.length >= MAX_DOOR_LINKS
      ? { result: refuse('door.too-many', { most: MAX_DOOR_LINKS }), writes: [] }
      : { result: ok(link), writes: [set(key, { ...known, form, links: [...keptLinks, link] })] }
  })
}

function countExcessLinks(links: readonly DoorLink[]): number {
  return Math.max(0, links.length + 1 - MAX_DOOR_LINKS)
}

/**
 * Ends a link at once. Staff can discard its scans later. @returns undefined if it does not exist or has already ended
 */
export function endDoorLinkUnit(form: TemplateId, id: string, now: Instant): Unit<DoorLink | undefined> {
  return changeUnit(form, id, (link) => (link.ended === undefined ? { ...link, ended: now } : undefined))
}

/**
 * Ends a link, and marks its scans for discarding.
 * @param mark `next`: position at which discarding starts
 * @returns undefined if the link does not exist or is already marked
 */
export function discardDoorLinkUnit(
  form: TemplateId,
  id: string,
  mark: NonNullable<DoorLink['discarded']>,
): Unit<DoorLink | undefined> {
  return changeUnit(form, id, (link) =>
    link.discarded === undefined ? { ...link, ended: link.ended ?? mark.at, discarded: mark } : undefined,
  )
}

/** Stores how far discarding a link's scans has progressed. @param next undefined: finished */
export function storeDiscardProgressUnit(
  form: TemplateId,
  id: string,
  next: string | undefined,
): Unit<DoorLink | undefined> {
  return changeUnit(form, id, (link) => {
    if (link.discarded === undefined) return undefined
    const { by, at } = link.discarded
    return { ...link, discarded: { by, at, ...(next === undefined ? {} : { next }) } }
  })
}

/** Changes a link. @param change returns the new link, or undefined to write nothing @returns the changed link */
function changeUnit(
  form: TemplateId,
  id: string,
  change: (link: DoorLink) => DoorLink | undefined,
): Unit<DoorLink | undefined> {
  const key = keys.doorLinks(form)
  return unitForKeys<DoorLink | undefined>([key], (documents) => {
    const known: DoorLinks = documents.get(key) ?? { form, links: [] }
    const link = known.links.find((eachLink) => eachLink.id === id)
    const after = link && change(link)
    if (after === undefined) return { result: undefined, writes: [] }
    const links = known.links.map((eachLink) => (eachLink === link ? after : eachLink))
    return { result: after, writes: [set(key, { ...known, links })] }
  })
}
