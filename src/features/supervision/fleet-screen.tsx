import { Trans, useLingui } from '@lingui/react/macro'
import { arrivalOf, fleetSchema, type Fleet } from '#domain/sync/index.ts'
import { readAs } from '#sync/index.ts'
import { EmptyState, Page, useAccount, useNudges } from '#ui/index.ts'
import { ArrivalNote } from './arrival-note.tsx'
import { AskedPart } from './asked.tsx'
import { Devices } from './devices.tsx'
import { Parts } from './parts.tsx'
import { useAsked } from './use-asked.ts'

const readFleet = readAs(fleetSchema)

/** /supervision/dispositivos: is everything in, and where is what is not? */
export function FleetScreen() {
  const { t } = useLingui()
  const { live } = useAccount()
  const [asked, again] = useAsked('/api/devices', readFleet, useNudges(live, 'devices'))
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
