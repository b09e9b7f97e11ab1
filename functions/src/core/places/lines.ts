import type { Municipality } from '#domain/documents/index.ts'
import type { Register } from '#domain/judgement/index.ts'
import { countryOf, MUNICIPALITIES_PAGE_SIZE, provinceOf } from '#domain/kernel/index.ts'
import { placeIdOf, type CountryLine, type MunicipalityLine } from '#domain/places/index.ts'
import { matchesSearch, pageOf } from '#domain/search/index.ts'

/** As people look for a name, whatever the interface's language: ñ after n, accents aside. */
const byName = new Intl.Collator('es')

/** What the administrator sees of a municipality. */
export function lineOf(municipality: Municipality, { provinces, countries }: Register): MunicipalityLine {
  const { path, nombre, key, lastKeyNumber, idMuniCore, usarAWS, inhabilitado, ubicacion } = municipality
  const country = countries.find((one) => one.path === countryOf(path))
  return {
    id: placeIdOf(path),
    path,
    nombre,
    key,
    lastKeyNumber,
    usarAWS,
    inhabilitado,
    provincia: provinces.find((one) => one.path === provinceOf(path))?.nombre ?? '',
    pais: country?.nombre ?? '',
    countryCode: codeOf(countryOf(path)),
    countryBlocked: country?.inhabilitado === true,
    ...(idMuniCore === undefined ? {} : { idMuniCore }),
    ...(ubicacion === undefined ? {} : { ubicacion }),
  }
}

/** A page of those with something in their name, key or management id, by name. */
export function municipalityPage(register: Register, sought: string, page: number) {
  const found = register.municipalities
    .filter(
      ({ nombre, key, idMuniCore }) =>
        matchesSearch(nombre, sought) || matchesSearch(key, sought) || String(idMuniCore ?? '') === sought.trim(),
    )
    .toSorted((a, b) => byName.compare(a.nombre, b.nombre) || byName.compare(a.path, b.path))
  const { items, page: shown, total } = pageOf(found, page, MUNICIPALITIES_PAGE_SIZE)
  return {
    municipalities: items.map((municipality) => lineOf(municipality, register)),
    page: shown,
    pageSize: MUNICIPALITIES_PAGE_SIZE,
    total,
  }
}

/** Countries and their provinces, by name, with how many municipalities each province has. */
export function countryLines({ countries, provinces, municipalities }: Register): readonly CountryLine[] {
  const counts = new Map<string, number>()
  for (const { path } of municipalities) counts.set(provinceOf(path), (counts.get(provinceOf(path)) ?? 0) + 1)
  return countries.toSorted(named).map(({ path, nombre, inhabilitado }) => ({
    id: codeOf(path),
    nombre,
    inhabilitado,
    provincias: provinces
      .filter((province) => province.path.startsWith(`${path}/`))
      .toSorted(named)
      .map((province) => ({
        id: placeIdOf(province.path),
        nombre: province.nombre,
        municipios: counts.get(province.path) ?? 0,
      })),
  }))
}

function named(a: { readonly nombre: string }, b: { readonly nombre: string }): number {
  return byName.compare(a.nombre, b.nombre)
}

function codeOf(country: string): string {
  return country.slice(country.lastIndexOf('/') + 1)
}
