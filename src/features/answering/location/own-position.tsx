import { useState } from 'react'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { LatLng } from '#domain/places/index.ts'
import { formatCoordinates } from '#domain/questions/index.ts'
import styles from './location.module.css'

/** Timeout of the search for the device's position. */
const POSITION_TIMEOUT_MS = 20_000

type Search = 'idle' | 'searching' | 'denied' | 'failed'

/** Callbacks of a pending position search. */
export type PositionCallbacks = {
  readonly found: (latlng: LatLng) => void
  /** called when the search ends, with or without a result */
  readonly done?: () => void
}

/** Searches for the device's position, even offline. @param latlng current point @param begin called on start */
export function useOwnPosition(latlng: LatLng | undefined, begin: () => PositionCallbacks) {
  const [search, setSearch] = useState<Search>('idle')
  const [measured, setMeasurement] = useState<{ readonly at: LatLng; readonly accuracy: number } | null>(null)
  const locate = (): void => {
    if (!('geolocation' in navigator)) return setSearch('failed')
    setSearch('searching')
    const { found, done } = begin()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearch('idle')
        const position = { latitude: coords.latitude, longitude: coords.longitude }
        setMeasurement({ at: position, accuracy: coords.accuracy })
        found(position)
        done?.()
      },
      (error) => {
        setSearch(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed')
        done?.()
      },
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS },
    )
  }
  return {
    search,
    locate,
    accuracy: measured !== null && isSamePoint(measured.at, latlng) ? measured.accuracy : undefined,
  }
}

type OwnPositionProps = { readonly position: ReturnType<typeof useOwnPosition> }

/** The button that searches for the position, and the result. */
export function OwnPosition({ position: { search, locate, accuracy } }: OwnPositionProps) {
  const { t } = useLingui()
  return (
    <>
      <div>
        <Button
          variant="default"
          loading={search === 'searching'}
          leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
          onClick={locate}
        >
          {t`Use my location`}
        </Button>
      </div>
      <p className={`r-soft r-note ${styles['note']}`}>
        {accuracy !== undefined && t`Measured by this device, accurate to ${Math.ceil(accuracy)} m`}
      </p>
      <p className="r-problem" role="status">
        {search === 'denied' && t`Location access is blocked. Allow it in the browser settings or type the address.`}
        {search === 'failed' && t`Your location could not be found. Try again outdoors or type the address.`}
      </p>
    </>
  )
}

/** Whether two points are equal in the precision of stored text (about 0.1 m). */
export function isSamePoint(a: LatLng | undefined, b: LatLng | undefined): boolean {
  return (a && formatCoordinates(a)) === (b && formatCoordinates(b))
}
