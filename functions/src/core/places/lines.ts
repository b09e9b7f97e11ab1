import {
  type Municipality,
  encodePlaceId,
  type CountryLine,
  type MunicipalitiesPage,
  type MunicipalitiesQuery,
  type MunicipalityLine,
} from '#domain/places/index.ts'
import type { PlaceRegister } from '#domain/places/judge/index.ts'
import { countryOf, MUNICIPALITIES_PAGE_SIZE as SIZE, provinceOf, type MunicipalityPath } from '#domain/kernel/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import { parseBoundary, formatPageBoundary } from '../paging.ts'

/** Sorts in Spanish order in every interface language: ñ after n, accents ignored. */
const NAME_COLLATOR = new Intl.Collator('es')

/** A municipality in the format of the administrators' list. */
export function toMunicipalityLine(
  municipality: Municipality,
  { provinces, countries }: PlaceRegister,
): MunicipalityLine {
  const { path, nombre, key, lastKeyNumber, idMuniCore, usarAWS, inhabilitado, ubicacion, renaming } = municipality
  const country = countries.find((one) => one.path === countryOf(path))
  return {
    id: encodePlaceId(path),
    path,
    nombre,
    key,
    lastKeyNumber,
    usarAWS,
    inhabilitado,
    provincia: provinces.find((one) => one.path === provinceOf(path))?.nombre ?? '',
    pais: country?.nombre ?? '',
    countryCode: lastSegment(countryOf(path)),
    countryBlocked: country?.inhabilitado === true,
    ...(idMuniCore === undefined ? {} : { idMuniCore }),
    ...(ubicacion === undefined ? {} : { ubicacion }),
    ...(renaming === undefined ? {} : { renaming }),
  }
}

type ListPosition = Pick<Municipality, 'nombre' | 'path'>

/**
 * A page of municipalities whose name, key or management id matches, ordered by name. `after` and `before` continue
 * another page.
 */
export function municipalityPage(
  register: PlaceRegister,
  { nombre: sought, after, before }: MunicipalitiesQuery,
): MunicipalitiesPage {
  const found = register.municipalities
    .filter(
      ({ nombre, key, idMuniCore }) =>
        matchesSearch(nombre, sought) || matchesSearch(key, sought) || String(idMuniCore ?? '') === sought.trim(),
    )
    .toSorted(comparePositions)
  const from = parseListPosition(before ?? after)
  const isPast = (one: ListPosition): boolean =>
    from === undefined || (before === undefined ? comparePositions(one, from) > 0 : comparePositions(one, from) < 0)
  const rest = found.filter(isPast)
  const cut = before === undefined ? rest.slice(0, SIZE) : rest.slice(-SIZE)
  const page = cut.length > 0 ? cut : found.slice(0, SIZE)
  const [first, last] = [page.at(0), page.at(-1)]
  return {
    municipalities: page.map((municipality) => toMunicipalityLine(municipality, register)),
    total: found.length,
    ...(last === undefined || last === found.at(-1) ? {} : { next: formatPageBoundary(last.path, last.nombre) }),
    ...(first === undefined || first === found.at(0) ? {} : { previous: formatPageBoundary(first.path, first.nombre) }),
  }
}

function comparePositions(a: ListPosition, b: ListPosition): number {
  return compareNames(a, b) || NAME_COLLATOR.compare(a.path, b.path)
}

function parseListPosition(place: string | undefined): ListPosition | undefined {
  const { key, value } = parseBoundary(place) ?? {}
  return key === undefined ? undefined : { path: key as MunicipalityPath, nombre: String(value) }
}

/** Countries and their provinces by name, with the number of municipalities in each province. */
export function countryLines({ countries, provinces, municipalities }: PlaceRegister): readonly CountryLine[] {
  const counts = new Map<string, number>()
  for (const { path } of municipalities) counts.set(provinceOf(path), (counts.get(provinceOf(path)) ?? 0) + 1)
  return countries.toSorted(compareNames).map(({ path, nombre, inhabilitado }) => ({
    id: lastSegment(path),
    nombre,
    inhabilitado,
    provincias: provinces
      .filter((province) => province.path.startsWith(`${path}/`))
      .toSorted(compareNames)
      .map((province) => ({
        id: encodePlaceId(province.path),
        nombre: province.nombre,
        municipios: counts.get(province.path) ?? 0,
      })),
  }))
}

function compareNames(a: { readonly nombre: string }, b: { readonly nombre: string }): number {
  return NAME_COLLATOR.compare(a.nombre, b.nombre)
}

function lastSegment(country: string): string {
  return country.slice(country.lastIndexOf('/') + 1)
}
