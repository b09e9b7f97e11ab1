import { useMemo } from 'react'
import { useLingui } from '@lingui/react/macro'
import { findAddress, searchAddress } from '#domain/maps/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { useAccount, useOnline } from '#ui/index.ts'
import { useMap, useMapCentre } from '#ui/map/index.ts'
import { setHeader } from '../form/form-actions.ts'
import { useFormContext, useLocked } from '../form/form-context.ts'
import { type AddressHelp, pointQuery } from './address-help.ts'
import type { LocationAidProps } from './aid.ts'
import { toMapMarks } from './marks-of.ts'
import { NearbyAssets } from './near-by.tsx'
import { MapUnavailable, PlaceHelp } from './place-help.tsx'
import { useAssets } from './use-assets.ts'

/**
 * Help with a location for signed-in users: address search, map, and address of a point. For the location of the whole
 * answer also nearby assets.
 */
export function LocationAid(props: LocationAidProps) {
  const { form } = useFormContext()
  const { t } = useLingui()
  const { ofQuestion = false, location } = props
  const online = useOnline()
  const { ask } = useAccount()
  const centre = useMapCentre(form.template.areas)
  const { source, facts, failed } = useMap()
  const municipality = municipalityOfDocument(form.template)
  const addresses = useMemo<AddressHelp>(
    () => ({
      search: (q) => ask(searchAddress, { q, municipality }),
      addressOf: (point) => ask(findAddress, { ...pointQuery(point), municipality }),
    }),
    [ask, municipality],
  )
  const isLocked = useLocked({ kind: 'asset' }) || props.isLocked
  const assets = useAssets(ofQuestion ? undefined : location?.latlng, isLocked)
  const { near, chosen } = assets
  const marks = useMemo(() => toMapMarks(near, chosen, (name) => t`${name}: assigned`), [near, chosen, t])
  if (ofQuestion && (facts === null ? failed || !online : facts.layers.length === 0 && !facts.geocoder))
    return <MapUnavailable />
  return (
    <PlaceHelp
      {...props}
      source={source}
      facts={facts}
      centre={centre}
      addresses={addresses}
      marks={marks}
      onMark={(identifier) => setHeader(form, { identifier })}
    >
      {!ofQuestion && <NearbyAssets assets={assets} isLocked={isLocked} />}
    </PlaceHelp>
  )
}
