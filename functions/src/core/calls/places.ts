import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { User } from '#domain/documents/index.ts'
import { countryOf, ok, provinceOf } from '#domain/kernel/index.ts'
import { treeOfPlaces, type Places } from '#domain/places/index.ts'
import type { CollectionName } from '../collections.ts'
import type { Core } from '../context.ts'
import type { Handlers } from '../http/serve.ts'
import type { Store } from '../ports.ts'

const STEP = 1000

/** Places: every one for the administrator, who works in all of them; for whoever manages the users of a municipality, those that they work in. */
export function placeHandlers({ ports: { store } }: Core): Handlers<'getListaPaises'> {
  return {
    async getListaPaises({ user }) {
      const places: Places = {
        countries: await allOf(store, 'paises'),
        provinces: await allOf(store, 'provincias'),
        municipalities: await allOf(store, 'municipios'),
        areas: await allOf(store, 'areas_municipales'),
      }
      return ok(treeOfPlaces(can(actorOfUser(user), 'manage', 'usuario') ? places : onlyOwn(places, user)))
    },
  }
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
