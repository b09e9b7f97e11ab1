import type { Area, Country, Municipality, Province } from './documents/location.ts'
import type { CountryPath, ProvincePath } from '../kernel/paths.ts'
import { getMunicipality, getProvince } from '../kernel/path-parts.ts'
import type { ListedCountry } from './countries-api.ts'

/** Stored places in any order. Places whose parent is not among them are omitted from the tree. */
export type StoredPlaces = {
  readonly countries: readonly Pick<Country, 'path' | 'nombre'>[]
  readonly provinces: readonly Pick<Province, 'path' | 'nombre'>[]
  readonly municipalities: readonly Pick<Municipality, 'path' | 'nombre' | 'idMuniCore' | 'usarAWS'>[]
  readonly areas: readonly Pick<Area, 'path' | 'nombre'>[]
}

/** Tree returned by `getListaPaises`, each level by name. */
export function buildPlaceTree({ countries, provinces, municipalities, areas }: StoredPlaces): ListedCountry[] {
  const areasOf = groupItems(areas, ({ path }) => getMunicipality(path))
  const municipalitiesOf = groupItems(municipalities, ({ path }): ProvincePath => getProvince(path))
  const provincesOf = groupItems(provinces, ({ path }): CountryPath => getParentCountry(path))
  return sortByName(countries).map((country) => ({
    ...toTreeEntry(country),
    provincias: sortByName(provincesOf.get(country.path)).map((province) => ({
      ...toTreeEntry(province),
      municipios: sortByName(municipalitiesOf.get(province.path)).map((municipality) => ({
        ...toTreeEntry(municipality),
        ...(municipality.idMuniCore !== undefined && { idMuniCore: municipality.idMuniCore }),
        usarAWS: municipality.usarAWS,
        areas: sortByName(areasOf.get(municipality.path)).map(toTreeEntry),
      })),
    })),
  }))
}

function toTreeEntry<Path extends string>({ path, nombre }: { readonly path: Path; readonly nombre: string }) {
  return { ref: path, id: path.split('/').at(-1) ?? '', nombre }
}

function getParentCountry(province: ProvincePath): CountryPath {
  return province.split('/').slice(0, 2).join('/') as CountryPath
}

function groupItems<T, Key>(items: readonly T[], keyOf: (item: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

function sortByName<T extends { readonly nombre: string }>(items: readonly T[] = []): readonly T[] {
  return items.toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es'))
}
