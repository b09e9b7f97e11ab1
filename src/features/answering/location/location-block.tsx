import { getVisibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { lacksAddress, type LatLng, type Location, parsePosition } from '#domain/places/index.ts'
import { LOCATION_ELEMENT_ID } from '../form/element-ids.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { useForm, useFormContext, useIsLocked } from '../form/form-context.ts'
import type { LocationAidComponent, LoadLocationAid } from './aid.ts'
import { LoadMapButton } from './map-offer.tsx'
import { isSamePoint, OwnPosition, useOwnPosition } from './own-position.tsx'
import header from '../header/header.module.css'
import styles from './location.module.css'

/** Decimals of a degree, which is a precision of about 0.1 m. */
const DECIMALS = 6

type LocationBlockProps = {
  readonly Aid?: LocationAidComponent | undefined
  /** loads the aid on request, if `Aid` is missing */
  readonly offer?: LoadLocationAid | undefined
}

/** Location: address and coordinates as text, and the device's position. Works offline; the map is optional. */
export function LocationBlock({ Aid, offer }: LocationBlockProps) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const location = useForm((state) => state.header.location)
  const marked = useForm((state) => state.marked)
  const isLocked = useIsLocked({ kind: 'location' })
  const missing = marked && getVisibleText(location?.direccion ?? '') === '' && !lacksAddress(location)

  /** the address text when the point was set; a different text may mean another location */
  const [paired, setPaired] = useState(location?.direccion ?? '')

  const write = (part: Partial<Location>): void => {
    // Reads the current state instead of the rendered one, as a position may arrive while the user is typing.
    const { latlng, direccion } = { direccion: '', ...form.state.getState().header.location, ...part }
    if (direccion === '' && latlng === undefined) clearHeader(form, 'location')
    else setHeader(form, { location: { direccion, ...(latlng === undefined ? {} : { latlng }) } })
  }
  const change = (part: Partial<Location>): void => {
    write(part)
    setPaired(form.state.getState().header.location?.direccion ?? '')
  }
  const latlng = location?.latlng
  const isEnough = lacksAddress(location)
  const address = (location?.direccion ?? '').trim()
  const isOfAnother = latlng !== undefined && ![address, ''].includes(paired.trim()) && address !== ''
  const position = useOwnPosition(latlng, () => ({ found: (point) => change({ latlng: point }) }))
  const aid = { location, accuracy: position.accuracy, isLocked, onChange: change }
  return (
    <fieldset className={header['block']} id={`${LOCATION_ELEMENT_ID}-block`} disabled={isLocked}>
      <legend>{t`Location`}</legend>
      <TextInput
        id={LOCATION_ELEMENT_ID}
        label={t`Address`}
        value={location?.direccion ?? ''}
        maxLength={1000}
        description={!isEnough && <RequiredNote>{t`* Required answer`}</RequiredNote>}
        aria-required={!isEnough}
        error={missing ? t`The address is required.` : undefined}
        onChange={(event) => write({ direccion: event.currentTarget.value })}
      />
      <p className={`r-soft r-note ${styles['note']}`} role="status">
        {isEnough && t`Coordinates are enough. The server will add the address if it finds one.`}
      </p>
      <div className={`r-soft r-note ${styles['note']}`} role="status">
        {isOfAnother && (
          <>
            {t`The point is for another address: ${paired}. If this address is correct, remove the point.`}{' '}
            <Button variant="default" onClick={() => change({ latlng: undefined })}>
              {t`Remove point`}
            </Button>
          </>
        )}
      </div>
      {!isLocked && <OwnPosition position={position} />}
      {Aid !== undefined && <Aid {...aid} />}
      {offer !== undefined && !isLocked && <LoadMapButton load={offer} {...aid} />}
      <Coordinates latlng={latlng} onChange={(next) => change({ latlng: next })} />
    </fieldset>
  )
}

type CoordinatesProps = {
  readonly latlng: LatLng | undefined
  readonly onChange: (latlng: LatLng | undefined) => void
}

type TypedCoordinates = { readonly latitude: string; readonly longitude: string }

/** The coordinates as two text fields. Invalid text is kept in the fields, but clears the point. */
function Coordinates({ latlng, onChange }: CoordinatesProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState<TypedCoordinates | null>(null)
  // Shows the typed text while it denotes the current point. A point set on the map replaces it.
  const ownCoordinates = typed !== null && isSamePoint(latlng, parsePoint(typed)) ? typed : null
  const shownCoordinates = ownCoordinates ?? {
    latitude: latlng?.latitude.toFixed(DECIMALS) ?? '',
    longitude: latlng?.longitude.toFixed(DECIMALS) ?? '',
  }
  const isWrong = ownCoordinates !== null && parsePoint(ownCoordinates) === undefined && !isEmpty(ownCoordinates)

  const type = (part: Partial<TypedCoordinates>): void => {
    const next = { ...shownCoordinates, ...part }
    setTyped(next)
    onChange(parsePoint(next))
  }
  const leave = (): void => {
    if (!isWrong) setTyped(null)
  }
  return (
    <div className={`r-row r-gap-12 r-low ${styles['coordinates']}`} role="group" aria-label={t`Coordinates`}>
      <TextInput
        label={t`Latitude`}
        inputMode="decimal"
        maxLength={25}
        value={shownCoordinates.latitude}
        error={isWrong && t`Enter degrees: latitude from -90 to 90, longitude from -180 to 180.`}
        onBlur={leave}
        onChange={({ currentTarget }) => type({ latitude: currentTarget.value })}
      />
      <TextInput
        label={t`Longitude`}
        inputMode="decimal"
        maxLength={25}
        value={shownCoordinates.longitude}
        error={isWrong}
        onBlur={leave}
        onChange={({ currentTarget }) => type({ longitude: currentTarget.value })}
      />
    </div>
  )
}

function parsePoint({ latitude, longitude }: TypedCoordinates): LatLng | undefined {
  const read = parsePosition(latitude, longitude)
  return read.ok ? read.value : undefined
}

function isEmpty({ latitude, longitude }: TypedCoordinates): boolean {
  return getVisibleText(latitude) === '' && getVisibleText(longitude) === ''
}
