import { Trans, useLingui } from '@lingui/react/macro'
import { listDevices } from '#domain/api/index.ts'
import { arrivalOf, type Fleet } from '#domain/sync/index.ts'
import { AskedPart, EmptyState, Page, useAsked } from '#ui/index.ts'
import { ArrivalNote } from './arrival-note.tsx'
import { Devices } from './devices.tsx'
import { Parts } from './parts.tsx'

/** /supervision/dispositivos: is everything in, and where is what is not? */
export function FleetScreen() {
  const { t } = useLingui()
  const [asked, again] = useAsked(listDevices, {})
  return (
    <Page title={t`Devices`} subtitle={<Trans>What each device said of itself when it last had a connection.</Trans>}>
      <Parts />
      <AskedPart asked={asked} again={again}>
        {(fleet) => <FleetOf fleet={fleet} />}
      </AskedPart>
    </Page>
  )
}

function FleetOf({ fleet }: { readonly fleet: Fleet }) {
  const arrival = arrivalOf(fleet)
  if (fleet.devices.length === 0) {
    return (
      <EmptyState title={<Trans>No device has reported yet.</Trans>}>
        <Trans>A device appears here after somebody has signed in on it.</Trans>
      </EmptyState>
    )
  }
  return (
    <>
      <ArrivalNote arrival={arrival} serverTime={fleet.serverTime} />
      <Devices fleet={fleet} arrival={arrival} />
    </>
  )
}
