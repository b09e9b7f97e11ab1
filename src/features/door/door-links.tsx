import { getVisibleText, type Problem, type TemplateId } from '#domain/kernel/index.ts'
import { type FormEvent, useState } from 'react'
import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui, Plural } from '@lingui/react/macro'
import {
  endDoorLink,
  listDoorLinks,
  makeDoorLink,
  MAX_DOOR_NAME_LENGTH,
  countDoorLinkScans,
  discardDoorLink,
  type ShownDoorLinks,
} from '#domain/tickets/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  LoadablePart,
  Banner,
  EmptyState,
  ListTable,
  QrCode,
  useEndpointCall,
  useEndpointData,
  useFormatsIn,
  useProblemText,
  FormDialog,
  useFailureText,
  type Column,
} from '#ui/index.ts'

/** Links to this form's ticket control, for people without an account. Links expire with the event. */
export function DoorLinksPanel({
  form,
  timeZone,
}: {
  readonly form: TemplateId
  readonly timeZone: string | undefined
}) {
  const [loadable, retry] = useEndpointData(listDoorLinks, { form })
  const [made, setMade] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const problemText = useProblemText()
  return (
    <Stack gap="lg">
      <DoorLinkForm
        form={form}
        onProblem={setProblem}
        onMade={(address) => {
          setMade(address)
          retry()
        }}
      />
      {problem !== null && (
        <div role="alert">
          <Banner tone="attention">{problemText(problem)}</Banner>
        </div>
      )}
      {made !== null && <CreatedLink address={made} />}
      <LoadablePart loadable={loadable} retry={retry}>
        {({ links }) => <Links form={form} links={links} timeZone={timeZone} onEnded={retry} onProblem={setProblem} />}
      </LoadablePart>
    </Stack>
  )
}

type MakeLinkProps = {
  readonly form: TemplateId
  readonly onMade: (address: string) => void
  readonly onProblem: (problem: Problem | null) => void
}

function DoorLinkForm({ form, onMade, onProblem }: MakeLinkProps) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(makeDoorLink)
  const [name, setName] = useState('')
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (getVisibleText(name) === '') return
    onProblem(null)
    const outcome = await act({ form, body: { name: name.trim() } })
    if (outcome.kind !== 'ok') return onProblem(toProblem(outcome))
    setName('')
    onMade(new URL(outcome.value.url, location.origin).href)
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <TextInput
          label={t`Who uses the link`}
          description={t`Anyone with the link can scan tickets of this event until the link ends. It gives access to nothing else.`}
          value={name}
          maxLength={MAX_DOOR_NAME_LENGTH}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div>
          <Button type="submit" loading={busy} disabled={getVisibleText(name) === ''}>
            <Trans>Create link</Trans>
          </Button>
        </div>
      </Stack>
    </form>
  )
}

/** A created link. Shown only once, as the server stores only a hash of it. */
function CreatedLink({ address }: { readonly address: string }) {
  const { t } = useLingui()
  return (
    <Stack gap="sm" role="status">
      <p>
        <Trans>Scan it with the phone used at the door, or copy it. Shown only once.</Trans>
      </p>
      <QrCode text={address} label={t`QR code of the door link`} />
      <TextInput
        label={t`Door link`}
        readOnly
        classNames={{ input: 'r-code' }}
        value={address}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <div>
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? <Trans>Copied</Trans> : <Trans>Copy link</Trans>}
            </Button>
          )}
        </CopyButton>
      </div>
    </Stack>
  )
}

type Link = ShownDoorLinks['links'][number]
type LinksProps = {
  readonly form: TemplateId
  readonly links: readonly Link[]
  readonly timeZone: string | undefined
  readonly onEnded: () => void
  readonly onProblem: (problem: Problem | null) => void
}

