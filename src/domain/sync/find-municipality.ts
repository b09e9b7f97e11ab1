import type { MunicipalityPath } from '../kernel/paths.ts'
import type { Profile } from './profile.ts'

/** Finds a municipality by path among the municipalities in which the user works. */
export function findMunicipality(profile: Profile | null | undefined, path: MunicipalityPath) {
  return [profile?.municipality, ...(profile?.municipalities ?? [])].find((municipality) => municipality?.path === path)
}

/** Checks whether devices may store citizens that were looked up in the registry of this municipality. */
export function canStoreCitizens(profile: Profile | null | undefined, path: MunicipalityPath): boolean {
  return findMunicipality(profile, path)?.keepsCitizens === true
}
