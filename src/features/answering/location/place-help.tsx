import type { ReactNode } from 'react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { LatLng } from '#domain/places/index.ts'
import type { MapFacts } from '#domain/maps/index.ts'
import type { MapSource } from '#sync/map/index.ts'
import { LaterPlaceMap, type MapMark } from '#ui/map/index.ts'
import type { AddressHelp } from './address-help.ts'
import { AddressSearch } from './address-search.tsx'
import type { LocationAidProps } from './aid.ts'
import styles from './location.module.css'
import { useAddressOf } from './use-address-of.ts'

type PlaceHelpProps = LocationAidProps & {
  readonly source: MapSource
  /** null until they are known */
  readonly facts: MapFacts | null
  /** where the map begins */
  readonly centre: LatLng
  readonly addresses: AddressHelp
  /** what else can be chosen on the map, as in a list beside it */
  readonly marks?: readonly MapMark[]
  readonly onMark?: (id: string) => void
  /** between the address and the map */
  readonly children?: ReactNode
}

/** In the place of what was asked for and cannot be had. @param children why */
export function NoMap({ children }: { readonly children?: ReactNode }) {
  return (
    <p className={`r-soft r-note ${styles['note']}`} role="status">
      {children}
      <Trans>The map cannot be shown now. Write the address, or use the position of this device.</Trans>
    </p>
  )
}

/** The search for an address, the address of a point, and the map, for signed-in users and for the public. */
export function PlaceHelp({ source, facts, centre, addresses, children, marks, onMark, ...props }: PlaceHelpProps) {
  const { suggestion, take, know } = useAddressOf(props, facts?.geocoder === true ? addresses : undefined)
  const { location, isLocked, onChange } = props
  if (facts === null) return null
  return (
    <>
      {facts.geocoder && !isLocked && (
        <AddressSearch
          addresses={addresses}
          text={location?.direccion ?? ''}
          onChoose={(place) => {
            know(place)
            onChange(place)
          }}
        />
      )}
      {suggestion !== null && (
        <div className={`r-row r-gap-x-12 r-pad-8 r-middle ${styles['suggestion']}`} role="status">
          <span>{suggestion}</span>
          <Button variant="default" onClick={take}>
            <Trans>Use this address</Trans>
          </Button>
        </div>
      )}
      {children}
      {facts.layers.length > 0 && !isLocked && (
        <p className={`r-soft r-note ${styles['note']}`}>
          <Trans>Tap the map to set the point, or to move it.</Trans>
        </p>
      )}
      {facts.layers.length > 0 && (
        <LaterPlaceMap
          source={source}
          layers={facts.layers}
          centre={centre}
          point={location?.latlng}
          accuracy={props.accuracy}
          onMove={isLocked ? undefined : (latlng) => onChange({ latlng })}
          marks={marks}
          onMark={onMark}
        />
      )}
    </>
  )
}
