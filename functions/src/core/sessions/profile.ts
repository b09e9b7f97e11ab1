import type { User } from '#domain/users/index.ts'
import { buildProfile, listProfileKeys } from '#domain/sessions/judge/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import type { Profile, RemoteConfig } from '#domain/sync/index.ts'
import type { Store } from '../ports.ts'

/** The user's profile for the device. Refuses as `buildProfile`. */
export async function loadProfile(store: Store, user: User, config: RemoteConfig): Promise<Result<Profile>> {
  return buildProfile(user, config, await store.getMany(listProfileKeys(user)))
}
