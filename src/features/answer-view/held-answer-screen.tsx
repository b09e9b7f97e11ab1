import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { IconArrowLeft, IconCheck, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { buildReference } from '#domain/codes/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { readHeld, acceptHeld, discardHeld } from '#domain/jobs/index.ts'
import { MAX_DISCARD_REASON_LENGTH, type HeldAnswer, type Answer } from '#domain/answers/index.ts'
import { answerIdSchema, getVisibleText, type AnswerId, type Problem } from '#domain/kernel/index.ts'
import {
  Banner,
  formatActionAuthor,
  LinkButton,
  useEndpointData,
  useFormats,
  useHeldReason,
  FormDialog,
  notify,
  useEndpointCall,
  useProblemText,
} from '#ui/index.ts'
import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { AnswerPage, AnswerNotFound } from './answer-page.tsx'
import { SignatureList } from './signatures.tsx'
import { AnswerSubjects } from './subjects.tsx'
import '@mantine/core/styles/Input.layer.css'
import styles from './answer-view.module.css'

/** /supervision/retenidas/{answer}: a held answer, the reason, and the decision. */
export function HeldAnswerScreen() {
  const { id } = useParams({ from: '/supervision/retenidas/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <HeldAnswerView key={parsed.data} id={parsed.data} /> : <AnswerNotFound />
}

function HeldAnswerView({ id }: { readonly id: AnswerId }) {
  const [loadable, retry] = useEndpointData(readHeld, { id })
  return (
    <AnswerPage
      loadable={loadable.kind === 'here' ? { ...loadable, value: loadable.value.held } : loadable}
      width="full"
      retry={retry}
      back={
        <LinkButton
          to="/supervision/retenidas"
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Back to the held answers</Trans>
        </LinkButton>
      }
    >
      {(held) => {
        const { answer, reason, at, outcome } = held
        const waits = outcome.kind === 'waiting'
        return (
          <div className={styles['content']}>
            <div className={styles['columns']}>
              <div className={styles['aside']}>
                <HeldNote held={held} />
                {waits && <HeldDecisionBar answer={answer} reason={reason} />}
                <AnswerHead answer={answer} delivery={waits ? { kind: 'held', reason, at } : toDelivery(held)} />
              </div>
              <Stack gap="lg" miw={0}>
                <AnswerSubjects answer={answer} />
                <AnswerSections answer={answer} />
                <SignatureList answer={answer} changedAt={null} />
              </Stack>
            </div>
          </div>
        )
      }}
    </AnswerPage>
  )
}

type HeldProps = { readonly held: HeldAnswer }

function toDelivery({ outcome }: HeldProps['held']) {
  if (outcome.kind === 'accepted')
    return { kind: 'received' as const, code: outcome.code, at: outcome.at, acceptedBy: outcome.by }
  return outcome.kind === 'discarded' ? outcome : undefined
}

/** The reason why the answer is held or, after the decision, the decision and its author. */
function HeldNote({ held: { id, reason, at, outcome } }: HeldProps) {
  const formats = useFormats()
  const reasonText = useHeldReason()
  switch (outcome.kind) {
    case 'waiting':
      return (
        <Banner tone="held">
          <Trans>Received on {formats.dateTime(at)} and held. Reason:</Trans> <strong>{reasonText(reason)}</strong>
        </Banner>
      )
    case 'accepted':
      return (
        <Banner
          tone="received"
          action={
            <LinkButton to="/ver/$id" params={{ id }} variant="default">
              <Trans>See answer</Trans>
            </LinkButton>
          }
        >
          <Trans>
            {formatActionAuthor(outcome.by)} accepted this answer on {formats.dateTime(outcome.at)}. Its code is{' '}
            <span className="r-code">{outcome.code}</span>.
          </Trans>
        </Banner>
      )
    case 'discarded':
      return (
        <Banner tone="attention">
          <Trans>
            {formatActionAuthor(outcome.by)} rejected this answer on {formats.dateTime(outcome.at)}: {outcome.reason}
          </Trans>
        </Banner>
      )
  }
}

type DecisionProps = { readonly answer: Answer; readonly reason: Problem }
type DecisionToConfirm = 'accept' | 'discard' | null

/** Accepts a held answer, or rejects it with a reason. Both decisions are final, so each asks for confirmation. */
export function HeldDecisionBar({ answer, reason }: DecisionProps) {
  const { t } = useLingui()
  const accepting = useEndpointCall(acceptHeld)
  const discarding = useEndpointCall(discardHeld)
  const busy = accepting.busy || discarding.busy
  const problemText = useProblemText()
  const reasonText = useHeldReason()
  const [asking, setAsking] = useState<DecisionToConfirm>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** @param reason reason of the rejection, shown to the author; undefined accepts the answer */
  async function decide(reason?: string): Promise<void> {
    setProblem(null)
    const { id } = answer
    const outcome = await (reason === undefined ? accepting.act({ id }) : discarding.act({ id, body: { reason } }))
    setAsking(null)
    if (outcome.kind !== 'ok') setProblem(toProblem(outcome))
    else
      notify(
        reason === undefined
          ? { tone: 'received', text: t`Answer accepted` }
          : { tone: 'waiting', text: t`Answer rejected` },
      )
  }
  return (
    <>
      {problem !== null && (
        <div role="alert">
          <Banner tone="attention">{problemText(problem)}</Banner>
        </div>
      )}
      <Group gap="xs">
        <Button leftSection={<IconCheck size={20} aria-hidden="true" />} onClick={() => setAsking('accept')}>
          <Trans>Accept</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconX size={20} aria-hidden="true" />}
          onClick={() => setAsking('discard')}
        >
          <Trans>Reject</Trans>
        </Button>
      </Group>
      <FormDialog
        opened={asking === 'accept'}
        title={t`Accept this answer?`}
        submit={<Trans>Accept</Trans>}
        busy={busy}
        onSubmit={() => void decide()}
        onClose={() => setAsking(null)}
      >
        <p>
          <span className="r-code">{buildReference(answer.id)}</span> · {reasonText(reason)}
        </p>
        <p>
          <Trans>
            The answer gets the next code of the municipality, even if the form has reached its limit of answers. The
            author is notified.
          </Trans>
        </p>
      </FormDialog>
      <DiscardDialog
        opened={asking === 'discard'}
        busy={busy}
        onDiscard={(why) => void decide(why)}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

type DiscardProps = {
  readonly opened: boolean
  readonly busy: boolean
  readonly onDiscard: (why: string) => void
  readonly onClose: () => void
}

function DiscardDialog({ opened, busy, onDiscard, onClose }: DiscardProps) {
  const { t } = useLingui()
  const [why, setWhy] = useState('')
  const [tried, setTried] = useState(false)
  const empty = getVisibleText(why) === ''
  return (
    <FormDialog
      danger
      opened={opened}
      title={t`Reject this answer?`}
      submit={<Trans>Reject</Trans>}
      busy={busy}
      onSubmit={() => {
        setTried(true)
        if (!empty) onDiscard(why.trim())
      }}
      onClose={onClose}
    >
      <Textarea
        label={t`Reason (shown to the author)`}
        description={t`The answer is kept as evidence, without a code. The author will see your name and the reason.`}
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={MAX_DISCARD_REASON_LENGTH}
        value={why}
        error={tried && empty ? t`Enter the reason.` : undefined}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
