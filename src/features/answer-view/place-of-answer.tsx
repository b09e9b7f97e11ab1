import type { Answer, LatLng } from '#domain/documents/index.ts'
import { ANSWER_MAP_ZOOM } from '#domain/kernel/index.ts'
import { LaterPlaceMap, useMap } from '#ui/map/index.ts'

/** Where an answer lies, on a map (part 3, point 2); beside its address, which is text in any case. Nothing where no map can be had. */
export function PlaceOfAnswer({ place }: { readonly place: Answer['ubicacion'] }) {
  return place?.latlng === undefined ? null : <Mapped point={place.latlng} />
}

function Mapped({ point }: { readonly point: LatLng }) {
  const { source, facts } = useMap()
  if (facts === null || facts.layers.length === 0) return null
  return <LaterPlaceMap source={source} layers={facts.layers} centre={point} zoom={ANSWER_MAP_ZOOM} point={point} />
}
