import { actorOfProfile, computeOversight, type Oversight } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

const NO_OVERSIGHT: Oversight = { held: false, devices: false, jobs: false, deleted: false }

/** Returns which parts of supervision the signed-in user may open: held answers, devices, jobs, deleted answers. */
export function useOversight(): Oversight {
  const profile = useProfile()
  return profile === null ? NO_OVERSIGHT : computeOversight(actorOfProfile(profile))
}
