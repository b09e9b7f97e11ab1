import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import { type Area, buildAreaListing, type AreasPage, type AreasQuery, type ListedArea } from '#domain/places/index.ts'
import type { FoundDocuments, Key } from '#domain/store/index.ts'
import type { SyncedArea } from '#domain/sync/index.ts'
import type { User } from '#domain/users/index.ts'
import { AREAS_PAGE_SIZE, getVisibleText, type AreaPath } from '#domain/kernel/index.ts'
import { matchesWordParts } from '#domain/search/index.ts'
import { pickListingFilter } from '../listing-filter.ts'
import { queryPage } from '../paging.ts'
import type { Store } from '../ports.ts'

/** A page of the areas that a user manages: all for ROLE_ADMIN, else those of their municipalities. */
export async function listManagedAreas(
  store: Store,
  by: User,
  { search = '', after, before }: AreasQuery,
): Promise<AreasPage> {
  const actor = actorOfUser(by)
  const within = can(actor, 'manage', 'usuario') ? undefined : municipalitiesOf(actor)
  const filter = await pickListingFilter(store, 'areas_municipales', within, search)
  const isSearched = getVisibleText(search) !== ''
  const keeps = ({ nombre, municipalityPath }: Area): boolean =>
    matchesWordParts([nombre], search) && (within?.includes(municipalityPath) ?? true)
  const { entries, ...places } = await queryPage(store, {
    query: filter,
    order: { field: 'listing.name', descending: false },
    valueOf: (area) => buildAreaListing(area).name,
    size: AREAS_PAGE_SIZE,
    after,
    before,
    ...(isSearched ? { keeps } : {}),
  })
  const areas = await loadListedAreas(
    store,
    entries.map(({ document }) => document),
  )
  return { areas, ...(isSearched ? {} : { total: await store.count(filter) }), ...places }
}

/** Areas with the names of their parents. */
export async function loadListedAreas(store: Store, areas: readonly Area[]): Promise<ListedArea[]> {
  const named = new Map(
    (
      await buildAreaEntries(
        store,
        areas.map(({ path }) => path),
      )
    ).map((entry) => [entry.path, entry]),
  )
  return areas.map(({ path, nombre, renaming }) => {
    const { municipio = '', provincia = '', pais = '' } = named.get(path) ?? {}
    const id = path.slice(path.lastIndexOf('/') + 1)
    return { path, id, nombre, municipio, provincia, pais, ...(renaming === undefined ? {} : { renaming }) }
  })
}

/** Areas with the names of their municipality, province and country. Deleted areas are left out. */
export async function buildAreaEntries(store: Store, areas: readonly AreaPath[]): Promise<readonly SyncedArea[]> {
  const documents = await store.getMany([...new Set(areas.flatMap((area) => [area, ...listAncestors(area)]))])
  return areas.flatMap((path) => {
    const [municipio = '', provincia = '', pais = ''] = listAncestors(path)
    if (documents.get(path) === undefined) return []
    const names = {
      nombre: nameOfFound(documents, path),
      municipio: nameOfFound(documents, municipio),
      provincia: nameOfFound(documents, provincia),
    }
    return [{ path, ...names, pais: nameOfFound(documents, pais) }]
  })
}

/** Keys of the area's municipality, province and country. */
function listAncestors(area: AreaPath): readonly Key[] {
  const segments = area.split('/')
  return [6, 4, 2].map((length) => segments.slice(0, length).join('/'))
}

function nameOfFound(documents: FoundDocuments, key: Key): string {
  const name = documents.get(key)?.['nombre']
  return typeof name === 'string' ? name : ''
}
