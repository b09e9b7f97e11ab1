import { useState } from 'react'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import type { Location } from '#domain/documents/index.ts'
import { LOCATION_ID } from '../form/element-ids.ts'
import { clearHeader, setHeader } from '../form/form-actions.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { useForm, useFormContext, useLocked } from '../form/form-context.ts'
import styles from './header.module.css'

/** How long the device may search for its position. */
const POSITION_TIMEOUT_MS = 20_000

type Search = 'idle' | 'searching' | 'denied' | 'failed'

/** Where: an address as text, and the device's own position, which needs no network. A map comes later. */
export function LocationBlock() {
  const { t } = useLingui()
  const { form } = useFormContext()
  const location = useForm((state) => state.header.location)
  const marked = useForm((state) => state.marked)
  const [search, setSearch] = useState<Search>('idle')
  const missing = marked && (location?.direccion ?? '').trim() === ''

  const change = (part: Partial<Location>): void => {
    // Read now, not as rendered: a position can arrive while somebody is typing.
    const next = { direccion: '', ...form.state.getState().header.location, ...part }
    if (next.direccion === '' && next.latlng === undefined) clearHeader(form, 'location')
    else setHeader(form, { location: next })
  }
  const locate = (): void => {
    if (!('geolocation' in navigator)) return setSearch('failed')
    setSearch('searching')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setSearch('idle')
        change({ latlng: { latitude: coords.latitude, longitude: coords.longitude } })
      },
      (error) => setSearch(error.code === error.PERMISSION_DENIED ? 'denied' : 'failed'),
      { enableHighAccuracy: true, timeout: POSITION_TIMEOUT_MS },
    )
  }

  const latlng = location?.latlng
  return (
    <fieldset className={styles['block']} id={`${LOCATION_ID}-block`} disabled={useLocked({ kind: 'location' })}>
      <legend>{t`Location`}</legend>
      <TextInput
        id={LOCATION_ID}
        label={t`Address`}
        value={location?.direccion ?? ''}
        maxLength={1000}
        description={<RequiredNote missing={missing}>{t`* Required answer`}</RequiredNote>}
        aria-required
        error={missing ? t`The address is required` : undefined}
        onChange={(event) => change({ direccion: event.currentTarget.value })}
      />
      <div className={styles['position']}>
        <Button
          variant="default"
          loading={search === 'searching'}
          leftSection={<IconCurrentLocation size={20} aria-hidden="true" />}
          onClick={locate}
        >
          {t`Use my position`}
        </Button>
        {latlng !== undefined && (
          <span className="r-figures">
            {latlng.latitude.toFixed(5)}, {latlng.longitude.toFixed(5)}
          </span>
        )}
      </div>
      <p className={styles['problem']} role="status">
        {search === 'denied' &&
          t`This device may not use its position. Allow it in the browser's settings, or write the address.`}
        {search === 'failed' && t`The position could not be found. Try again in the open, or write the address.`}
      </p>
    </fieldset>
  )
}
