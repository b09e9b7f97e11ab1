import { useEffect, useMemo, useState } from 'react'
import type { RequestSender } from '#domain/endpoints/index.ts'
import type { LatLng } from '#domain/places/index.ts'
import { DEFAULT_LATITUDE, DEFAULT_LONGITUDE, getMunicipality, type Author } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import { openMapTiles } from '#local/map/index.ts'
import { createBrowserMapSource, type MapSource } from '#sync/map/index.ts'
import { useAccount, useOnline, useProfile } from '#ui/index.ts'

/** Shared by all maps of the page, so that a tile is not stored twice. */
let tiles: ReturnType<typeof openMapTiles> | undefined

const UNKNOWN = { facts: null, failed: false } as const

function getMapSource(account: Author, ask: RequestSender): MapSource {
  tiles ??= openMapTiles()
  return createBrowserMapSource(globalThis, { tiles, ask, account })
}

/** @returns `facts`, which is null while unknown, and `failed`, which is true if loading the facts failed */
export function useMap(): { readonly source: MapSource; readonly facts: MapFacts | null; readonly failed: boolean } {
  const { local, ask } = useAccount()
  const source = useMemo(() => getMapSource(local.account, ask), [ask, local])
  const [known, setKnown] = useState<{ readonly facts: MapFacts | null; readonly failed: boolean }>(UNKNOWN)
  const online = useOnline()
  useEffect(() => {
    let hasLeft = false
    void source.facts().then((reply) => {
      if (!hasLeft) setKnown(({ facts }) => ({ facts: reply.ok ? reply.value : facts, failed: !reply.ok }))
    })
    return () => {
      hasLeft = true
    }
  }, [source, online])
  return { source, ...known }
}

/** @returns the initial centre of a map: the first area's municipality, else the user's, else the specified city */
export function useMapCentre(areas: readonly Parameters<typeof getMunicipality>[0][]): LatLng {
  const profile = useProfile()
  const [area] = areas
  const path = area === undefined ? undefined : getMunicipality(area)
  const places = profile === null ? [] : [profile.municipality, ...(profile.municipalities ?? [])]
  return (
    places.find((place) => place.path === path)?.ubicacion ??
    profile?.municipality.ubicacion ?? { latitude: DEFAULT_LATITUDE, longitude: DEFAULT_LONGITUDE }
  )
}
