import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listDevices } from '#domain/jobs/index.ts'
import {
  computeArrivalStatus,
  SILENT_DEVICE_MS,
  type ArrivalStatus,
  type StoredDeviceReport,
} from '#domain/devices/index.ts'
import { toMilliseconds, type Instant } from '#domain/kernel/index.ts'
import {
  EmptyState,
  mapToList,
  ListScreen,
  useEndpointData,
  toListedPage,
  Banner,
  useFormats,
  StatusBadge,
  type Column,
} from '#ui/index.ts'
import { RestoreReportNote } from './brought-back-note.tsx'
import { SupervisionTabs } from './parts.tsx'
import styles from './supervision.module.css'

/** The most important fact about a device, in order of precedence. `ORDER` is the sort order. */
type DeviceStatus = 'silent' | 'attention' | 'holding' | 'clear'

export function computeDeviceStatus(
  { seenAt, quarantined, queued }: StoredDeviceReport,
  serverTime: Instant,
): DeviceStatus {
  if (toMilliseconds(serverTime) - toMilliseconds(seenAt) > SILENT_DEVICE_MS) return 'silent'
  if (quarantined > 0) return 'attention'
  return queued > 0 ? 'holding' : 'clear'
}

const ORDER: Readonly<Record<DeviceStatus, number>> = { attention: 0, holding: 1, silent: 2, clear: 3 }

/** Sorts devices by status, then by their oldest unsent item, then by latest contact. */
export function sortDevices(
  devices: readonly StoredDeviceReport[],
  serverTime: Instant,
): readonly StoredDeviceReport[] {
  const rank = (device: StoredDeviceReport): number => ORDER[computeDeviceStatus(device, serverTime)]
  return devices.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.oldest ?? '~').localeCompare(b.oldest ?? '~') ||
      b.seenAt.localeCompare(a.seenAt) ||
      a.device.localeCompare(b.device),
  )
}

/** Clock error in milliseconds up to which no warning is shown. */
const MAX_HARMLESS_SKEW_MS = 60_000

/** @returns whole minutes that the device's clock is ahead, negative if it is behind; 0 if harmless */
export function computeClockMinutesAhead({ skew }: StoredDeviceReport): number {
  return Math.abs(skew) < MAX_HARMLESS_SKEW_MS ? 0 : Math.round(-skew / 60_000)
}

/** Free bytes below which saving photos may fail. */
const LOW_SPACE_BYTES = 200_000_000

/** @returns free bytes if low; null if sufficient or unknown */
export function findLowSpace({ quota, usage }: StoredDeviceReport): number | null {
  if (quota === null || usage === null) return null
  const remaining = Math.max(0, quota - usage)
  return remaining < LOW_SPACE_BYTES ? remaining : null
}

