import { useState } from 'react'
import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { deliveryOfEntry, type OutboxEntry } from '#domain/sync/index.ts'
import { discardEntry, retryEntry } from '#local/index.ts'
import {
  FormDialog,
  DeliveryBadge,
  Item,
  ItemList,
  LinkButton,
  notify,
  useAccount,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { ExportButton } from './export-button.tsx'
import type { DeviceWork } from './use-device-work.ts'

type EntriesProps = {
  readonly entries: readonly OutboxEntry[]
  readonly titleOf: DeviceWork['titleOf']
  readonly label: string
}

export function Entries({ entries, titleOf, label }: EntriesProps) {
  return (
    <ItemList label={label}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} title={titleOf(entry.mutation)} />
      ))}
    </ItemList>
  )
}

function Entry({ entry, title }: { readonly entry: OutboxEntry; readonly title: string }) {
  const { t } = useLingui()
  const formats = useFormats()
  const textOf = useProblemText()
  const { state } = entry
  const reference = provisionalReference(entry.answer)
  const bytes = entry.files.reduce((sum, file) => sum + file.bytes, 0)
  const problem = state.kind === 'sending' ? undefined : state.problem
  return (
    <Item
      title={title}
      details={[
        <span key="reference" className="r-code">
          {reference}
        </span>,
        t`Saved ${formats.dateTime(entry.savedAt)}`,
        entry.files.length > 0 && (
          <span key="files">
            <Plural value={entry.files.length} one="# file" other="# files" /> · {formats.bytes(bytes)}
          </span>
        ),
        state.kind === 'waiting' && entry.attempts > 0 && t`Next attempt ${formats.time(state.notBefore)}`,
        problem !== undefined && <span key="problem">{textOf(problem)}</span>,
      ].filter((detail) => detail !== false)}
    >
      <DeliveryBadge delivery={deliveryOfEntry(entry)} />
      <LinkButton to="/ver/$id" params={{ id: entry.answer }} variant="default" aria-label={t`See answer ${reference}`}>
        <Trans>See answer</Trans>
      </LinkButton>
      {state.kind === 'quarantined' && <Decide entry={entry} title={title} reference={reference} />}
    </Item>
  )
}

type DecideProps = { readonly entry: OutboxEntry; readonly title: string; readonly reference: string }

/** What a person can do about an entry that the server refused: try again, keep a copy, or let it go. */
function Decide({ entry, title, reference }: DecideProps) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const textOf = useProblemText()
  const [asking, setAsking] = useState(false)

  async function retry(): Promise<void> {
    const retried = await retryEntry(local, entry.id)
    if (retried.ok) await sync.sendNow()
    else notify({ tone: 'attention', text: textOf(retried.problem) })
  }
  async function discard(): Promise<void> {
    const discarded = await discardEntry(local, entry.id)
    setAsking(false)
    notify(
      discarded.ok ? { tone: 'waiting', text: t`Discarded` } : { tone: 'attention', text: textOf(discarded.problem) },
    )
  }
  return (
    <>
      <Button onClick={() => void retry()} aria-label={t`Try again to send ${reference}`}>
        <Trans>Try again</Trans>
      </Button>
      <Button variant="default" onClick={() => setAsking(true)} aria-label={t`Discard ${reference}`}>
        <Trans>Discard</Trans>
      </Button>
      <FormDialog
        danger
        opened={asking}
        title={t`Discard this answer?`}
        submit={<Trans>Discard for good</Trans>}
        extra={<ExportButton variant="default" />}
        onSubmit={() => void discard()}
        onClose={() => setAsking(false)}
      >
        <p>
          {title} · <span className="r-code">{reference}</span>
        </p>
        <p>
          <Trans>
            The answer with its photos and signatures is deleted from this device and never reaches the server. It
            cannot be undone.
          </Trans>
        </p>
        <p>
          <Trans>Export a backup first if anybody may still need it.</Trans>
        </p>
      </FormDialog>
    </>
  )
}
