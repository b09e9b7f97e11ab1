import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listDevices } from '#domain/jobs/index.ts'
import { arrivalOf } from '#domain/devices/index.ts'
import { EmptyState, listOf, ListScreen, useAsked, wholeList } from '#ui/index.ts'
import { ArrivalNote } from './arrival-note.tsx'
import { useDeviceColumns } from './device-columns.tsx'
import { inOrder } from './device-status.ts'
import { SupervisionParts } from './parts.tsx'

/** /supervision/dispositivos: is everything in, and where is what is not? What needs attention stands on top. */
export function FleetScreen() {
  const { t } = useLingui()
  const [asked, again] = useAsked(listDevices, {})
  const fleet = asked.kind === 'here' && asked.value.devices.length > 0 ? asked.value : null
  const arrival = fleet && arrivalOf(fleet)
  const columns = useDeviceColumns(fleet?.serverTime)
  return (
    <ListScreen
      title={t`Devices`}
      subtitle={<Trans>What each device said of itself when it last had a connection.</Trans>}
      above={
        <>
          <SupervisionParts />
          {fleet !== null && arrival !== null && <ArrivalNote arrival={arrival} serverTime={fleet.serverTime} />}
        </>
      }
      list={listOf(asked, ({ devices, serverTime }) => wholeList(inOrder(devices, serverTime)))}
      again={again}
      label={t`Devices`}
      columns={columns}
      keyOf={({ device, userId }) => `${device}~${userId}`}
      empty={
        <EmptyState title={<Trans>No device has reported yet.</Trans>}>
          <Trans>A device appears here after somebody has signed in on it.</Trans>
        </EmptyState>
      }
      foot={arrival !== null && <Plural value={arrival.reporting} one="# device reports" other="# devices report" />}
    />
  )
}
