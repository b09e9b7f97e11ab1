import { visibleText } from '#domain/kernel/index.ts'
import { useState } from 'react'
import { Button, Group, Textarea } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { acceptHeld, discardHeld } from '#domain/jobs/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { MAX_DISCARD_REASON_LENGTH, type Answer } from '#domain/answers/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { Banner, FormDialog, notify, useEndpointCall, useHeldReason, useProblemText } from '#ui/index.ts'
import '@mantine/core/styles/Input.layer.css'

type DecisionProps = { readonly answer: Answer; readonly reason: Problem }
type ConfirmedDecision = 'accept' | 'discard' | null

/** Accepts or rejects a held answer, the latter with a reason. Both are final, so both ask for confirmation. */
export function HeldDecisionBar({ answer, reason }: DecisionProps) {
  const { t } = useLingui()
  const accepting = useEndpointCall(acceptHeld)
  const discarding = useEndpointCall(discardHeld)
  const busy = accepting.busy || discarding.busy
  const problemText = useProblemText()
  const reasonText = useHeldReason()
  const [asking, setAsking] = useState<ConfirmedDecision>(null)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** @param reason shown to the author; undefined accepts the answer */
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
          <Trans>Accept the answer</Trans>
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
          <span className="r-code">{provisionalReference(answer.id)}</span> · {reasonText(reason)}
        </p>
        <p>
          <Trans>
            The answer gets the next code of the municipality, even if the form has reached its limit. Its author is
            notified.
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
  const empty = visibleText(why) === ''
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
        description={t`The answer is kept here as evidence, without a code. Its author sees your name and the reason.`}
        required
        data-autofocus
        autosize
        minRows={3}
        maxLength={MAX_DISCARD_REASON_LENGTH}
        value={why}
        error={tried && empty ? t`Enter the reason` : undefined}
        onChange={(event) => setWhy(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
