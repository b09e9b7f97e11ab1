import type { Country, Municipality } from '../documents/location.ts'
import {
  getCountry,
  ok,
  type CountryPath,
  type MunicipalityPath,
  type Result,
  type UserId,
} from '../../kernel/index.ts'
import { keys, set, type Unit } from '../../store/index.ts'
import { loadAdministrator, listRequestingUserKeys, buildRefusalDecision } from '../../users/judge/administrator.ts'

/**
 * Blocks or unblocks a municipality (part 1, point 4). Users of a blocked municipality are refused and signed out, but
 * their devices keep unsent data. Its public forms accept no answers. Refuses with place.missing, and with place.own
 * for the user's own municipality, because users who block themselves could not undo it.
 */
export function blockMunicipalityUnit(
  path: MunicipalityPath,
  inhabilitado: boolean,
  by: UserId,
): Unit<Result<Municipality>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.municipality(path)],
    decide: (documents) => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const before = documents.get(keys.municipality(path))
      if (before === undefined) return buildRefusalDecision('place.missing')
      if (inhabilitado && requester.value.user.municipalityPath === path) return buildRefusalDecision('place.own')
      const document = { ...before, inhabilitado }
      const writes = before.inhabilitado === inhabilitado ? [] : [set(keys.municipality(path), document)]
      return { result: ok(document), writes }
    },
  }
}

/** Blocks or unblocks a country. */
export function blockCountryUnit(path: CountryPath, inhabilitado: boolean, by: UserId): Unit<Result<Country>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.country(path)],
    decide: (documents) => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const before = documents.get(keys.country(path))
      if (before === undefined) return buildRefusalDecision('place.missing')
      if (inhabilitado && getCountry(requester.value.user.municipalityPath) === path)
        return buildRefusalDecision('place.own')
      const document = { ...before, inhabilitado }
      const writes = before.inhabilitado === inhabilitado ? [] : [set(keys.country(path), document)]
      return { result: ok(document), writes }
    },
  }
}
