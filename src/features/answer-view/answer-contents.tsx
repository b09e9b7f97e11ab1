import { useCallback, useId, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Button, Group, Stack } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconPrinter } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { findLastChange } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import { readMeta, writeMeta } from '#local/index.ts'
import {
  isFramedView,
  LinkButton,
  ListSkeleton,
  FormImage,
  lazyPart,
  useAccount,
  Banner,
  useFormats,
  useIsAnswerWaiting,
  useProblemText,
} from '#ui/index.ts'
import { ActionsBar } from './actions/actions-bar.tsx'
import { ChangeStateButton } from './actions/change-state.tsx'
import { DeleteAnswerButton } from './actions/delete-answer.tsx'
import { useOfferedActions } from './actions/use-offered.ts'
import { TakeBackButton, CorrectionHint } from './actions/take-back.tsx'
import { WaitingChanges } from './actions/waiting-changes.tsx'
import { AnswerHistory } from './history/answer-history.tsx'
import { ConflictList } from './conflicts/conflict-list.tsx'
import { AnswerHead, AnswerHeadLine } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { FailedCopies } from './copy/failed-copies.tsx'
import { SendCopyButton } from './copy/send-copy.tsx'
import { IncidentNote } from './incident-note.tsx'
import { LimitedAnswer } from './limited/limited-answer.tsx'
import { DownloadPdfButton } from './pdf/download-pdf.tsx'
import { SignatureList } from './signatures.tsx'
import { AnswerSubjects } from './subjects.tsx'
import type { ShownAnswer } from './use-answer.ts'
import { useSignatureHidden } from './use-answer-facts.tsx'
import styles from './answer-view.module.css'

/** Loaded on demand, as few answers have payments. */
const PaymentCard = lazyPart(async () => (await import('./payment/payment-card.tsx')).PaymentCard)

const TicketsCard = lazyPart(async () => (await import('./payment/tickets-card.tsx')).TicketsCard)

type AnswerContentsProps = {
  readonly shownAnswer: ShownAnswer
  /** the heading already shows the answer's code */
  readonly named?: boolean
}

/** An answer with its actions and history. On wide screens code, state and actions stay visible beside it. */
export function AnswerContents({ shownAnswer, named = false }: AnswerContentsProps) {
  return isFramedView() ? <InFrame {...shownAnswer} /> : <FullAnswer shownAnswer={shownAnswer} named={named} />
}

/** An answer embedded in another site: read-only (part 3, point 2). */
function InFrame({ answer, delivery }: ShownAnswer) {
  const signatureHidden = useSignatureHidden(answer)
  return (
    <Stack gap="lg" miw={0}>
      <DeliveryNote delivery={delivery} />
      <LimitedAnswer
        answer={answer}
        codeHidden={false}
        signatureHidden={signatureHidden}
        changedAt={findLastChange(answer)}
        subjects={<AnswerSubjects answer={answer} />}
      />
    </Stack>
  )
}

function FullAnswer({ shownAnswer, named }: Required<AnswerContentsProps>) {
  return (
    <div className={styles['content']} data-shown={shownAnswer.answer.id}>
      <div className={styles['columns']}>
        <div className={styles['aside']}>
          <DeliveryNote delivery={shownAnswer.delivery} answer={shownAnswer.answer} />
          <WaitingChanges shownAnswer={shownAnswer} />
          <IncidentNote shownAnswer={shownAnswer} />
          <FailedCopies shownAnswer={shownAnswer} />
          {named ? (
            <CompactHead shownAnswer={shownAnswer} />
          ) : (
            <>
              <AnswerHead answer={shownAnswer.answer} delivery={shownAnswer.delivery} />
              <ActionsBar shownAnswer={shownAnswer} />
              <DocumentLinks shownAnswer={shownAnswer} />
            </>
          )}
        </div>
        <Document shownAnswer={shownAnswer} named={named} />
      </div>
    </div>
  )
}

