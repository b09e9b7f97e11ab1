import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { type LatLng, parsePosition } from '#domain/places/index.ts'
import { NEW_MUNICIPALITY_LATITUDE, NEW_MUNICIPALITY_LONGITUDE } from '#domain/kernel/index.ts'
import { LazyPlaceMap, useMap } from '#ui/map/index.ts'
import styles from './places.module.css'

/** Coordinates in degrees, as typed. */
type TypedPosition = { readonly latitude: string; readonly longitude: string }

type PositionFieldsProps = {
  readonly value: TypedPosition
  readonly error?: string | undefined
  readonly onChange: (value: TypedPosition) => void
}

const TIMEOUT_MS = 15_000
/** Decimals of a degree, which is a precision of about 0.1 m. */
const DIGITS = 6

/** Coordinates as two text fields, which can also be set from the device's position or the map. */
export function PositionFields({ value, error, onChange }: PositionFieldsProps) {
  const { t } = useLingui()
  const [state, setState] = useState<'rest' | 'asking' | 'refused'>('rest')
  function choose({ latitude, longitude }: LatLng): void {
    onChange({ latitude: latitude.toFixed(DIGITS), longitude: longitude.toFixed(DIGITS) })
  }
  function take(): void {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('rest')
        choose(coords)
      },
      () => setState('refused'),
      { timeout: TIMEOUT_MS, maximumAge: 0, enableHighAccuracy: true },
    )
  }
  return (
    <div role="group" aria-label={t`Position`}>
      <div className={`r-grid r-top ${styles['position']}`}>
        <TextInput
          label={t`Latitude`}
          inputMode="decimal"
          value={value.latitude}
          error={error}
          onChange={({ currentTarget }) => onChange({ ...value, latitude: currentTarget.value })}
        />
        <TextInput
          label={t`Longitude`}
          inputMode="decimal"
          value={value.longitude}
          error={error !== undefined}
          onChange={({ currentTarget }) => onChange({ ...value, longitude: currentTarget.value })}
        />
      </div>
      <Button
        mt="xs"
        variant="default"
        loading={state === 'asking'}
        leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
        onClick={take}
      >
        <Trans>Use the location of this device</Trans>
      </Button>
      <p role="status" className={`r-soft ${styles['refused']}`}>
        {state === 'refused' && <Trans>Could not get the location of the device. Enter it.</Trans>}
      </p>
      <PositionMap value={value} onMove={choose} />
    </div>
  )
}

/** The position on a map. Renders nothing if no map is available. */
function PositionMap({ value, onMove }: { readonly value: TypedPosition; readonly onMove: (to: LatLng) => void }) {
  const { source, facts } = useMap()
  const read = parsePosition(value.latitude, value.longitude)
  const point = read.ok ? read.value : undefined
  const [centre] = useState(point ?? { latitude: NEW_MUNICIPALITY_LATITUDE, longitude: NEW_MUNICIPALITY_LONGITUDE })
  if (facts === null || facts.layers.length === 0) return null
  return <LazyPlaceMap source={source} layers={facts.layers} centre={centre} point={point} onMove={onMove} />
}