function Links({ form, links, timeZone, onEnded, onProblem }: LinksProps) {
  const { t } = useLingui()
  const { act, busy } = useEndpointCall(endDoorLink)
  const [discarding, setDiscarding] = useState<Link | null>(null)
  const end = async (link: string): Promise<void> => {
    const outcome = await act({ form, link })
    onProblem(outcome.kind === 'ok' ? null : toProblem(outcome))
    onEnded()
  }
  if (links.length === 0) return <EmptyState title={<Trans>No links yet.</Trans>} />
  const columns: readonly Column<Link>[] = [
    { head: t`Who uses the link`, cell: ({ name }) => name },
    { head: t`Valid until`, cell: (link) => <LinkValidity link={link} timeZone={timeZone} />, card: 'named' },
    {
      head: t`Actions`,
      card: 'actions',
      cell: (link) => (
        <LinkActs link={link} busy={busy} onEnd={() => void end(link.id)} onDiscard={() => setDiscarding(link)} />
      ),
    },
  ]
  return (
    <>
      <ListTable label={t`Door links`} columns={columns} items={links} keyOf={({ id }) => id} />
      {discarding !== null && (
        <DiscardScans
          form={form}
          link={discarding}
          onClose={() => {
            setDiscarding(null)
            onEnded()
          }}
        />
      )}
    </>
  )
}

type LinkActsProps = {
  readonly link: Link
  readonly busy: boolean
  readonly onEnd: () => void
  readonly onDiscard: () => void
}

function LinkActs({ link: { name, ended, discarded }, busy, onEnd, onDiscard }: LinkActsProps) {
  const { t } = useLingui()
  return (
    <Group gap="xs">
      {ended === undefined && (
        <Button variant="default" disabled={busy} aria-label={t`End the link for ${name}`} onClick={onEnd}>
          <Trans>End link</Trans>
        </Button>
      )}
      {discarded?.isDone !== true && (
        <Button variant="default" disabled={busy} aria-label={t`Discard the scans of ${name}`} onClick={onDiscard}>
          <Trans>Discard scans</Trans>
        </Button>
      )}
    </Group>
  )
}

type GoodUntilProps = { readonly link: Link; readonly timeZone: string | undefined }

function LinkValidity({ link: { until, ended, discarded }, timeZone }: GoodUntilProps) {
  const { dateTime } = useFormatsIn(timeZone)
  if (ended === undefined) return dateTime(until)
  const moment = dateTime(ended)
  if (discarded === undefined) return <Trans>Ended {moment}</Trans>
  return discarded.isDone ? (
    <Trans>Ended {moment}, scans discarded</Trans>
  ) : (
    <Trans>Ended {moment}, discarding scans</Trans>
  )
}

type DiscardScansProps = {
  readonly form: TemplateId
  readonly link: ShownDoorLinks['links'][number]
  readonly onClose: () => void
}

/** Shows the number of scans to discard, then sends requests until all are discarded. */
function DiscardScans({ form, link: { id: link, name }, onClose }: DiscardScansProps) {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(countDoorLinkScans, { form, link })
  const { act } = useEndpointCall(discardDoorLink)
  const failureText = useFailureText()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function discard(): Promise<void> {
    setBusy(true)
    setFailure(null)
    let outcome = await act({ form, link })
    while (outcome.kind === 'ok' && !outcome.value.isDone) outcome = await act({ form, link })
    setBusy(false)
    if (outcome.kind === 'ok') onClose()
    else setFailure(failureText(outcome))
  }
  return (
    <FormDialog
      danger
      title={t`Discard the scans of ${name}`}
      submit={<Trans>Discard scans</Trans>}
      busy={busy}
      disabled={loadable.kind !== 'here'}
      failure={failure}
      onSubmit={() => void discard()}
      onClose={onClose}
    >
      <LoadablePart loadable={loadable} retry={retry}>
        {({ scans }) => (
          <>
            <p>
              <Plural
                value={scans}
                _0="This link has no scans to discard."
                one="# scan of this link will be discarded."
                other="# scans of this link will be discarded."
              />
            </p>
            <p>
              <Trans>
                The link ends. Its scans stay on record but no longer count, so tickets scanned only with it can be used
                again. Later scans from its devices are also discarded. You cannot undo this.
              </Trans>
            </p>
          </>
        )}
      </LoadablePart>
    </FormDialog>
  )
}
