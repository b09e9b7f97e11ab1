import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { countryOf, ok, provinceOf, refuse } from '#domain/kernel/index.ts'
import { treeOfPlaces, type Places } from '#domain/places/index.ts'
import type { CollectionName } from '../collections.ts'
import type { Store } from '../ports.ts'
import type { Callable } from './callable.ts'

const STEP = 1000

/**
 * getListaPaises: every place for the administrator, who works in all of them; for whoever manages the users of a municipality, those that
 * they work in. Others have no use for it: access.forbidden.
 */
export const getListaPaises: Callable = async ({ core, guard, request }) => {
  const signedIn = await guard.staff(request)
  if (!signedIn.ok) return signedIn
  const { user } = signedIn.value
  const actor = actorOfUser(user)
  if (!can(actor, 'manage', 'usuario_municipio')) return refuse('access.forbidden')
  const { store } = core.ports
  const places: Places = {
    countries: await allOf(store, 'paises'),
    provinces: await allOf(store, 'provincias'),
    municipalities: await allOf(store, 'municipios'),
    areas: await allOf(store, 'areas_municipales'),
  }
  return ok(treeOfPlaces(can(actor, 'manage', 'usuario') ? places : onlyOwn(places, user)))
}

function onlyOwn(places: Places, user: User): Places {
  const own = municipalitiesOf(actorOfUser(user))
  return {
    ...places,
    countries: places.countries.filter(({ path }) => own.map(countryOf).includes(path)),
    provinces: places.provinces.filter(({ path }) => own.map(provinceOf).includes(path)),
    municipalities: places.municipalities.filter(({ path }) => own.includes(path)),
  }
}

async function allOf<T>(store: Store, collection: CollectionName): Promise<readonly T[]> {
  const documents: T[] = []
  for (;;) {
    const entries = await store.query({ collection, limit: STEP, offset: documents.length })
    documents.push(...entries.map(({ document }) => document as T))
    if (entries.length < STEP) return documents
  }
}
