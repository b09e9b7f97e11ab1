import type { LatLng } from '#domain/places/index.ts'
import { municipalityOf } from '#domain/kernel/index.ts'
import type { Profile } from '#domain/sync/index.ts'

/** Where the map of a user's areas lies. Areas have no bounds: around the municipality centre of each, where set. */
export function centresOf({ areas, municipality, municipalities = [] }: Profile): readonly LatLng[] {
  const own = new Set(areas.map(municipalityOf))
  return [municipality, ...municipalities].flatMap(({ path, ubicacion }) =>
    own.has(path) && ubicacion !== undefined ? [ubicacion] : [],
  )
}
