import { useProfile } from './session-store.ts'

/**
 * Time zone of a municipality of the user. Undefined for the municipalities that administrators see without areas in
 * them, and if the profile is from an earlier release.
 */
export function useMunicipalityTimeZone(path: string | undefined): string | undefined {
  const profile = useProfile()
  const all = profile === null ? [] : [profile.municipality, ...(profile.municipalities ?? [])]
  return all.find((municipality) => municipality.path === path)?.timeZone
}
