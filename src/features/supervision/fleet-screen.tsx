import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listDevices } from '#domain/jobs/index.ts'
import { computeArrival, type Arrival } from '#domain/devices/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import { EmptyState, mapToList, ListScreen, useEndpointData, wholeList, Banner, useFormats } from '#ui/index.ts'
import { useDeviceColumns } from './device-columns.tsx'
import { sortDevices } from './device-status.ts'
import { SupervisionParts } from './parts.tsx'

/** /supervision/dispositivos: devices and their unsent data. Devices that need attention are first. */
export function FleetScreen() {
  const { t } = useLingui()
  const [asked, again] = useEndpointData(listDevices, {})
  const fleet = asked.kind === 'here' && asked.value.devices.length > 0 ? asked.value : null
  const arrival = fleet && computeArrival(fleet)
  const columns = useDeviceColumns(fleet?.serverTime)
  return (
    <ListScreen
      title={t`Devices`}
      subtitle={<Trans>Status of each device when it last connected.</Trans>}
      above={
        <>
          <SupervisionParts />
          {fleet !== null && arrival !== null && <ArrivalNote arrival={arrival} serverTime={fleet.serverTime} />}
        </>
      }
      list={mapToList(asked, ({ devices, serverTime }) => wholeList(sortDevices(devices, serverTime)))}
      again={again}
      label={t`Devices`}
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

/** Says until which time everything saved has arrived, according to the devices' reports. */
function ArrivalNote({ arrival, serverTime }: { readonly arrival: Arrival; readonly serverTime: Instant }) {
  const { until, reporting, silent, holding } = arrival
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
            <ArrivedUntil moment={until} serverTime={serverTime} />
          </strong>{' '}
          {holding.length === 0 ? (
            <Plural
              value={reporting}
              one="# device, with nothing left to send."
              other="# devices, with nothing left to send."
            />
          ) : (
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

function ArrivedUntil({ moment, serverTime }: { readonly moment: Instant; readonly serverTime: Instant }) {
  const formats = useFormats()
  const [day, time] = [formats.date(moment), formats.time(moment)]
  if (day === formats.date(serverTime)) return <Trans>Everything captured until {time} has been received.</Trans>
  return (
    <Trans>
      Everything captured until {day}, {time} has been received.
    </Trans>
  )
}
