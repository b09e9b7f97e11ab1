import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { LaterPlaceMap, useMap, useMapCentre } from '#ui/map/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { AddressSearch } from './address-search.tsx'
import type { LocationAidProps } from './aid.ts'
import { NearBy } from './near-by.tsx'
import styles from './location.module.css'
import { useAddressOf } from './use-address-of.ts'

/** What stands beside the fields of a location for whoever is signed in: the search for an address, the map, and the address of a point. All of it only helps. */
export function LocationAid(props: LocationAidProps) {
  const { form } = useFormContext()
  const centre = useMapCentre(form.template.areas)
  const { source, facts } = useMap()
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
      <NearBy point={location?.latlng} isLocked={isLocked} />
      {facts.layers.length > 0 && (
        <LaterPlaceMap
          source={source}
          layers={facts.layers}
          centre={centre}
          point={location?.latlng}
          accuracy={props.accuracy}
          onMove={isLocked ? undefined : (latlng) => onChange({ latlng })}
        />
      )}
    </>
  )
}
