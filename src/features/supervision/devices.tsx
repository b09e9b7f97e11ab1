import { Table } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Instant } from '#domain/kernel/index.ts'
import type { Arrival, DeviceLine, Fleet } from '#domain/sync/index.ts'
import { FoldingTable, PageSection, StatusBadge, useFormats } from '#ui/index.ts'
import { inOrder, littleRoomOn, minutesAhead, deviceStatus } from './device-status.ts'
import styles from './supervision.module.css'

/** A table that folds into cards on narrow screens; what needs somebody stands on top. */
export function Devices({ fleet, arrival }: { readonly fleet: Fleet; readonly arrival: Arrival }) {
  const { t } = useLingui()
  const labels = useLabels()
  return (
    <PageSection
      title={t`Last reports`}
      aside={<Plural value={arrival.reporting} one="# device reports" other="# devices report" />}
    >
      <FoldingTable label={t`Devices`} heads={Object.values(labels)} cards="facts">
        {inOrder(fleet.devices, fleet.serverTime).map((device) => (
          <DeviceRow key={`${device.device}~${device.userId}`} device={device} serverTime={fleet.serverTime} />
        ))}
      </FoldingTable>
    </PageSection>
  )
}

function useLabels() {
  const { t } = useLingui()
  return {
    who: t`Person and device`,
    status: t`State`,
    oldest: t`Oldest unsent`,
    seen: t`Last contact`,
    storage: t`Storage`,
    version: t`App version`,
  }
}

function DeviceRow({ device, serverTime }: { readonly device: DeviceLine; readonly serverTime: Instant }) {
  const formats = useFormats()
  const labels = useLabels()
  const name = device.name === '' ? device.email : device.name
  return (
    <Table.Tr>
      <Table.Th scope="row" data-label={labels.who}>
        <span>
          {name} <span className={`r-code ${styles['soft'] ?? ''}`}>{device.device.slice(0, 8)}</span>
        </span>
      </Table.Th>
      <Table.Td data-label={labels.status}>
        <StatusOfDevice device={device} serverTime={serverTime} />
      </Table.Td>
      <Table.Td data-label={labels.oldest}>
        {device.oldest === null ? '–' : <span className={styles['moment']}>{formats.dateTime(device.oldest)}</span>}
      </Table.Td>
      <Table.Td data-label={labels.seen}>
        <span>
          <span className={styles['moment']}>{formats.dateTime(device.seenAt)}</span>
          <Clock device={device} />
        </span>
      </Table.Td>
      <Table.Td data-label={labels.storage}>
        <Storage device={device} />
      </Table.Td>
      <Table.Td data-label={labels.version}>
        <span className="r-code">{device.appVersion}</span>
      </Table.Td>
    </Table.Tr>
  )
}

function StatusOfDevice({ device, serverTime }: { readonly device: DeviceLine; readonly serverTime: Instant }) {
  const formats = useFormats()
  const { queued, quarantined, waitingBytes } = device
  switch (deviceStatus(device, serverTime)) {
    case 'silent':
      return (
        <StatusBadge tone="attention">
          <Trans>Silent for a week</Trans>
        </StatusBadge>
      )
    case 'attention':
      return (
        <StatusBadge tone="attention">
          <Plural value={quarantined} one="# needs attention there" other="# need attention there" />
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
    <span className={styles['remark']}>
      {minutes > 0 ? (
        <Plural value={minutes} one="its clock is # minute ahead" other="its clock is # minutes ahead" />
      ) : (
        <Plural value={-minutes} one="its clock is # minute behind" other="its clock is # minutes behind" />
      )}
    </span>
  )
}

function Storage({ device }: { readonly device: DeviceLine }) {
  const formats = useFormats()
  const left = littleRoomOn(device)
  return (
    <span>
      {device.usage === null ? '–' : formats.bytes(device.usage)}
      {left !== null && (
        <span className={styles['remark']}>
          <Trans>only {formats.bytes(left)} left</Trans>
        </span>
      )}
      {!device.persisted && (
        <span className={styles['remark']}>
          <Trans>not promised by the browser</Trans>
        </span>
      )}
    </span>
  )
}
