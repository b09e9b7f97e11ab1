import { MAP_MAX_ZOOM, MAP_MIN_ZOOM } from '#domain/kernel/index.ts'
import type { MapPosition } from '#ui/map/index.ts'

/** Decimals of a degree, which is a precision of about 10 m. */
const DECIMALS = 4

/** The map position in URL format. */
export function formatMapPosition({ centre: { latitude, longitude }, zoom }: MapPosition): string {
  return `${latitude.toFixed(DECIMALS)},${longitude.toFixed(DECIMALS)},${zoom}`
}

/** Parses a map position from the URL, which is untrusted input. @returns undefined if invalid */
export function parseMapPosition(text: string | undefined): MapPosition | undefined {
  const found = /^(-?\d{1,2}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?),(\d{1,2})$/.exec(text ?? '')
  if (found === null) return undefined
  const [latitude = 0, longitude = 0, zoom = 0] = found.slice(1).map(Number)
  const isThere = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && zoom >= MAP_MIN_ZOOM && zoom <= MAP_MAX_ZOOM
  return isThere ? { centre: { latitude, longitude }, zoom } : undefined
}