/** Summary line of an answer shown beside a list; unfolds to show the details. */
function CompactHead({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { answer, delivery } = shownAnswer
  const [isOpen, setOpen] = useState(false)
  const rest = useId()
  const acts = useOfferedActions(shownAnswer)?.acts
  const focusRest = useCallback(() => document.getElementById(rest)?.focus({ preventScroll: true }), [rest])
  return (
    <Stack gap="sm">
      <AnswerHeadLine answer={answer} delivery={delivery} />
      <Group gap="xs" align="stretch">
        <ActionsBar shownAnswer={shownAnswer} stateless />
        <Button
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={rest}
          rightSection={
            isOpen ? <IconChevronUp size={18} aria-hidden="true" /> : <IconChevronDown size={18} aria-hidden="true" />
          }
          onClick={() => setOpen(!isOpen)}
        >
          <Trans>Answer details</Trans>
        </Button>
      </Group>
      <div id={rest} tabIndex={-1} hidden={!isOpen}>
        {isOpen && (
          <Stack gap="sm">
            <AnswerHead answer={answer} delivery={delivery} named />
            {acts?.changeState === true && (
              <div>
                <ChangeStateButton answer={answer} stored={shownAnswer.stored} leave={focusRest} variant="default" />
              </div>
            )}
            <DocumentLinks shownAnswer={shownAnswer} />
          </Stack>
        )}
      </div>
    </Stack>
  )
}

/** Links to documents made from the answer, and the delete button. */
function DocumentLinks({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  return (
    <Group gap="0 8px" align="stretch" className={styles['papers'] ?? ''}>
      <LinkButton
        to="/imprimir/$id"
        params={{ id: shownAnswer.answer.id }}
        variant="subtle"
        leftSection={<IconPrinter size={20} aria-hidden="true" />}
      >
        <Trans>Print</Trans>
      </LinkButton>
      <DownloadPdfButton shownAnswer={shownAnswer} />
      <SendCopyButton shownAnswer={shownAnswer} />
      <DeleteAnswerButton shownAnswer={shownAnswer} />
    </Group>
  )
}

function Document({ shownAnswer, named }: Required<AnswerContentsProps>) {
  const { answer } = shownAnswer
  const only = useOnlyAnswered()
  const subjects = <AnswerSubjects answer={answer} />
  return (
    <Stack gap="lg" miw={0}>
      {!named && answer.opcionales.headerImg && answer.headerImageURL !== undefined && (
        <FormImage url={answer.headerImageURL} className={`r-wide r-block ${styles['banner']}`} />
      )}
      <ConflictList shownAnswer={shownAnswer} />
      {!named && subjects}
      <Payments shownAnswer={shownAnswer} />
      {only !== undefined && <AnswerSections answer={answer} only={only} />}
      {named && subjects}
      <SignatureList answer={answer} changedAt={findLastChange(answer)} />
      <AnswerHistory shownAnswer={shownAnswer} />
    </Stack>
  )
}

/** This account's last choice on this device to hide unanswered questions; undefined while loading. */
function useOnlyAnswered() {
  const { local } = useAccount()
  const isOn = useLiveQuery(async () => (await readMeta(local, 'onlyAnswered')) === true, [local])
  return isOn === undefined ? undefined : { isOn, set: (on: boolean) => void writeMeta(local, 'onlyAnswered', on) }
}

type DeliveryNoteProps = {
  readonly delivery: DeliveryState | undefined
  /** answer that its author may correct while it is pending; if missing, no correction is offered */
  readonly answer?: Answer
}

/** Explains the delivery: pending, held, refused, or accepted or rejected by a supervisor. */
function DeliveryNote({ delivery, answer }: DeliveryNoteProps) {
  const problemText = useProblemText()
  const formats = useFormats()
  const isWaiting = useIsAnswerWaiting(delivery)
  if (delivery === undefined) return null
  if (delivery.kind === 'sending' && !isWaiting) return answer && <CorrectionHint answer={answer} isAlone />
  if (delivery.kind === 'received') {
    if (delivery.acceptedBy === undefined) return null
    return (
      <Banner tone="received">
        <Trans>
          This answer was held. {delivery.acceptedBy.username} accepted it on {formats.dateTime(delivery.at)}.
        </Trans>
      </Banner>
    )
  }
  if (delivery.kind === 'discarded') {
    return (
      <Banner tone="attention">
        <Trans>
          {delivery.by.username} rejected this answer on {formats.dateTime(delivery.at)}: {delivery.reason}
        </Trans>
      </Banner>
    )
  }
  if (delivery.kind === 'held') {
    return (
      <Banner tone="held">
        <Trans>The server holds this answer until a supervisor decides.</Trans> {problemText(delivery.reason)}
      </Banner>
    )
  }
  const open = (
    <LinkButton to="/sincronizacion" variant="default">
      <Trans>Open the sync centre</Trans>
    </LinkButton>
  )
  if (delivery.kind === 'attention') {
    return (
      <Banner tone="attention" action={open}>
        {problemText(delivery.problem)}
      </Banner>
    )
  }
  return (
    <Banner
      tone="waiting"
      action={
        <Group gap="xs">
          {answer !== undefined && <TakeBackButton id={answer.id} />}
          {open}
        </Group>
      }
    >
      <Trans>Saved on this device. It will be sent automatically.</Trans>{' '}
      {answer !== undefined && <CorrectionHint answer={answer} />}
    </Banner>
  )
}

/** Payment and tickets of an answer; renders nothing if the form takes no payments and the answer has none. */
function Payments({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const { opcionales, payments } = shownAnswer.answer
  if (!opcionales.addPaymentGateway && payments.length === 0) return null
  const isEvent = (shownAnswer.version?.ticketSale?.productType ?? 'event') === 'event'
  return (
    <>
      <PaymentCard shownAnswer={shownAnswer} meanwhile={<ListSkeleton rows={2} height={48} />} />
      {isEvent && !shownAnswer.isUnsent && payments.length > 0 && (
        <TicketsCard answer={shownAnswer.answer} meanwhile={null} />
      )}
    </>
  )
}
