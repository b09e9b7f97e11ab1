import type { MunicipalityPath } from '../kernel/paths.ts'
import type { Profile } from './profile.ts'

/** Municipality of a profile by path, among those the user works in. */
export function findMunicipality(profile: Profile | null | undefined, path: MunicipalityPath) {
  return [profile?.municipality, ...(profile?.municipalities ?? [])].find((municipality) => municipality?.path === path)
}

/** Checks whether devices may store citizens found in the registry of this municipality. */
export function keepsCitizens(profile: Profile | null | undefined, path: MunicipalityPath): boolean {
  return findMunicipality(profile, path)?.keepsCitizens === true
}
