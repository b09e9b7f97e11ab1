import { useEffect, useMemo, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Ask } from '#domain/api/index.ts'
import type { LatLng } from '#domain/documents/index.ts'
import { type Author, DEFAULT_LATITUDE, DEFAULT_LONGITUDE, municipalityOf } from '#domain/kernel/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import { openMapTiles } from '#local/index.ts'
import { browserMapSource, type MapSource } from '#sync/index.ts'
import { useAccount, useOnline, useProfile } from '#ui/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { AddressSearch } from './address-search.tsx'
import type { LocationAidProps } from './aid.ts'
import styles from './location.module.css'
import { LocationMap } from './map.tsx'
import { useAddressOf } from './use-address-of.ts'

/** One map for the whole page, so that two forms do not keep it twice. */
let tiles: ReturnType<typeof openMapTiles> | undefined

function sourceFor(account: Author, ask: Ask): MapSource {
  tiles ??= openMapTiles()
  return browserMapSource(globalThis, { tiles, ask, account })
}

/** What stands beside the fields of a location for whoever is signed in: the search for an address, the map, and the address of a point. All of it only helps. */
export function LocationAid(props: LocationAidProps) {
  const { local, ask } = useAccount()
  const centre = useCentre()
  const source = useMemo(() => sourceFor(local.account, ask), [ask, local])
  const [facts, setFacts] = useState<MapFacts | null>(null)
  const online = useOnline()
  useEffect(() => {
    let left = false
    void source.facts().then((told) => {
      if (!left && told.ok) setFacts(told.value)
    })
    return () => {
      left = true
    }
  }, [source, online])
  const { suggestion, take, know } = useAddressOf(props, facts?.geocoder === true)

  const { location, isLocked, onChange } = props
  if (facts === null) return null
  return (
    <>
      {facts.geocoder && !isLocked && (
        <AddressSearch
          text={location?.direccion ?? ''}
          onChoose={(place) => {
            know(place)
            onChange(place)
          }}
        />
      )}
      {suggestion !== null && (
        <div className={styles['suggestion']} role="status">
          <span>{suggestion}</span>
          <Button variant="default" onClick={take}>
            <Trans>Use this address</Trans>
          </Button>
        </div>
      )}
      {facts.layers.length > 0 && (
        <LocationMap
          source={source}
          layers={facts.layers}
          centre={centre}
          point={location?.latlng}
          accuracy={props.accuracy}
          isLocked={isLocked}
          onMove={(latlng) => onChange({ latlng })}
        />
      )}
    </>
  )
}

/** The municipality of the form, or the city that the specification begins with. */
function useCentre(): LatLng {
  const profile = useProfile()
  const { form } = useFormContext()
  const [area] = form.template.areas
  const path = area === undefined ? undefined : municipalityOf(area)
  const places = profile === null ? [] : [profile.municipality, ...(profile.municipalities ?? [])]
  return (
    places.find((one) => one.path === path)?.ubicacion ??
    profile?.municipality.ubicacion ?? { latitude: DEFAULT_LATITUDE, longitude: DEFAULT_LONGITUDE }
  )
}
