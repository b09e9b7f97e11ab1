import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo, useEffect, useRef } from 'react'
import { useLingui, Trans } from '@lingui/react/macro'
import {
  findAddress,
  searchAddress,
  getIdentifierDataById,
  type Identifier,
  type IdentifierData,
} from '#domain/maps/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { useAccount, useOnline, useEndpointData } from '#ui/index.ts'
import { useMap, useMapCentre, type MapMark } from '#ui/map/index.ts'
import { setHeader, clearHeader } from '../form/form-actions.ts'
import { useFormContext, useIsLocked } from '../form/form-context.ts'
import { type AddressHelp, toPointQuery } from './address-help.ts'
import type { LocationAidProps } from './aid.ts'
import { MapUnavailable, PlaceSearch } from './place-help.tsx'
import { useAssets, type Assets } from './use-assets.ts'
import styles from './location.module.css'

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
      addressOf: (point) => ask(findAddress, { ...toPointQuery(point), municipality }),
    }),
    [ask, municipality],
  )
  const isLocked = useIsLocked({ kind: 'asset' }) || props.isLocked
  const assets = useAssets(ofQuestion ? undefined : location?.latlng, isLocked)
  const { near, chosen } = assets
  const marks = useMemo(() => toMapMarks(near, chosen, (name) => t`${name}: assigned`), [near, chosen, t])
  if (ofQuestion && (facts === null ? failed || !online : facts.layers.length === 0 && !facts.geocoder))
    return <MapUnavailable />
  return (
    <PlaceSearch
      {...props}
      source={source}
      facts={facts}
      centre={centre}
      addresses={addresses}
      marks={marks}
      onMark={(identifier) => setHeader(form, { identifier })}
    >
      {!ofQuestion && <NearbyAssets assets={assets} isLocked={isLocked} />}
    </PlaceSearch>
  )
}

/**
 * Assets near a point as map marks at their first position, numbered as in the list.
 * @param chosen id of the assigned asset
 * @param assigned returns the label of the assigned asset
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

type NearbyAssetsProps = { readonly assets: Assets; readonly isLocked: boolean }
type AssetRequest = NonNullable<Assets['asking']>

/** The assigned asset, and assets near the point to choose from. Renders nothing if assets cannot be requested. */
export function NearbyAssets({ assets: { asking, near, chosen }, isLocked }: NearbyAssetsProps) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const assigned = useRef<HTMLDivElement>(null)
  const offeredRef = useRef<HTMLUListElement>(null)
  const hasPressed = useRef(false)
  useEffect(() => {
    if (!hasPressed.current) return
    hasPressed.current = false
    // Moves the focus to the result, as the pressed button was removed.
    const next = assigned.current ?? offeredRef.current
    next?.focus({ preventScroll: true })
  }, [chosen])
  if (asking === null) return null
  const knownAsset = near.find(({ idIdentificador }) => idIdentificador === chosen)
  const others = near.filter(({ idIdentificador }) => idIdentificador !== chosen)
  return (
    <>
      {chosen !== undefined && (
        <div
          ref={assigned}
          tabIndex={-1}
          className={`r-row r-gap-4 r-gap-x-12 r-pad-8 r-middle r-between ${styles['asset']}`}
          role="group"
          aria-label={t`Assigned asset`}
        >
          {knownAsset === undefined ? <AssignedAsset id={chosen} asking={asking} /> : <Card {...knownAsset} />}
          {!isLocked && (
            <Button
              variant="subtle"
              leftSection={<IconX size={20} aria-hidden="true" />}
              onClick={() => {
                hasPressed.current = true
                clearHeader(form, 'identifier')
              }}
            >
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      )}
      {others.length > 0 && (
        <ul
          ref={offeredRef}
          tabIndex={-1}
          className={`r-plain r-card r-wide ${styles['places']}`}
          aria-label={t`Assets near this point`}
        >
          {others.map((asset) => (
            <li key={asset.idIdentificador}>
              <Button
                variant="subtle"
                justify="start"
                fullWidth
                onClick={() => {
                  hasPressed.current = true
                  setHeader(form, { identifier: asset.idIdentificador })
                }}
              >
                <Line asset={asset} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** An assigned asset that is not near the point. Its data is requested by id. */
function AssignedAsset({ id, asking }: { readonly id: string; readonly asking: AssetRequest }) {
  const [loadable] = useEndpointData(getIdentifierDataById, { body: { idIdentifier: id, ...asking } })
  if (loadable.kind !== 'here') return <span className="r-code">{id}</span>
  const { tipoIdentificador, ...facts }: IdentifierData = loadable.value.result
  return <Card {...facts} descripcionIdentificadorTipo={tipoIdentificador} />
}

type AssetFacts = Pick<Identifier, 'descripcion' | 'descripcionIdentificadorTipo' | 'direccion' | 'iconoUrl'> & {
  readonly number?: number
}

function Card(facts: AssetFacts) {
  return (
    <p>
      <Line asset={facts} />
    </p>
  )
}

function Line({
  asset: { number, descripcion, descripcionIdentificadorTipo: type, direccion, iconoUrl },
}: {
  readonly asset: AssetFacts
}) {
  return (
    <span>
      {number !== undefined && (
        <span className={`r-small r-figures ${styles['number']}`} aria-hidden="true">
          {number}
        </span>
      )}
      {iconoUrl !== undefined && (
        <img
          src={iconoUrl}
          alt=""
          width={24}
          height={24}
          loading="lazy"
          className={styles['icon']}
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      )}
      <strong>{descripcion}</strong>
      {[type, direccion]
        .filter((text) => text !== '')
        .map((text) => ` · ${text}`)
        .join('')}
    </span>
  )
}
