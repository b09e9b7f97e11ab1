import type { User } from '../../users/documents/user.ts'
import { municipalityOf, type AreaPath, type UserId } from '../../kernel/index.ts'
import { keys, type Found, type Key } from '../../store/index.ts'
import { type Offer, offersVideo, offerTo } from '../checking/offer.ts'
import { remoteConfigOf } from '../../sync/remote-config.ts'

/** What decides the offer beside the form's municipality (`placeKeys`): remote flags and, without area, the user's. */
export function offerKeys(by: UserId, found: Found): readonly Key[] {
  const user = found.get(keys.user(by))
  return [keys.remoteConfig, ...(user === undefined ? [] : [keys.municipality(user.municipalityPath)])]
}

/** What a user is offered at this moment for a form of these areas; the profile of a device may be older. */
export function offerIn(user: User, areas: readonly AreaPath[], found: Found): Offer {
  const [first] = areas
  const path = first === undefined ? user.municipalityPath : municipalityOf(first)
  const stored = found.get(keys.municipality(path))
  const municipality = { path, videoAttachments: stored !== undefined && offersVideo(stored, user) }
  return offerTo(
    { ...user, role: user.roles[0], municipality, config: remoteConfigOf(found.get(keys.remoteConfig)) },
    areas,
  )
}