/** @param serverTime time of the server's reply */
export function useDeviceColumns(serverTime: Instant | undefined): readonly Column<StoredDeviceReport>[] {
  const { t } = useLingui()
  const formats = useFormats()
  return [
    {
      head: t`User and device`,
      key: 'user',
      by: ({ name, email }) => name || email,
      cell: ({ name, email, device, broughtBack }) => (
        <>
          {name === '' ? email : name}{' '}
          <span className={`r-block r-code r-soft ${styles['soft'] ?? ''}`}>{device.slice(0, 8)}</span>
          {broughtBack !== undefined && <RestoreReportNote broughtBack={broughtBack} />}
        </>
      ),
    },
    {
      head: t`Status`,
      key: 'status',
      by: (device) => serverTime && ORDER[computeDeviceStatus(device, serverTime)],
      card: 'side',
      cell: (device) => serverTime !== undefined && <StatusOfDevice device={device} serverTime={serverTime} />,
    },
    {
      head: t`Oldest unsent answer`,
      key: 'oldest',
      by: ({ oldest }) => oldest ?? undefined,
      card: 'named',
      cell: ({ oldest }) => (oldest === null ? '–' : <Moment at={oldest} />),
    },
    {
      head: t`Last contact`,
      key: 'seen',
      by: ({ seenAt }) => seenAt,
      card: 'named',
      cell: (device) => (
        <span>
          <Moment at={device.seenAt} /> <Clock device={device} />
        </span>
      ),
    },
    {
      head: t`Storage`,
      key: 'storage',
      by: ({ usage }) => usage ?? undefined,
      card: 'named',
      cell: (device) => (
        <span>
          {device.usage === null ? '–' : formats.bytes(device.usage)}
          <Storage device={device} />
        </span>
      ),
    },
    {
      head: t`App version`,
      key: 'version',
      by: ({ appVersion }) => appVersion,
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

function StatusOfDevice({ device, serverTime }: { readonly device: StoredDeviceReport; readonly serverTime: Instant }) {
  const formats = useFormats()
  const { queued, quarantined, waitingBytes } = device
  switch (computeDeviceStatus(device, serverTime)) {
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
          <Plural value={queued} one="# to send" other="# to send" /> · {formats.bytes(waitingBytes)}
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

function Clock({ device }: { readonly device: StoredDeviceReport }) {
  const minutes = computeClockMinutesAhead(device)
  if (minutes === 0) return null
  return (
    <span className={`r-soft ${styles['soft']}`}>
      {'· '}
      {minutes > 0 ? (
        <Plural value={minutes} one="clock # minute fast" other="clock # minutes fast" />
      ) : (
        <Plural value={-minutes} one="clock # minute slow" other="clock # minutes slow" />
      )}
    </span>
  )
}

/** Shows storage problems of a device. */
function Storage({ device }: { readonly device: StoredDeviceReport }) {
  const formats = useFormats()
  const remaining = findLowSpace(device)
  return (
    <>
      {remaining !== null && (
        <span className={`r-soft ${styles['soft']}`}>
          {' · '}
          <Trans>only {formats.bytes(remaining)} free</Trans>
        </span>
      )}
      {!device.persisted && (
        <span className={`r-block r-soft r-small ${styles['soft']}`}>
          <Trans comment="data on a device that the browser does not protect">May be deleted if space runs low</Trans>
        </span>
      )}
    </>
  )
}

/** /supervision/dispositivos: devices and their unsent data. Devices that need attention are first. */
export function DevicesScreen() {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(listDevices, {})
  const fleet = loadable.kind === 'here' && loadable.value.devices.length > 0 ? loadable.value : null
  const arrival = fleet && computeArrivalStatus(fleet)
  const columns = useDeviceColumns(fleet?.serverTime)
  return (
    <ListScreen
      title={t`Devices`}
      subtitle={<Trans>Status of each device when it last connected.</Trans>}
      above={
        <>
          <SupervisionTabs />
          {arrival !== null && <ArrivalNote arrival={arrival} />}
        </>
      }
      list={mapToList(loadable, ({ devices, serverTime }) => toListedPage(sortDevices(devices, serverTime)))}
      retry={retry}
      label={t`Devices`}
      name="devices"
      columns={columns}
      keyOf={({ device, userId }) => `${device}~${userId}`}
      empty={
        <EmptyState title={<Trans>No devices yet.</Trans>}>
          <Trans>Devices appear here after someone signs in on them.</Trans>
        </EmptyState>
      }
      foot={arrival !== null && <Plural value={arrival.reporting} one="# device" other="# devices" />}
    />
  )
}

/** Note on the time up to which all saved data has arrived, according to the devices' reports. */
function ArrivalNote({ arrival }: { readonly arrival: ArrivalStatus }) {
  const { until, silent, holding } = arrival
  const answers = holding.reduce((sum, { queued, quarantined }) => sum + queued + quarantined, 0)
  return (
    <>
      {until === null ? (
        <Banner tone="waiting">
          <Trans>It is not known whether everything has been received.</Trans>
        </Banner>
      ) : (
        <Banner tone={holding.length === 0 ? 'received' : 'waiting'}>
          <strong>
            <ArrivedUntil moment={until} />
          </strong>{' '}
          {holding.length > 0 && (
            <>
              <Plural value={holding.length} one="# device has unsent work:" other="# devices have unsent work:" />{' '}
              <Plural value={answers} one="# answer." other="# answers." />
            </>
          )}
        </Banner>
      )}
      {silent.length > 0 && (
        <Banner tone="attention">
          <Plural
            value={silent.length}
            one="# device has not connected for more than a week. It may hold unsent work that is not counted above."
            other="# devices have not connected for more than a week. They may hold unsent work that is not counted above."
          />
        </Banner>
      )}
    </>
  )
}

function ArrivedUntil({ moment }: { readonly moment: Instant }) {
  const formats = useFormats()
  const [day, time] = [formats.date(moment), formats.time(moment)]
  return (
    <Trans>
      Everything saved before {day}, {time} has been received.
    </Trans>
  )
}
