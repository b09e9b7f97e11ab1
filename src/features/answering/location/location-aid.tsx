import { useMemo } from 'react'
import { findAddress, searchAddress } from '#domain/api/index.ts'
import { useAccount } from '#ui/index.ts'
import { useMap, useMapCentre } from '#ui/map/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { type AddressHelp, pointQuery } from './address-help.ts'
import type { LocationAidProps } from './aid.ts'
import { NearBy } from './near-by.tsx'
import { PlaceHelp } from './place-help.tsx'

/** What stands beside the fields of a location for whoever is signed in: the search for an address, assets near by, the map, and the address of a point. All of it only helps. */
export function LocationAid(props: LocationAidProps) {
  const { form } = useFormContext()
  const { ask } = useAccount()
  const centre = useMapCentre(form.template.areas)
  const { source, facts } = useMap()
  const addresses = useMemo<AddressHelp>(
    () => ({
      search: (q) => ask(searchAddress, { q }),
      addressOf: (point) => ask(findAddress, pointQuery(point)),
    }),
    [ask],
  )
  return (
    <PlaceHelp {...props} source={source} facts={facts} centre={centre} addresses={addresses}>
      <NearBy point={props.location?.latlng} isLocked={props.isLocked} />
    </PlaceHelp>
  )
}
