import type { MapMark } from '#ui/map/index.ts'
import type { Assets } from './use-assets.ts'

/** The assets near a point as marks, by their number in the list, at their first place. @param assigned says that one of this name is assigned */
export function marksOf(
  near: Assets['near'],
  chosen: string | undefined,
  assigned: (name: string) => string,
): readonly MapMark[] {
  return near.flatMap(({ idIdentificador: id, number, descripcion, geolocalizaciones: [place] }) => {
    if (place === undefined) return []
    const isChosen = id === chosen
    const point = { latitude: place.latitud, longitude: place.longitud }
    return [{ id, point, number, isChosen, name: isChosen ? assigned(descripcion) : descripcion }]
  })
}
