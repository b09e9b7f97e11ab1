import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { Plural, Trans } from '@lingui/react/macro'
import type { DoorState, OpenDoor } from '#sync/doors/index.ts'
import { StatusBadge, useFormatsIn } from '#ui/index.ts'
import styles from './door.module.css'
import { formatScanTime } from './verdict-text.tsx'

/** Shows how many scans the server refused, until the message is dismissed. */
export function RefusedScans({ door, dropped }: Pick<DoorState, 'dropped'> & { readonly door: OpenDoor }) {
  if (dropped === 0) return null
  return (
    <>
      <StatusBadge tone="attention">
        <Plural value={dropped} one="# scan was rejected by the server" other="# scans were rejected by the server" />
      </StatusBadge>
      <Button variant="subtle" size="compact-sm" onClick={() => void door.forgetDropped()}>
        <Plural value={dropped} one="Remove it from this device" other="Remove them from this device" />
      </Button>
    </>
  )
}

type DoorStatusProps = { readonly door: OpenDoor; readonly state: DoorState }

/** Number of people inside, connection status, and scans not sent yet. */
export function DoorStatus({ door, state: { event, isLive, asOf, counts, waiting, dropped } }: DoorStatusProps) {
  const formats = useFormatsIn(event?.timeZone)
  const [opened] = useState(Date.now)
  const moment = asOf === undefined ? undefined : formatScanTime(formats, asOf, opened)
  return (
    <Group gap="4px 12px">
      {isLive ? (
        <StatusBadge tone="received">
          <Trans>Online</Trans>
        </StatusBadge>
      ) : (
        <StatusBadge tone="waiting">
          {moment === undefined ? <Trans>Offline</Trans> : <Trans>Offline, list of {moment}</Trans>}
        </StatusBadge>
      )}
      {waiting > 0 && (
        <StatusBadge tone="waiting">
          <Plural value={waiting} one="# scan to send" other="# scans to send" />
        </StatusBadge>
      )}
      <RefusedScans door={door} dropped={dropped} />
      <span className={`r-line r-gap-12 r-figures ${styles['counts']}`}>
        <Trans>
          Entered <strong>{formats.number(counts.entered)}</strong>
        </Trans>
        <Trans>
          Inside <strong>{formats.number(counts.inside)}</strong>
        </Trans>
      </span>
    </Group>
  )
}
