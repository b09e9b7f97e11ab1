import { useParams } from '@tanstack/react-router'
import { IconArrowLeft } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { readHeld } from '#domain/jobs/index.ts'
import type { HeldAnswer } from '#domain/answers/index.ts'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { Banner, formatMadeBy, LinkButton, useEndpointData, useFormats, useHeldReason } from '#ui/index.ts'
import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { HeldDecisionBar } from './held-decision-bar.tsx'
import { AnswerRecord, NoAnswer } from './answer-record.tsx'
import { SignatureList } from './signatures.tsx'
import { Subjects } from './subjects.tsx'

/** /supervision/retenidas/{answer}: a held answer, the reason, and the decision. */
export function HeldAnswerScreen() {
  const { id } = useParams({ from: '/supervision/retenidas/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <HeldAnswerView key={parsed.data} id={parsed.data} /> : <NoAnswer />
}

function HeldAnswerView({ id }: { readonly id: AnswerId }) {
  const [asked, again] = useEndpointData(readHeld, { id })
  return (
    <AnswerRecord
      asked={asked.kind === 'here' ? { ...asked, value: asked.value.held } : asked}
      again={again}
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
          <>
            <HeldNote held={held} />
            {waits && <HeldDecisionBar answer={answer} reason={reason} />}
            <AnswerHead answer={answer} delivery={waits ? { kind: 'held', reason, at } : toDelivery(held)} />
            <Subjects answer={answer} />
            <AnswerSections answer={answer} />
            <SignatureList answer={answer} changedAt={null} />
          </>
        )
      }}
    </AnswerRecord>
  )
}

type HeldProps = { readonly held: HeldAnswer }

function toDelivery({ outcome }: HeldProps['held']) {
  if (outcome.kind === 'accepted')
    return { kind: 'received' as const, code: outcome.code, at: outcome.at, acceptedBy: outcome.by }
  return outcome.kind === 'discarded' ? outcome : undefined
}

/** Why the answer is held; once decided, the decision and by whom. */
function HeldNote({ held: { id, reason, at, outcome } }: HeldProps) {
  const formats = useFormats()
  const reasonText = useHeldReason()
  switch (outcome.kind) {
    case 'waiting':
      return (
        <Banner tone="held">
          <Trans>Received on {formats.dateTime(at)} and held:</Trans> <strong>{reasonText(reason)}</strong>
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
            {formatMadeBy(outcome.by)} accepted it on {formats.dateTime(outcome.at)}. Its code is{' '}
            <span className="r-code">{outcome.code}</span>.
          </Trans>
        </Banner>
      )
    case 'discarded':
      return (
        <Banner tone="attention">
          <Trans>
            {formatMadeBy(outcome.by)} rejected it on {formats.dateTime(outcome.at)}: {outcome.reason}
          </Trans>
        </Banner>
      )
  }
}
