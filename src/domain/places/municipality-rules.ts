import { MAX_NAME_LENGTH } from '../kernel/building-blocks.ts'
import { municipalityKeySchema, type LatLng, type Municipality, type Province } from './documents/location.ts'
import { DEFAULT_CODE } from '../kernel/limits.ts'
import type { MunicipalityPath, ProvincePath } from '../kernel/paths.ts'
import { getProvince } from '../kernel/path-parts.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { getVisibleText } from '../kernel/visible-text.ts'
import { normaliseForSearch } from '../search/normalise-for-search.ts'

/** Municipality as entered by an administrator. */
export type MunicipalityInput = {
  readonly nombre: string
  readonly key: string
  /** as typed, because '007' must be refused */
  readonly idMuniCore: string
  readonly usarAWS: boolean
  readonly ubicacion: LatLng
}

/** Facts of a municipality that an administrator may change. */
export type MunicipalityFacts = Pick<Municipality, 'nombre' | 'key' | 'usarAWS'> & {
  readonly idMuniCore: number
  readonly ubicacion: LatLng
}

/** Management id without leading zeros (part 1, point 5), small enough to be an exact number. */
const CORE_ID = /^[1-9]\d{0,14}$/

/**
 * Validates the entered data (part 1, point 5), on screen and server. Refuses, in order, with
 * place.municipality-name-required, place.key-required, place.core-id-required, place.core-id-invalid,
 * place.key-invalid.
 */
export function parseMunicipality(input: MunicipalityInput): Result<MunicipalityFacts> {
  const [nombre, key, id] = [input.nombre.trim(), input.key.trim(), input.idMuniCore.trim()]
  if (getVisibleText(nombre) === '' || nombre.length > MAX_NAME_LENGTH)
    return refuse('place.municipality-name-required')
  if (key === '') return refuse('place.key-required')
  if (id === '') return refuse('place.core-id-required')
  if (!CORE_ID.test(id)) return refuse('place.core-id-invalid')
  if (!municipalityKeySchema.safeParse(key).success) return refuse('place.key-invalid')
  return ok({ nombre, key, idMuniCore: Number(id), usarAWS: input.usarAWS, ubicacion: input.ubicacion })
}

/** Reads a typed position, with decimal point or comma. Refuses with place.position-invalid. */
export function parsePosition(latitude: string, longitude: string): Result<LatLng> {
  const [lat, lng] = [parseDegrees(latitude, 90), parseDegrees(longitude, 180)]
  return lat === undefined || lng === undefined
    ? refuse('place.position-invalid')
    : ok({ latitude: lat, longitude: lng })
}

function parseDegrees(text: string, max: number): number | undefined {
  const typed = text.trim().replace(',', '.')
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(typed)) return undefined
  const value = Number(typed)
  return Math.abs(value) <= max ? value : undefined
}

/** Municipality to compare with, whose name or key may be taken. */
export type OtherMunicipality = Pick<Municipality, 'path' | 'nombre' | 'key'>

/**
 * Checks name and key against other municipalities:
 *
 * | collision | result |
 * |---|---|
 * | name in the same province, ignoring case and accents | place.name-taken |
 * | key, in any place, because codes must be unique | place.key-taken |
 * | key DESC, whose answers share one code anyway | allowed |
 *
 */
export function checkMunicipalityUnique(
  path: MunicipalityPath,
  { nombre, key }: Pick<MunicipalityFacts, 'nombre' | 'key'>,
  others: readonly OtherMunicipality[],
): Result<true> {
  const rest = others.filter((otherMunicipality) => otherMunicipality.path !== path)
  const province = getProvince(path)
  const namesake = rest.some(
    (otherMunicipality) =>
      getProvince(otherMunicipality.path) === province && isSameName(otherMunicipality.nombre, nombre),
  )
  if (namesake) return refuse('place.name-taken')
  return key !== DEFAULT_CODE && rest.some((otherMunicipality) => otherMunicipality.key === key)
    ? refuse('place.key-taken')
    : ok(true)
}

/**
 * Checks a province's name. Refuses with place.name-required and, if another province of the country has the name,
 * place.name-taken.
 */
export function checkProvince(
  path: ProvincePath,
  nombre: string,
  others: readonly Pick<Province, 'path' | 'nombre'>[],
): Result<string> {
  const name = nombre.trim()
  if (getVisibleText(name) === '' || name.length > MAX_NAME_LENGTH) return refuse('place.name-required')
  const country = path.split('/')[1]
  const namesake = others.some(
    (other) => other.path !== path && other.path.split('/')[1] === country && isSameName(other.nombre, name),
  )
  return namesake ? refuse('place.name-taken') : ok(name)
}

function isSameName(a: string, b: string): boolean {
  return normaliseForSearch(a.trim()) === normaliseForSearch(b.trim())
}
