import { useState, type ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { toProblem } from '#domain/endpoints/index.ts'
import { readOwnAnswer, withdrawOwnAnswer, type OwnAnswer, type OwnEvent } from '#domain/citizens/index.ts'
import { computeRequestStatus } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { unreachable, type Problem } from '#domain/kernel/index.ts'
import { findPaymentStatus } from '#domain/payments/index.ts'
import {
  Banner,
  Dialog,
  ErrorState,
  FactList,
  translateField,
  ListSkeleton,
  Page,
  LazyPaymentBadge,
  LazyRequestBadge,
  FormImage,
  useEndpointCall,
  useEndpointData,
  useFormats,
  useProblemText,
  useOnline,
  PageSection,
  useFormTexts,
} from '#ui/index.ts'
import { AnswerSections } from '../answer-sections.tsx'
import { OwnAnswerLocation } from '../place-of-answer.tsx'
import { SignatureList } from '../signatures.tsx'
import { AnswerSubjects } from '../subjects.tsx'
import { FactDetails } from '../use-answer-facts.tsx'
import styles from '../answer-view.module.css'
import historyStyles from '../history/history.module.css'

type LimitedAnswerProps = {
  readonly answer: Answer
  /** the municipality hides codes */
  readonly codeHidden: boolean
  readonly signatureHidden: boolean
  /** last change of the content; null if unchanged since it was sent */
  readonly changedAt: Answer['lastUpdate'] | null
  /** citizen and location */
  readonly subjects: ReactNode
}

/** Content and state of an answer, for citizens and embedding sites. No list, PDF or e-mail (part 3, point 2). */
export function LimitedAnswer({ answer, codeHidden, signatureHidden, changedAt, subjects }: LimitedAnswerProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const formText = useFormTexts()
  const { estados } = answer
  const state = estados?.disponibles.find(({ id }) => id === estados.actual)
  const payment = findPaymentStatus(answer)
  const facts = [
    !codeHidden && { name: t`Answer code`, value: <span className="r-code">{answer.codigoMunicipio}</span> },
    { name: t`Date`, value: formats.dateTime(answer.fechaCreacion) },
    state !== undefined && { name: t`State`, value: formText(state, 'nombre') },
    payment !== null && {
      name: t`Payment`,
      value: <LazyPaymentBadge status={payment} refunded={answer.payments.at(-1)?.refunded} />,
    },
    answer.requestsForChanges.length > 0 && {
      name: t`Correction request`,
      value: <LazyRequestBadge answer={answer} to="citizen" />,
    },
  ].filter((fact) => fact !== false)
  const signature = <span className="r-code">{answer.electronicSignature}</span>
  return (
    <div className="r-column r-gap-24 r-yields">
      {answer.opcionales.headerImg && answer.headerImageURL !== undefined && (
        <FormImage url={answer.headerImageURL} className={`r-wide r-block ${styles['banner']}`} />
      )}
      <FactList facts={facts} />
      <FactDetails facts={signatureHidden ? [] : [{ name: t`Electronic signature`, value: signature }]} />
      {subjects}
      <AnswerSections answer={answer} />
      <SignatureList answer={answer} changedAt={changedAt} />
    </div>
  )
}

type OwnAnswerViewProps = {
  readonly id: string
  /** the citizen's unfinished correction of this answer, which can be read, continued and discarded */
  readonly left?: ReactNode
  readonly onCorrect: () => void
  readonly onWithdrawn: () => void
}

/** /ciudadano/ver/{id}: a citizen's own answer, with their actions. */
export function OwnAnswerView({ id, left, onCorrect, onWithdrawn }: OwnAnswerViewProps) {
  const { t, i18n } = useLingui()
  const problemText = useProblemText()
  const [loadable, retry] = useEndpointData(readOwnAnswer, { id: id as OwnAnswer['answer']['id'] })
  if (loadable.kind === 'loading')
    return (
      <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
        <ListSkeleton rows={6} height={72} label={t`Loading the answer`} />
      </Page>
    )
  if (loadable.kind === 'failed')
    return (
      <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
        <ErrorState
          title={loadable.refused ? problemText(loadable.problem) : <Trans>The answer could not be loaded</Trans>}
          action={
            !loadable.refused && (
              <Button variant="default" onClick={retry}>
                <Trans>Try again</Trans>
              </Button>
            )
          }
        />
        {left}
      </Page>
    )
  const ownAnswer = loadable.value
  const status = computeRequestStatus(ownAnswer.answer)
  return (
    <Page title={translateField(ownAnswer.answer, 'titulo', i18n.locale)} width="narrow">
      {status === 'review' && (
        <Banner
          tone="attention"
          action={
            <Button onClick={onCorrect}>
              <Trans>Correct the answer</Trans>
            </Button>
          }
        >
          <Trans>The municipality asks you to correct something.</Trans>
        </Banner>
      )}
      {status === 'correct' && (
        <Banner tone="quiet">
          <Trans>Your correction was sent and is being checked.</Trans>
        </Banner>
      )}
      {left}
      {ownAnswer.undecided && (
        <Banner tone="quiet">
          <Trans>Part of your correction is waiting for the municipality to decide.</Trans>
        </Banner>
      )}
      {ownAnswer.pay !== null && <PayOwn answer={ownAnswer.answer.id} way={ownAnswer.pay} />}
      <LimitedAnswer
        answer={ownAnswer.answer}
        codeHidden={ownAnswer.codeHidden}
        signatureHidden={ownAnswer.signatureHidden}
        changedAt={ownAnswer.changedAt}
        subjects={<AnswerSubjects answer={ownAnswer.answer} map={<OwnAnswerLocation answer={ownAnswer.answer} />} />}
      />
      <OwnHistory events={ownAnswer.history} />
      {ownAnswer.mayWithdraw && <Withdraw own={ownAnswer} onWithdrawn={onWithdrawn} />}
    </Page>
  )
}

/** Withdraws an answer that is not being processed yet. */
function Withdraw({ own: { answer }, onWithdrawn }: { readonly own: OwnAnswer; readonly onWithdrawn: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const [isOpen, setOpen] = useState(false)
  const { act, busy } = useEndpointCall(withdrawOwnAnswer)
  const [problem, setProblem] = useState<Problem | null>(null)
  const withdraw = async (): Promise<void> => {
    const outcome = await act({ id: answer.id, body: { version: answer.version } })
    if (outcome.kind === 'ok') onWithdrawn()
    else setProblem(toProblem(outcome))
  }
  return (
    <>
      <Button variant="default" color="var(--r-attention)" onClick={() => setOpen(true)}>
        <Trans>Withdraw this answer</Trans>
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t`Withdraw this answer`}>
        <p>
          <Trans>The municipality will not process it. You can answer again.</Trans>
        </p>
        {problem !== null && <p role="alert">{problemText(problem)}</p>}
        <Button loading={busy} onClick={() => void withdraw()}>
          <Trans>Withdraw</Trans>
        </Button>
      </Dialog>
    </>
  )
}

type PayOwnProps = { readonly answer: OwnAnswer['answer']['id']; readonly way: NonNullable<OwnAnswer['pay']> }

/** Button that opens the server's payment page, for the citizen of an unpaid answer. */
function PayOwn({ answer, way }: PayOwnProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  return (
    <form method="post" action="/pago">
      <input type="hidden" name="answer" value={answer} />
      {Object.entries(way).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="lang" value={i18n.locale} />
      <Banner
        tone="waiting"
        action={
          <Button type="submit" disabled={!online}>
            <Trans>Go to the payment</Trans>
          </Button>
        }
      >
        <Trans>Payment is pending for this answer.</Trans>
      </Banner>
    </form>
  )
}

/** History of a citizen's answer, newest first, without the names of staff. */
export function OwnHistory({ events }: { readonly events: readonly OwnEvent[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  if (events.length === 0) return null
  return (
    <PageSection title={t`Events`}>
      <ol className={`r-plain ${historyStyles['events']}`}>
        {events.map((event, index) => (
          // Events of the same time and kind differ only in their index. The index is stable, as the list never
          // changes.
          <li key={`${event.at}${event.kind}${index}`}>
            <div className={`r-breaks r-strong ${historyStyles['what']}`}>
              <EventText event={event} />
            </div>
            <div className={`r-soft r-figures ${historyStyles['soft']}`}>{formats.dateTime(event.at)}</div>
          </li>
        ))}
      </ol>
    </PageSection>
  )
}

function EventText({ event: { kind, state = '' } }: { readonly event: OwnEvent }) {
  switch (kind) {
    case 'sent':
      return <Trans>Answered</Trans>
    case 'arrived':
      return <Trans>Received by the municipality</Trans>
    case 'state':
      return <Trans>State: {state}</Trans>
    case 'completed':
      return <Trans>Completed by the municipality</Trans>
    case 'corrected':
      return <Trans>Corrected by the municipality</Trans>
    case 'asked':
      return <Trans>The municipality asked for a correction</Trans>
    case 'ended':
      return <Trans>The municipality no longer asks for a correction</Trans>
    case 'revised':
      return <Trans>You sent your correction</Trans>
    case 'confirmed':
      return <Trans>You confirmed that your answers are correct</Trans>
    default:
      return unreachable(kind)
  }
}
