import type { MunicipalityPath } from '../kernel/paths.ts'
import type { Profile } from './profile.ts'

/** What a profile tells of a municipality that its user works in. */
export function toldOf(profile: Profile | null | undefined, path: MunicipalityPath) {
  return [profile?.municipality, ...(profile?.municipalities ?? [])].find((one) => one?.path === path)
}

/** Whether devices may keep whom they have looked up in the citizen registry of this municipality. */
export function keepsCitizens(profile: Profile | null | undefined, path: MunicipalityPath): boolean {
  return toldOf(profile, path)?.keepsCitizens === true
}
