import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { IconSend2 } from '@tabler/icons-react'
import { useState, useEffect } from 'react'
import { buildReference } from '#domain/codes/index.ts'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import {
  discardTemplateEdit,
  deleteDraft,
  readOutboxSummary,
  StorageFailure,
  watchOtherAccountsWork,
  type TemplateEditSummary,
  type Draft,
} from '#local/index.ts'
import type { SyncOutcome } from '#sync/index.ts'
import {
  EmptyState,
  ListSkeleton,
  Page,
  PageSection,
  useFormats,
  Item,
  ItemList,
  LinkButton,
  useAccount,
  DraftItem,
  notify,
  useProblemText,
  Banner,
} from '#ui/index.ts'
import { UnsentExportSection } from './backup.tsx'
import { DiscardButton, OutboxEntryList } from './entries.tsx'
import { DiscardedAnswers, HeldAnswers, ReceivedAnswers } from './answered.tsx'
import { OfflineMapSection } from './map-download/map-for-offline.tsx'
import { StorageUse } from './space.tsx'
import { DeviceInfoSection } from './device-info-section.tsx'
import { useDeviceWork, type DeviceWork } from './use-device-work.ts'

/** /sincronizacion: data on this device that the server does not have, with reasons and actions. */
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
      width="full"
      actions={<SendNow />}
    >
      <OtherAccountWork />
      <div className="r-grid r-gap-24 r-top r-fit-30">
        <Stack gap="md">
          <Lists work={work} />
        </Stack>
        <Stack gap="md">
          <UnsentExportSection unsent={work.outgoing.length + work.quarantined.length + work.drafts.length} />
          <OfflineMapSection />
          <StorageUse />
          <DeviceInfoSection />
        </Stack>
      </div>
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
        <EmptyState title={<Trans>Nothing is pending.</Trans>}>
          <Trans>The server has received everything you saved on this device.</Trans>
        </EmptyState>
      )}
      {work.quarantined.length > 0 && (
        <PageSection title={t`Needs your attention`}>
          <OutboxEntryList entries={work.quarantined} titles={work.titles} label={t`Needs your attention`} />
        </PageSection>
      )}
      {work.outgoing.length > 0 && (
        <PageSection title={t`To be sent`}>
          <OutboxEntryList entries={work.outgoing} titles={work.titles} label={t`To be sent`} />
        </PageSection>
      )}
      {work.held.length > 0 && (
        <PageSection title={t`Held for a decision`}>
          <HeldAnswers answers={work.held} titles={work.titles} />
        </PageSection>
      )}
      {work.discarded.length > 0 && (
        <PageSection title={t`Rejected`}>
          <DiscardedAnswers answers={work.discarded} titles={work.titles} />
        </PageSection>
      )}
      {work.drafts.length > 0 && (
        <PageSection title={t`Drafts`}>
          <Drafts drafts={work.drafts} titles={work.titles} />
        </PageSection>
      )}
      {work.edits.length > 0 && (
        <PageSection title={t`Forms with unsaved changes`}>
          <Edits edits={work.edits} />
        </PageSection>
      )}
      {work.received.length > 0 && (
        <PageSection title={t`Recently received`}>
          <ReceivedAnswers answers={work.received} titles={work.titles} />
        </PageSection>
      )}
    </>
  )
}

/** Forms with unsaved changes, which exist only on this device. */
function Edits({ edits }: { readonly edits: readonly TemplateEditSummary[] }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  return (
    <ItemList label={t`Forms with unsaved changes`}>
      {edits.map(({ id, title, updatedAt }) => {
        const name = title === '' ? t`Untitled form` : title
        return (
          <Item key={id} title={name} details={[t`Last change: ${formats.dateTime(updatedAt)}`]}>
            <LinkButton to="/editar/$id/{-$tipo}" params={{ id }} variant="default" aria-label={t`Continue ${name}`}>
              <Trans>Continue</Trans>
            </LinkButton>
            <DiscardButton
              title={{ title: name, form: null }}
              question={t`Discard your changes?`}
              discard={() => discardTemplateEdit(local, id)}
            >
              <p>
                <Trans>
                  Your unsaved changes will be deleted from this device. The last saved version stays on the server.
                </Trans>
              </p>
            </DiscardButton>
          </Item>
        )
      })}
    </ItemList>
  )
}

type DraftsProps = { readonly drafts: readonly Draft[]; readonly titles: DeviceWork['titles'] }

/** Drafts of answers, which are not sent. */
function Drafts({ drafts, titles }: DraftsProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  return (
    <ItemList label={t`Drafts`}>
      {drafts.map((draft) => {
        const namedTitle = titles.draft(draft)
        return (
          <DraftItem
            key={draft.id}
            draft={draft}
            title={namedTitle.title}
            details={[namedTitle.form, t`Last change: ${formats.dateTime(draft.updatedAt)}`]}
          >
            <DiscardButton
              title={namedTitle}
              reference={buildReference(draft.id)}
              question={t`Discard this draft?`}
              discard={() => deleteDraft(local, draft.id)}
            >
              <p>
                <Trans>
                  The draft, with its photos and signatures, will be deleted from this device. This cannot be undone.
                </Trans>
              </p>
            </DiscardButton>
          </DraftItem>
        )
      })}
    </ItemList>
  )
}

/** Button that sends immediately, ignoring back-off, and reports the result. Details are in the lists below. */
function SendNow() {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const problemText = useProblemText()
  const [busy, setBusy] = useState(false)

  async function send(): Promise<void> {
    setBusy(true)
    try {
      const problem = findSyncProblem(await sync.sendNow())
      if (problem !== null) {
        const later =
          problem.code === 'network.unreachable' ? ` ${t`What you save stays on this device and is sent later.`}` : ''
        return notify({ tone: 'attention', text: `${problemText(problem)}${later}` })
      }
      // Reads the stored state, because individual answers may be deferred or refused, and another window may still be
      // sending.
      const remainingSummary = await readOutboxSummary(local)
      if (remainingSummary.quarantined > 0)
        notify({ tone: 'attention', text: t`Synchronised, except for the items below that need your attention.` })
      else if (remainingSummary.waiting + remainingSummary.sending > 0)
        notify({ tone: 'waiting', text: t`Some items have not been sent yet. Relevo will retry automatically.` })
      else notify({ tone: 'received', text: t`Synchronised` })
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      notify({ tone: 'attention', text: problemText(error.problem) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={busy} leftSection={<IconSend2 size={20} aria-hidden="true" />} onClick={() => void send()}>
      <Trans>Synchronise now</Trans>
    </Button>
  )
}

/** The problem that stopped a run, or null. A run in another tab is not a problem. */
function findSyncProblem(outcome: SyncOutcome): Problem | null {
  switch (outcome.kind) {
    case 'done':
    case 'busy':
      return null
    case 'storage-failed':
      return outcome.problem
    case 'stopped':
      return outcome.stop.kind === 'wait' ? { code: 'server.busy' } : outcome.stop.problem
    default:
      return unreachable(outcome)
  }
}

/** Notice that another account has unsent work on this device. Shows neither the account nor the amount. */
export function OtherAccountWork() {
  const { local } = useAccount()
  const [isHere, setHere] = useState(false)
  useEffect(() => watchOtherAccountsWork(local.account, setHere), [local])
  if (!isHere) return null
  return (
    <Banner tone="waiting">
      <Trans>Another account has unsent work on this device. It is sent when that account signs in here.</Trans>
    </Banner>
  )
}
