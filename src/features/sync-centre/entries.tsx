import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState, type ReactNode } from 'react'
import { buildReference } from '#domain/codes/index.ts'
import type { Result } from '#domain/kernel/index.ts'
import { toEntryDelivery, type OutboxEntry } from '#domain/sync/index.ts'
import { canTakeBack, discardEntry, retryEntry, takeBackAnswer } from '#local/index.ts'
import {
  DeliveryBadge,
  Item,
  ItemList,
  LinkButton,
  notify,
  useAccount,
  useFormats,
  useProblemText,
  DeleteButton,
  FormDialog,
} from '#ui/index.ts'
import { ExportUnsentButton } from './backup.tsx'
import type { WorkTitle, DeviceWork } from './use-device-work.ts'

type EntriesProps = {
  readonly entries: readonly OutboxEntry[]
  readonly titles: DeviceWork['titles']
  readonly label: string
}

export function OutboxEntryList({ entries, titles, label }: EntriesProps) {
  return (
    <ItemList label={label}>
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} title={titles.entry(entry)} />
      ))}
    </ItemList>
  )
}

function Entry({ entry, title }: { readonly entry: OutboxEntry; readonly title: WorkTitle }) {
  const { t } = useLingui()
  const formats = useFormats()
  const problemText = useProblemText()
  const { state } = entry
  const reference = buildReference(entry.answer)
  const bytes = entry.files.reduce((sum, file) => sum + file.bytes, 0)
  const problem = state.kind === 'sending' ? undefined : state.problem
  return (
    <Item
      title={title.title}
      details={[
        <span key="reference" className="r-code">
          {reference}
        </span>,
        title.form,
        t`Saved: ${formats.dateTime(entry.savedAt)}`,
        entry.files.length > 0 && (
          <span key="files">
            <Plural value={entry.files.length} one="# file" other="# files" /> · {formats.bytes(bytes)}
          </span>
        ),
        state.kind === 'waiting' && entry.attempts > 0 && t`Next attempt: ${formats.time(state.notBefore)}`,
        problem !== undefined && <span key="problem">{problemText(problem)}</span>,
      ]}
    >
      <DeliveryBadge delivery={toEntryDelivery(entry)} />
      <LinkButton to="/ver/$id" params={{ id: entry.answer }} variant="default" aria-label={t`See answer ${reference}`}>
        <Trans>See answer</Trans>
      </LinkButton>
      {state.kind === 'waiting' && <DiscardUnsent entry={entry} title={title} reference={reference} />}
      {state.kind === 'quarantined' && <Decide entry={entry} title={title} reference={reference} />}
    </Item>
  )
}

type DecideProps = { readonly entry: OutboxEntry; readonly title: WorkTitle; readonly reference: string }

/** Discards an answer that has not been sent, not even in part. To correct it instead, its author can open it. */
function DiscardUnsent({ entry: { answer, mutation }, title, reference }: DecideProps) {
  const { local } = useAccount()
  const isOffered = useLiveQuery(() => canTakeBack(local, answer), [local, answer]) === true
  if (!isOffered || mutation.kind !== 'answer.submit') return null
  const discard = () => takeBackAnswer(local, answer, { choice: 'discard', now: Date.now() })
  return <DiscardAnswerButton title={title} reference={reference} discard={discard} />
}

/** Discards an answer after a confirmation dialog, which also offers an export. */
function DiscardAnswerButton(props: Pick<DiscardButtonProps, 'title' | 'reference' | 'discard'>) {
  const { t } = useLingui()
  return (
    <DiscardButton {...props} question={t`Discard this answer?`} extra={<ExportUnsentButton variant="default" />}>
      <p>
        <Trans>
          The answer, with its photos and signatures, will be deleted from this device and will not be sent. This cannot
          be undone.
        </Trans>
      </p>
      <p>
        <Trans>If someone may still need it, export a backup first.</Trans>
      </p>
    </DiscardButton>
  )
}

/** Buttons to retry or discard an entry that the server has refused. */
function Decide({ entry, title, reference }: DecideProps) {
  const { t } = useLingui()
  const { local, sync } = useAccount()
  const problemText = useProblemText()
  async function retry(): Promise<void> {
    const retried = await retryEntry(local, entry.id)
    if (retried.ok) await sync.sendNow()
    else notify({ tone: 'attention', text: problemText(retried.problem) })
  }
  return (
    <>
      <Button variant="default" onClick={() => void retry()} aria-label={t`Try again: ${reference}`}>
        <Trans>Try again</Trans>
      </Button>
      <DiscardAnswerButton title={title} reference={reference} discard={() => discardEntry(local, entry.id)} />
    </>
  )
}

type DiscardButtonProps = {
  /** title of the answer and its form, or title of a form */
  readonly title: WorkTitle
  readonly reference?: string
  readonly question: string
  /** description of the deleted data */
  readonly children: ReactNode
  readonly extra?: ReactNode
  /** resolves with null if it was too late to discard */
  readonly discard: () => Promise<Result<unknown>>
}

/** Permanently deletes data of this device, after the user has confirmed. */
export function DiscardButton({
  title: { title, form },
  reference,
  question,
  children,
  extra,
  discard,
}: DiscardButtonProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [asking, setAsking] = useState(false)
  const name = reference ?? title
  async function letGo(): Promise<void> {
    const discarded = await discard()
    setAsking(false)
    if (!discarded.ok) notify({ tone: 'attention', text: problemText(discarded.problem) })
    else if (discarded.value !== null) notify({ tone: 'waiting', text: t`Discarded` })
    else notify({ tone: 'attention', text: t`The answer is already being sent and can no longer be discarded.` })
  }
  return (
    <>
      <DeleteButton onClick={() => setAsking(true)} aria-label={t`Discard ${name}`}>
        <Trans>Discard</Trans>
      </DeleteButton>
      <FormDialog
        danger
        opened={asking}
        title={question}
        submit={<Trans>Discard permanently</Trans>}
        extra={extra}
        onSubmit={() => void letGo()}
        onClose={() => setAsking(false)}
      >
        <p>
          <strong>{title}</strong>
          {reference !== undefined && (
            <>
              {' '}
              · <span className="r-code">{reference}</span>
            </>
          )}
          {form !== null && ` · ${form}`}
        </p>
        {children}
      </FormDialog>
    </>
  )
}
