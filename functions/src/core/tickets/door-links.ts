import { type DoorLink, DOOR_LINK_PREFIX, doorBearerSchema, MAX_REPORT_DELAY_MS } from '#domain/tickets/index.ts'
import { ok, refuse, templateIdSchema, toMilliseconds, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex } from '../http/digest.ts'
import { createAddressRateLimit } from '../limits/by-address.ts'

/** Rate limit of invalid links per address: 60 at once, then one per second. */
const FORGED_LINK_LIMIT = { burst: 60, interval: 1_000 }

/** A door link. `isOver`: it has expired or its scans were discarded; only scans made before `until` are accepted. */
export type FoundDoorLink = { readonly link: DoorLink; readonly isOver: boolean }
/** Finds the link of a request; undefined when it has none. */
export type FindDoorLink = (
  request: Request,
  form: string | undefined,
  address: string | undefined,
) => Promise<Result<FoundDoorLink> | undefined>

/**
 * Finds the door link of a request. Checked with each request, so that ending a link takes effect at once. Refuses with
 * door.required (not a link of this form, or ended by staff), door.ended (expired too long ago to report scans) and
 * request.too-many.
 */
export function createDoorLinkFinder({ ports: { store, clock } }: Pick<Core, 'ports'>): FindDoorLink {
  const forged = createAddressRateLimit(clock, FORGED_LINK_LIMIT)
  return async (request, form, address) => {
    const shown = request.headers.get('authorization')
    if (shown?.startsWith(`Bearer ${DOOR_LINK_PREFIX}`) !== true) return undefined
    // Counts only invalid links, so that they do not block valid ones at the same address, which a venue shares.
    const result = await findValidLink(shown.slice('Bearer '.length), form)
    if (result.ok) return result
    const countedResult = forged(address)
    return countedResult.ok ? result : countedResult
  }

  async function findValidLink(bearer: string, form: string | undefined): Promise<Result<FoundDoorLink>> {
    const [secret, id] = [doorBearerSchema.safeParse(bearer), templateIdSchema.safeParse(form)]
    if (!secret.success || !id.success) return refuse('door.required')
    const hash = await sha256Hex(secret.data)
    const link = (await store.get(keys.doorLinks(id.data)))?.links.find((eachLink) => eachLink.hash === hash)
    if (link === undefined) return refuse('door.required')
    // A link that staff ended is refused, unless its scans are being discarded; then they are stored as discarded.
    if (link.ended !== undefined && link.discarded === undefined) return refuse('door.required')
    const over = clock() - toMilliseconds(link.until)
    return over >= MAX_REPORT_DELAY_MS
      ? refuse('door.ended')
      : ok({ link, isOver: over >= 0 || link.ended !== undefined })
  }
}
