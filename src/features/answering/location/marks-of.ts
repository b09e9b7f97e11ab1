import type { MapMark } from '#ui/map/index.ts'
import type { Assets } from './use-assets.ts'

/**
 * Assets near a point as map marks at their first position, numbered as in the list. @param assigned id of the assigned
 * asset
 */
export function toMapMarks(
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
