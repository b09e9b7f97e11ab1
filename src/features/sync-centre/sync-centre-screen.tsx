import { Trans, useLingui } from '@lingui/react/macro'
import { EmptyState, ListSkeleton, Page, PageSection, useFormats } from '#ui/index.ts'
import { Backup } from './backup.tsx'
import { Drafts } from './drafts.tsx'
import { Edits } from './edits.tsx'
import { Entries } from './entries.tsx'
import { Discarded, Held, Received } from './answered.tsx'
import { MapForOffline } from './map-download/map-for-offline.tsx'
import { OthersWork } from './others-work.tsx'
import { SendNow } from './send-now.tsx'
import { Space } from './space.tsx'
import { ThisDevice } from './this-device.tsx'
import { useDeviceWork, type DeviceWork } from './use-device-work.ts'

/** /sincronizacion: what this device holds that the server does not, why, and what can be done about it. */
export function SyncCentreScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const work = useDeviceWork()
  if (work === undefined) {
    return (
      <Page title={t`Sync centre`}>
        <ListSkeleton />
      </Page>
    )
  }
  return (
    <Page
      title={t`Sync centre`}
      subtitle={
        work.pulledAt === undefined ? (
          <Trans>Not synchronised yet</Trans>
        ) : (
          <Trans>Last synchronised: {formats.dateTime(work.pulledAt)}</Trans>
        )
      }
      actions={<SendNow waiting={work.outgoing.length} />}
    >
      <Lists work={work} />
      <OthersWork />
      <Backup unsent={work.outgoing.length + work.quarantined.length + work.drafts.length} />
      <MapForOffline />
      <Space />
      <ThisDevice />
    </Page>
  )
}

function Lists({ work }: { readonly work: DeviceWork }) {
  const { t } = useLingui()
  const waits =
    work.quarantined.length + work.outgoing.length + work.drafts.length + work.edits.length + work.held.length > 0
  return (
    <>
      {!waits && (
        <EmptyState title={<Trans>Nothing is waiting.</Trans>}>
          <Trans>Everything that you saved on this device has reached the server.</Trans>
        </EmptyState>
      )}
      {work.quarantined.length > 0 && (
        <PageSection title={t`Needs your attention`}>
          <Entries entries={work.quarantined} about={work.about} label={t`Needs your attention`} />
        </PageSection>
      )}
      {work.outgoing.length > 0 && (
        <PageSection title={t`To be sent`}>
          <Entries entries={work.outgoing} about={work.about} label={t`To be sent`} />
        </PageSection>
      )}
      {work.held.length > 0 && (
        <PageSection title={t`Held for a decision`}>
          <Held answers={work.held} about={work.about} />
        </PageSection>
      )}
      {work.discarded.length > 0 && (
        <PageSection title={t`Not accepted`}>
          <Discarded answers={work.discarded} about={work.about} />
        </PageSection>
      )}
      {work.drafts.length > 0 && (
        <PageSection title={t`Drafts`}>
          <Drafts drafts={work.drafts} about={work.about} />
        </PageSection>
      )}
      {work.edits.length > 0 && (
        <PageSection title={t`Forms with changes that are not saved`}>
          <Edits edits={work.edits} />
        </PageSection>
      )}
      {work.received.length > 0 && (
        <PageSection title={t`Received lately`}>
          <Received answers={work.received} about={work.about} />
        </PageSection>
      )}
    </>
  )
}
