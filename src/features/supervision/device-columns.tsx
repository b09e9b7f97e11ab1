import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Instant } from '#domain/kernel/index.ts'
import type { DeviceLine } from '#domain/devices/index.ts'
import { StatusBadge, useFormats, type Column } from '#ui/index.ts'
import { findLowSpace, minutesAhead, deviceStatus } from './device-status.ts'
import styles from './supervision.module.css'

/** @param serverTime time of the server's reply */
export function useDeviceColumns(serverTime: Instant | undefined): readonly Column<DeviceLine>[] {
  const { t } = useLingui()
  const formats = useFormats()
  return [
    {
      head: t`User and device`,
      cell: ({ name, email, device }) => (
        <>
          {name === '' ? email : name}{' '}
          <span className={`r-code r-soft ${styles['soft'] ?? ''}`}>{device.slice(0, 8)}</span>
        </>
      ),
    },
    {
      head: t`State`,
      card: 'side',
      cell: (device) => serverTime !== undefined && <StatusOfDevice device={device} serverTime={serverTime} />,
    },
    {
      head: t`Oldest unsent`,
      card: 'named',
      cell: ({ oldest }) => (oldest === null ? '–' : <Moment at={oldest} />),
    },
    {
      head: t`Last contact`,
      card: 'named',
      cell: (device) => (
        <span>
          <Moment at={device.seenAt} /> <Clock device={device} />
        </span>
      ),
    },
    {
      head: t`Storage`,
      card: 'named',
      cell: (device) => (
        <span>
          {device.usage === null ? '–' : formats.bytes(device.usage)} <Storage device={device} />
        </span>
      ),
    },
    {
      head: t`App version`,
      spare: true,
      card: 'named',
      cell: ({ appVersion }) => <span className="r-code">{appVersion}</span>,
    },
  ]
}

function Moment({ at }: { readonly at: Instant }) {
  const formats = useFormats()
  return <span className={styles['moment']}>{formats.dateTime(at)}</span>
}

function StatusOfDevice({ device, serverTime }: { readonly device: DeviceLine; readonly serverTime: Instant }) {
  const formats = useFormats()
  const { queued, quarantined, waitingBytes } = device
  switch (deviceStatus(device, serverTime)) {
    case 'silent':
      return (
        <StatusBadge tone="attention">
          <Trans>No contact for a week</Trans>
        </StatusBadge>
      )
    case 'attention':
      return (
        <StatusBadge tone="attention">
          <Plural value={quarantined} one="# item needs attention" other="# items need attention" />
        </StatusBadge>
      )
    case 'holding':
      return (
        <StatusBadge tone="waiting">
          <Plural value={queued} one="# waiting" other="# waiting" /> · {formats.bytes(waitingBytes)}
        </StatusBadge>
      )
    case 'clear':
      return (
        <StatusBadge tone="received">
          <Trans>All sent</Trans>
        </StatusBadge>
      )
  }
}

function Clock({ device }: { readonly device: DeviceLine }) {
  const minutes = minutesAhead(device)
  if (minutes === 0) return null
  return (
    <span className={`r-soft ${styles['soft']}`}>
      {minutes > 0 ? (
        <Plural value={minutes} one="clock # minute fast" other="clock # minutes fast" />
      ) : (
        <Plural value={-minutes} one="clock # minute slow" other="clock # minutes slow" />
      )}
    </span>
  )
}

/** Shows storage problems of a device. */
function Storage({ device }: { readonly device: DeviceLine }) {
  const formats = useFormats()
  const left = findLowSpace(device)
  return (
    <>
      {left !== null && (
        <span className={`r-soft ${styles['soft']}`}>
          <Trans>only {formats.bytes(left)} free</Trans>
        </span>
      )}{' '}
      {!device.persisted && (
        <span className={`r-soft ${styles['soft']}`}>
          <Trans>the browser may delete it</Trans>
        </span>
      )}
    </>
  )
}
