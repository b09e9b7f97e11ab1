import { actorOfUser, can, municipalitiesOf } from '#domain/access/index.ts'
import type { User } from '#domain/users/index.ts'
import { getCountry, ok, getProvince } from '#domain/kernel/index.ts'
import { buildPlaceTree, type StoredPlaces } from '#domain/places/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { readAllAreas, readPlaceRegister } from '../all-places.ts'

/** Handlers for lists of places: all for administrators, else those of the user's municipalities. */
export function createPlaceListHandlers({ ports: { store } }: Core) {
  return {
    async getListaPaises({ user }) {
      const [register, areas] = await Promise.all([readPlaceRegister(store), readAllAreas(store)])
      const places: StoredPlaces = { ...register, areas }
      return ok(buildPlaceTree(can(actorOfUser(user), 'manage', 'usuario') ? places : limitToOwnPlaces(places, user)))
    },
  } satisfies PartialHandlers
}

function limitToOwnPlaces(places: StoredPlaces, user: User): StoredPlaces {
  const ownMunicipalityPaths = municipalitiesOf(actorOfUser(user))
  return {
    ...places,
    countries: places.countries.filter(({ path }) => ownMunicipalityPaths.map(getCountry).includes(path)),
    provinces: places.provinces.filter(({ path }) => ownMunicipalityPaths.map(getProvince).includes(path)),
    municipalities: places.municipalities.filter(({ path }) => ownMunicipalityPaths.includes(path)),
  }
}
