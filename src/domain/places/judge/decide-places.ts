import { MAX_NAME_LENGTH } from '../../kernel/building-blocks.ts'
import type { Country, Province } from '../documents/location.ts'
import {
  countryPathSchema,
  ok,
  provincePathSchema,
  type CountryPath,
  type PlaceId,
  type ProvincePath,
  type Result,
  type UserId,
  getVisibleText,
} from '../../kernel/index.ts'
import { checkProvince } from '../municipality-rules.ts'
import { keys, set, type Decision, type Unit } from '../../store/index.ts'
import { loadAdministrator, listRequestingUserKeys, buildRefusalDecision } from '../../users/judge/administrator.ts'
import { STALE_DECISION, type PlaceActionResult } from './decide-municipality.ts'
import { isRegisterCurrent, buildPlacesRevisionWrite, type PlaceRegister } from './register.ts'

/** Two letters of ISO 3166-1, used in a country's path and for its flag. */
const CODE = /^[A-Z]{2}$/

/**
 * Creates a country. Refuses with place.country-code-invalid, place.name-required, and with place.exists if a country
 * with this code has another name.
 */
export function createCountryUnit(code: string, nombre: string, by: UserId): Unit<Result<Country>> {
  const [id, name] = [code.trim(), nombre.trim()]
  const path = CODE.test(id) ? countryPathSchema.parse(`paises/${id}`) : undefined
  return {
    keysFor: (documents) => [
      ...listRequestingUserKeys(by, documents),
      ...(path === undefined ? [] : [keys.country(path)]),
    ],
    decide: (documents): Decision<Result<Country>> => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      if (path === undefined) return buildRefusalDecision('place.country-code-invalid')
      if (!isValidName(name)) return buildRefusalDecision('place.name-required')
      const before = documents.get(keys.country(path))
      if (before !== undefined)
        return before.nombre === name ? { result: ok(before), writes: [] } : buildRefusalDecision('place.exists')
      const document: Country = { path, nombre: name, inhabilitado: false }
      return { result: ok(document), writes: [set(keys.country(path), document)] }
    },
  }
}

/** Renames a country. Refuses with place.missing and place.name-required. */
export function renameCountryUnit(path: CountryPath, nombre: string, by: UserId): Unit<Result<Country>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.country(path)],
    decide: (documents): Decision<Result<Country>> => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const before = documents.get(keys.country(path))
      if (before === undefined) return buildRefusalDecision('place.missing')
      const name = nombre.trim()
      if (!isValidName(name)) return buildRefusalDecision('place.name-required')
      const document = { ...before, nombre: name }
      return { result: ok(document), writes: before.nombre === name ? [] : [set(keys.country(path), document)] }
    },
  }
}

export type ProvinceCreation = { readonly id: PlaceId; readonly country: CountryPath; readonly nombre: string }

/**
 * Creates a province; idempotent. Refuses with place.missing (country), place.name-required, place.name-taken,
 * place.exists.
 */
export function createProvinceUnit(
  { id, country, nombre }: ProvinceCreation,
  register: PlaceRegister,
  by: UserId,
): Unit<PlaceActionResult<Province>> {
  const path = provincePathSchema.parse(`${country}/provincias/${id}`)
  return {
    keysFor: (documents) => [
      ...listRequestingUserKeys(by, documents),
      keys.placesRevision,
      keys.country(country),
      keys.province(path),
    ],
    decide: (documents): Decision<PlaceActionResult<Province>> => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      if (documents.get(keys.country(country)) === undefined) return buildRefusalDecision('place.missing')
      const before = documents.get(keys.province(path))
      if (before !== undefined)
        return before.nombre === nombre.trim()
          ? { result: ok(before), writes: [] }
          : buildRefusalDecision('place.exists')
      return buildProvince(path, nombre, register, isRegisterCurrent(register, documents))
    },
  }
}

/** Renames a province. Refuses with place.missing, place.name-required and place.name-taken. */
export function renameProvinceUnit(
  path: ProvincePath,
  nombre: string,
  register: PlaceRegister,
  by: UserId,
): Unit<PlaceActionResult<Province>> {
  return {
    keysFor: (documents) => [...listRequestingUserKeys(by, documents), keys.placesRevision, keys.province(path)],
    decide: (documents): Decision<PlaceActionResult<Province>> => {
      const requester = loadAdministrator(documents, by)
      if (!requester.ok) return buildRefusalDecision(requester)
      const before = documents.get(keys.province(path))
      if (before === undefined) return buildRefusalDecision('place.missing')
      if (before.nombre === nombre.trim()) return { result: ok(before), writes: [] }
      return buildProvince(path, nombre, register, isRegisterCurrent(register, documents))
    },
  }
}

function buildProvince(
  path: ProvincePath,
  nombre: string,
  register: PlaceRegister,
  current: boolean,
): Decision<PlaceActionResult<Province>> {
  if (!current) return STALE_DECISION
  const name = checkProvince(path, nombre, register.provinces)
  if (!name.ok) return buildRefusalDecision(name)
  const document: Province = { path, nombre: name.value }
  return { result: ok(document), writes: [set(keys.province(path), document), buildPlacesRevisionWrite(register)] }
}

function isValidName(name: string): boolean {
  return getVisibleText(name) !== '' && name.length <= MAX_NAME_LENGTH
}
