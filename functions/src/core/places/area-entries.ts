import type { AreaPath } from '#domain/kernel/index.ts'
import type { AreaEntry } from '#domain/sync/index.ts'
import type { FoundDocuments, Key } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Areas with the names of their municipality, province and country. Deleted areas are left out. */
export async function areaEntries(store: Store, areas: readonly AreaPath[]): Promise<readonly AreaEntry[]> {
  const found = await store.getMany([...new Set(areas.flatMap((area) => [area, ...listAncestors(area)]))])
  return areas.flatMap((path) => {
    const [municipio = '', provincia = '', pais = ''] = listAncestors(path)
    if (found.get(path) === undefined) return []
    const names = {
      nombre: nameOfFound(found, path),
      municipio: nameOfFound(found, municipio),
      provincia: nameOfFound(found, provincia),
    }
    return [{ path, ...names, pais: nameOfFound(found, pais) }]
  })
}

/** Keys of the area's municipality, province and country. */
function listAncestors(area: AreaPath): readonly Key[] {
  const segments = area.split('/')
  return [6, 4, 2].map((length) => segments.slice(0, length).join('/'))
}

function nameOfFound(found: FoundDocuments, key: Key): string {
  const name = found.get(key)?.['nombre']
  return typeof name === 'string' ? name : ''
}
