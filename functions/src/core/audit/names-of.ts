import type { AuditEntry } from '#domain/audit/index.ts'
import type { UserId } from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Today's names of these entries' people and places, and of who did it, by document path; what is gone has none. */
export async function namesOf(store: Store, entries: readonly AuditEntry[]): Promise<Record<string, string>> {
  const wanted = new Set(entries.flatMap(({ by, target }) => [keys.user(by), ...documentsOf(target)]))
  const found = await store.getMany([...wanted])
  return Object.fromEntries(
    [...wanted].flatMap((key) => {
      const document = found.get(key) as Named | undefined
      if (document === undefined) return []
      const person = `${document.firstName ?? ''} ${document.lastName ?? ''}`.trim()
      const name = document.nombre ?? (person === '' ? document.userMuniCore : person)
      return name === undefined || name === '' ? [] : [[key, name]]
    }),
  )
}

/** The parts of users and places that name them. */
type Named = Readonly<Partial<Record<'nombre' | 'firstName' | 'lastName' | 'userMuniCore', string>>>

/** A user for what is beside them, a place for what is in it; entries name answers and forms, which may be large. */
function documentsOf(target: string): readonly Key[] {
  const [collection, id] = target.split('/')
  if (id === undefined) return []
  if (['usuarios', 'credentials', 'factors'].includes(collection ?? '')) return [keys.user(id as UserId)]
  return PLACES.flatMap((place) => (place.exec(target)?.[0] as Key | undefined) ?? [])
}

/** A place, and the municipality around it, which says where an area was that is gone. */
const PLACES = [
  /^paises\/[^/]+(\/provincias\/[^/]+(\/municipios\/[^/]+(\/areas_municipales\/[^/]+)?)?)?/,
  /^paises\/[^/]+\/provincias\/[^/]+\/municipios\/[^/]+/,
]
