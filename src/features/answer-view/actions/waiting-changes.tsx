import { Button, Stack } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import type { AnswerChange } from '#domain/sync/index.ts'
import { retryEntry, withdrawChange } from '#local/index.ts'
import { Banner, notify, useAccount, useIsAnswerWaiting, useProblemText } from '#ui/index.ts'
import type { ShownAnswer, PendingChange } from '../use-answer.ts'

/** Changes of this device that the server does not have: pending, or refused with a reason. */
export function WaitingChanges({ shownAnswer: { changes, stored } }: { readonly shownAnswer: ShownAnswer }) {
  const { t } = useLingui()
  if (changes.length === 0) return null
  return (
    <section aria-label={t`Changes on this device`} aria-live="polite">
      <Stack gap="sm">
        {changes.map((entry) => (
          <WaitingChangeNote key={entry.id} entry={entry} answer={stored} />
        ))}
      </Stack>
    </section>
  )
}

function WaitingChangeNote({ entry, answer }: { readonly entry: PendingChange; readonly answer: Answer }) {
  const { local, sync } = useAccount()
  const problemText = useProblemText()
  const { t } = useLingui()
  const { state, mutation, frozen } = entry
  const isWaiting = useIsAnswerWaiting(state.kind === 'quarantined' ? undefined : state)
  async function retry(): Promise<void> {
    const result = await retryEntry(local, entry.id)
    if (result.ok) await sync.sendNow()
    else notify({ tone: 'attention', text: problemText(result.problem) })
  }
  async function takeItBack(): Promise<void> {
    const result = await withdrawChange(local, entry.id)
    if (!result.ok) notify({ tone: 'attention', text: problemText(result.problem) })
    else if (!result.value)
      notify({ tone: 'attention', text: t`The change has already been sent and can no longer be undone.` })
  }
  const takeBack = (
    <Button variant="default" onClick={() => void takeItBack()}>
      <Trans>Undo</Trans>
    </Button>
  )
  if (state.kind === 'quarantined')
    return (
      <div role="alert">
        <Banner
          tone="attention"
          action={
            <>
              <Button variant="default" onClick={() => void retry()}>
                <Trans>Try again</Trans>
              </Button>
              {takeBack}
            </>
          }
        >
          <strong>
            <ChangeName change={mutation} answer={answer} />
          </strong>{' '}
          {problemText(state.problem)}
        </Banner>
      </div>
    )
  // A change cannot be withdrawn once sending has started, as the server may already have it.
  return (
    <Banner tone="waiting" action={frozen ? undefined : takeBack}>
      <strong>
        <ChangeName change={mutation} answer={answer} />
      </strong>{' '}
      {isWaiting ? <Trans>Waiting on this device. It will be sent automatically.</Trans> : <Trans>Sending.</Trans>}
    </Banner>
  )
}

/** Short name of a change. */
function ChangeName({ change, answer }: { readonly change: AnswerChange; readonly answer: Answer }) {
  switch (change.kind) {
    case 'answer.changeState': {
      const to = answer.estados?.disponibles.find(({ id }) => id === change.to)?.nombre ?? String(change.to)
      return <Trans>State changed to {to}.</Trans>
    }
    case 'answer.correct':
      return (
        <Plural value={countChangedPlaces(change.correction)} one="# edited question." other="# edited questions." />
      )
    case 'answer.edit':
      return (
        <Plural
          value={countChangedPlaces(change.correction) + change.signatures.length}
          one="# item completed."
          other="# items completed."
        />
      )
    case 'answer.revise':
      return <Trans>Corrected by the citizen.</Trans>
    case 'answer.requestChanges':
      return change.ends === undefined ? (
        <Trans>Correction requested.</Trans>
      ) : (
        <Trans>Correction request closed.</Trans>
      )
    case 'answer.delete':
      return <Trans>Answer deleted.</Trans>
    case 'answer.sendCopy':
      return (
        <Plural value={change.to.length} one="Copy by e-mail to # address." other="Copies by e-mail to # addresses." />
      )
    default:
      return unreachable(change)
  }
}

function countChangedPlaces({
  values,
  conditions,
  rows,
  counts = [],
  location,
}: Extract<AnswerChange, { kind: 'answer.correct' }>['correction']): number {
  return values.length + conditions.length + rows.length + counts.length + (location === undefined ? 0 : 1)
}
