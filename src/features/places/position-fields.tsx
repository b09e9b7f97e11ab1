import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import styles from './places.module.css'

/** Degrees as they are typed. */
export type TypedPosition = { readonly latitude: string; readonly longitude: string }

type PositionFieldsProps = {
  readonly value: TypedPosition
  readonly error?: string | undefined
  readonly onChange: (value: TypedPosition) => void
}

const PATIENCE = 15_000
/** Six digits after the point are a tenth of a metre. */
const DIGITS = 6

/** A position, typed in or taken from the device. It holds its value by itself nowhere: a map beside it changes the same two texts. */
export function PositionFields({ value, error, onChange }: PositionFieldsProps) {
  const { t } = useLingui()
  const [state, setState] = useState<'rest' | 'asking' | 'refused'>('rest')
  function take(): void {
    setState('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('rest')
        onChange({ latitude: coords.latitude.toFixed(DIGITS), longitude: coords.longitude.toFixed(DIGITS) })
      },
      () => setState('refused'),
      { timeout: PATIENCE, maximumAge: 0, enableHighAccuracy: true },
    )
  }
  return (
    <div role="group" aria-label={t`Position`}>
      <div className={styles['position']}>
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
        <Trans>Take from this device</Trans>
      </Button>
      <p role="status" className={styles['soft']}>
        {state === 'refused' && <Trans>The device gives no position. Type it in.</Trans>}
      </p>
    </div>
  )
}
