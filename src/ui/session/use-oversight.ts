import { actorOfProfile, computeSupervision, type Supervision } from '#domain/access/index.ts'
import { useProfile } from './session-store.ts'

const NO_SUPERVISION: Supervision = { held: false, devices: false, jobs: false, deleted: false }

/** Returns which parts of supervision the signed-in user may open: held answers, devices, jobs, deleted answers. */
export function useSupervision(): Supervision {
  const profile = useProfile()
  return profile === null ? NO_SUPERVISION : computeSupervision(actorOfProfile(profile))
}
