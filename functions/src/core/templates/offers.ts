import type { Municipality, User } from '#domain/documents/index.ts'
import type { UserId } from '#domain/kernel/index.ts'
import { keys, type Found, type Key } from '#domain/sync/index.ts'
import { type Offer, offersVideo, offerTo } from '#domain/templates/index.ts'
import { REMOTE_CONFIG_KEY, remoteConfigOf } from '../sessions/remote-config.ts'

/** What decides about the offer: the remote flags and, once the user is found, their municipality. */
export function offerKeys(by: UserId, found: Found): readonly Key[] {
  const user = found.get(keys.user(by)) as User | undefined
  return [REMOTE_CONFIG_KEY, ...(user === undefined ? [] : [user.municipalityPath])]
}

/** What somebody is offered at this moment; the profile of a device may be older. */
export function offerIn(user: User, found: Found): Offer {
  const municipality = found.get(user.municipalityPath) as Municipality | undefined
  const videoAttachments = municipality !== undefined && offersVideo(municipality, user)
  return offerTo({ municipality: { videoAttachments }, config: remoteConfigOf(found.get(REMOTE_CONFIG_KEY)) })
}
