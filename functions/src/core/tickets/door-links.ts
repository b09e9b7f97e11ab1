import { type DoorLink, DOOR_LINK, doorBearerSchema, LATE_REPORTS } from '#domain/tickets/index.ts'
import { ok, refuse, templateIdSchema, toMilliseconds, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { sha256Hex } from '../http/digest.ts'
import { createAddressPace } from '../limits/by-address.ts'

/** Links of one address that are not good: 60 at once, then one a second. */
const FORGED = { burst: 60, interval: 1_000 }

/** `isOver`: the link's time is over or its scans are discarded, and only what it saw before is listened to */
export type LinkOfDoor = { readonly link: DoorLink; readonly isOver: boolean }
/** The link that a request shows; undefined where it shows none. */
export type DoorByLink = (
  request: Request,
  form: string | undefined,
  address: string | undefined,
) => Promise<Result<LinkOfDoor> | undefined>

/**
 * Who keeps a door by a link? Asked with each request, so that an ended one opens nothing more. Refuses with
 * door.required (none of this form), door.ended (too long ago to report anything) and request.too-many.
 */
export function doorLinkFinder({ ports: { store, clock } }: Pick<Core, 'ports'>): DoorByLink {
  const forged = createAddressPace(clock, FORGED)
  return async (request, form, address) => {
    const shown = request.headers.get('authorization')
    if (shown?.startsWith(`Bearer ${DOOR_LINK}`) !== true) return undefined
    // A good link is never refused for what others of its address have shown: a venue has one address.
    const found = await goodLink(shown.slice('Bearer '.length), form)
    if (found.ok) return found
    const counted = forged(address)
    return counted.ok ? found : counted
  }

  async function goodLink(bearer: string, form: string | undefined): Promise<Result<LinkOfDoor>> {
    const [secret, id] = [doorBearerSchema.safeParse(bearer), templateIdSchema.safeParse(form)]
    if (!secret.success || !id.success) return refuse('door.required')
    const hash = await sha256Hex(secret.data)
    const link = (await store.get(keys.doorLinks(id.data)))?.links.find((one) => one.hash === hash)
    if (link === undefined) return refuse('door.required')
    // Scans of a link that staff ended are not taken, except to store them as discarded.
    if (link.ended !== undefined && link.discarded === undefined) return refuse('door.required')
    const over = clock() - toMilliseconds(link.until)
    return over >= LATE_REPORTS ? refuse('door.ended') : ok({ link, isOver: over >= 0 || link.ended !== undefined })
  }
}
