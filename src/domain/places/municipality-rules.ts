import { MAX_NAME_LENGTH } from '../kernel/building-blocks.ts'
import { municipalityKeySchema, type LatLng, type Municipality, type Province } from './documents/location.ts'
import { DEFAULT_CODE } from '../kernel/limits.ts'
import type { MunicipalityPath, ProvincePath } from '../kernel/paths.ts'
import { provinceOf } from '../kernel/path-parts.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { visibleText } from '../kernel/visible-text.ts'
import { normaliseForSearch } from '../search/normalise-for-search.ts'

/** A municipality as a person fills it in. */
export type MunicipalityWish = {
  readonly nombre: string
  readonly key: string
  /** as typed: '007' is not 7 */
  readonly idMuniCore: string
  readonly usarAWS: boolean
  readonly ubicacion: LatLng
}

/** What an administrator decides about a municipality; everything else in its document is not theirs to write. */
export type MunicipalityFacts = Pick<Municipality, 'nombre' | 'key' | 'usarAWS'> & {
  readonly idMuniCore: number
  readonly ubicacion: LatLng
}

/** Without a leading zero (part 1, point 5), and so that no digit is lost. */
const CORE_ID = /^[1-9]\d{0,14}$/

/**
 * Reads what was filled in (part 1, point 5), on screen and server. Refuses, in order,
 * place.municipality-name-required, place.key-required, place.core-id-required, place.core-id-invalid,
 * place.key-invalid.
 */
export function readMunicipality(wish: MunicipalityWish): Result<MunicipalityFacts> {
  const [nombre, key, id] = [wish.nombre.trim(), wish.key.trim(), wish.idMuniCore.trim()]
  if (visibleText(nombre) === '' || nombre.length > MAX_NAME_LENGTH) return refuse('place.municipality-name-required')
  if (key === '') return refuse('place.key-required')
  if (id === '') return refuse('place.core-id-required')
  if (!CORE_ID.test(id)) return refuse('place.core-id-invalid')
  if (!municipalityKeySchema.safeParse(key).success) return refuse('place.key-invalid')
  return ok({ nombre, key, idMuniCore: Number(id), usarAWS: wish.usarAWS, ubicacion: wish.ubicacion })
}

/** A position that was typed, decimal point or comma. Refuses with place.position-invalid. */
export function readPosition(latitude: string, longitude: string): Result<LatLng> {
  const [lat, lng] = [degrees(latitude, 90), degrees(longitude, 180)]
  return lat === undefined || lng === undefined
    ? refuse('place.position-invalid')
    : ok({ latitude: lat, longitude: lng })
}

function degrees(text: string, most: number): number | undefined {
  const typed = text.trim().replace(',', '.')
  if (!/^-?\d{1,3}(\.\d{1,15})?$/.test(typed)) return undefined
  const value = Number(typed)
  return Math.abs(value) <= most ? value : undefined
}

/** The other places that a new name or key may collide with. */
export type OtherMunicipality = Pick<Municipality, 'path' | 'nombre' | 'key'>

/**
 * Whether a municipality may have this name and key beside the others.
 *
 * | collides | result |
 * |---|---|
 * | the name, in the same province, whatever its case and accents | place.name-taken |
 * | the key, anywhere: codes are key and number, and one code may not be two answers' | place.key-taken |
 * | the key DESC, whose answers share one code in any case | may be shared |
 */
export function checkApart(
  path: MunicipalityPath,
  { nombre, key }: Pick<MunicipalityFacts, 'nombre' | 'key'>,
  others: readonly OtherMunicipality[],
): Result<true> {
  const rest = others.filter((other) => other.path !== path)
  const province = provinceOf(path)
  const namesake = rest.some((other) => provinceOf(other.path) === province && isSameName(other.nombre, nombre))
  if (namesake) return refuse('place.name-taken')
  return key !== DEFAULT_CODE && rest.some((other) => other.key === key) ? refuse('place.key-taken') : ok(true)
}

/** Refuses with place.name-required and, where another province of the country has the name, place.name-taken. */
export function checkProvince(
  path: ProvincePath,
  nombre: string,
  others: readonly Pick<Province, 'path' | 'nombre'>[],
): Result<string> {
  const name = nombre.trim()
  if (visibleText(name) === '' || name.length > MAX_NAME_LENGTH) return refuse('place.name-required')
  const country = path.split('/')[1]
  const namesake = others.some(
    (other) => other.path !== path && other.path.split('/')[1] === country && isSameName(other.nombre, name),
  )
  return namesake ? refuse('place.name-taken') : ok(name)
}

function isSameName(a: string, b: string): boolean {
  return normaliseForSearch(a.trim()) === normaliseForSearch(b.trim())
}
