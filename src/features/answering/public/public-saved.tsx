import { useEffect, useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { pickVoucherText, type FormTemplate } from '#domain/templates/index.ts'
import { templateIdSchema, unreachable } from '#domain/kernel/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import { listLocalAnswers, loadTemplate, readPublicFormFacts, type LocalAnswer } from '#local/index.ts'
import {
  DeliveryBadge,
  ErrorState,
  translateField,
  lazyPart,
  lazyPartOrNone,
  ListSkeleton,
  Page,
  canSendWhenClosed,
  useAccount,
  useIsAnswerWaiting,
  useOnline,
  useReportSaved,
  withMessages,
} from '#ui/index.ts'
import { BOOKING_HASH } from '../booking/books.ts'
import { CopyableCode } from '../code-to-copy.tsx'
import answering from '../answering.module.css'
import { DecisionText } from './decided-text.tsx'
import { RefusedAnswer } from './not-taken.tsx'
import { renderMunicipalityLine } from './place-line.tsx'
import { buildFormPath, buildSavedPath } from './public-place.ts'
import { LazyLookupCode } from '../downloads/lazy-lookup-code.ts'
import type { StatusLinkProps } from '../downloads/status-address.tsx'
import { hasPaymentStep } from '../payment/asks-to-pay.ts'
import { VoucherNote } from '../downloads/voucher-text.tsx'
import { useSentAnswer } from '../downloads/use-sent-answer.ts'
import type { SentAnswer } from '../downloads/sent-answer.ts'
import styles from './public.module.css'

/** Loaded on demand, as few forms offer downloads. */
const LazyAnswerDownloads = lazyPart(
  async () => (await withMessages('pdf', import('../downloads/answer-downloads.tsx'))).AnswerDownloads,
)
/** Loaded on demand. If loading fails, the page still shows the code. */
const LazyStatusAddress = lazyPartOrNone<StatusLinkProps>(
  async () => (await import('../downloads/status-address.tsx')).StatusLink,
)
/** Loaded on demand, as few forms have bookings. */
const LazyBookingStep = lazyPartOrNone(
  async () => (await withMessages('answering/booking', import('../booking/booking.tsx'))).BookingStep,
)

/** Loaded on demand, as few forms have payments. If loading fails, the page still says that the answer is saved. */
const PayStep = lazyPartOrNone(
  async () => (await withMessages('answering/payment', import('../payment/pay-step.tsx'))).PaymentStep,
)

type PublicSavedProps = {
  readonly form: string
  /** code of the answer, or its id */
  readonly answer: string
  /** the answer, if it was sent from this page */
  readonly sent: SentAnswer | undefined
}

type FoundAnswer = {
  readonly answer: LocalAnswer
  readonly template: FormTemplate | undefined
  readonly facts: Awaited<ReturnType<typeof readPublicFormFacts>>
}

/**
 * /publico/guardado/{form}/{code}: an answer's outcome. Shown only on the device that sent the answer, as anyone can
 * type a code into the URL.
 */
export function PublicSavedPage({ form, answer, sent }: PublicSavedProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const foundAnswer = useLiveQuery(async (): Promise<FoundAnswer | null> => {
    const template = templateIdSchema.safeParse(form)
    if (!template.success) return null
    const answers = await listLocalAnswers(local, template.data)
    const localAnswer = answers.find(({ id, delivery }) => id === answer || findUniqueCode(delivery) === answer)
    if (localAnswer === undefined) return null
    return {
      answer: localAnswer,
      template: await loadTemplate(local, template.data, localAnswer.version),
      facts: await readPublicFormFacts(local, template.data),
    }
  }, [local, form, answer])
  if (foundAnswer === undefined)
    return (
      <div className={`r-pad-16 ${styles['opening']}`}>
        <ListSkeleton rows={2} />
      </div>
    )
  if (foundAnswer === null)
    return (
      <Page title={t({ message: 'Answer', context: 'noun' })} back={renderMunicipalityLine()} width="narrow">
        <ErrorState
          title={t`This answer is not on this device.`}
          action={
            <Button component="a" variant="default" href="/publico/consultar-estado">
              <Trans context="button">Check the state of your form</Trans>
            </Button>
          }
        >
          <Trans>
            Check this answer on the device you used to send it. If you sent it from the citizen portal, see “My
            answers” there.
          </Trans>
        </ErrorState>
      </Page>
    )
  return <Saved found={foundAnswer} form={form} sent={sent} />
}

type SavedProps = Pick<PublicSavedProps, 'form' | 'sent'> & { readonly found: FoundAnswer }

function Saved({ found: { answer, template, facts }, form, sent }: SavedProps) {
  const { t, i18n } = useLingui()
  const { delivery } = answer
  const codeHidden = facts?.codeHidden === true
  const isReceived = delivery?.kind === 'received'
  const [books] = useState(() => location.hash === `#${BOOKING_HASH}`)
  const reference = buildReference(answer.id)
  const receivedCode = findUniqueCode(delivery)
  const code = codeHidden ? undefined : receivedCode
  const canLookUpByCode = code !== undefined && facts?.hasStates !== false
  const isCodeShown = !(codeHidden && isReceived)
  useEffect(() => {
    // Once the code is known, it replaces the id in the URL, so that the page can be bookmarked.
    if (code !== undefined) history.replaceState(null, '', buildSavedPath(form, code))
  }, [code, form])
  useReportSaved(answer.id, code, isReceived)
  const written = useSentAnswer(answer, template, sent)
  const voucher = template === undefined ? '' : pickVoucherText(template)
  const online = useOnline()
  // Offline the PDF code may fail to load, and some browsers would not request it again.
  const hasPdf = (online || isReceived) && (voucher !== '' || template?.opcionales.automaticDownload === true)
  return (
    <Page
      width="narrow"
      title={isReceived ? t`The answer was registered` : t`The answer was saved`}
      back={template && renderMunicipalityLine(template.municipioInfo.nombre)}
      subtitle={template !== undefined && translateField(template, 'titulo', i18n.locale)}
    >
      <div className={`r-column ${answering['saved']}`}>
        {template !== undefined && hasPaymentStep(answer, template) && (
          <PayStep answer={answer} form={template} timeZone={facts?.timeZone} />
        )}
        {isCodeShown && <CodeText code={code} reference={reference} />}
        {template?.opcionales.pdfDownloadCode === true && canStillArrive(delivery) && (
          <LazyLookupCode
            answer={answer.id}
            code={code}
            hasArrived={isReceived}
            isCodeShown={isCodeShown && code === undefined}
          />
        )}
        <div role="status" className="r-column r-top">
          <DeliveryBadge delivery={delivery} />
          <p>
            <NextSteps delivery={delivery} keepsCode={canLookUpByCode} isDownloaded={written !== undefined} />
          </p>
        </div>
        {canLookUpByCode && <LazyStatusAddress code={code} hasQr={template?.opcionales.pdfDownloadCode !== true} />}
        {delivery?.kind === 'attention' && <RefusedAnswer entries={answer.entries} />}
        {delivery?.kind === 'saved' && <SendNow />}
        {template?.opcionales.addAppointment === true && (
          <LazyBookingStep answer={answer.id} delivery={delivery} goesOn={books} />
        )}
        {/* Voucher texts mostly confirm receipt, so they are shown once the answer was received. */}
        {template !== undefined && voucher !== '' && isReceived && <VoucherNote form={template} text={voucher} />}
        {template !== undefined && hasPdf && (
          <div className={`r-row ${answering['next']}`}>
            <LazyAnswerDownloads
              template={template}
              answer={answer.id}
              code={code}
              at={answer.at}
              hasArrived={isReceived}
              written={written}
            />
          </div>
        )}
        {template !== undefined && !template.opcionales.singleAnswer && canStillArrive(delivery) && (
          <Button component="a" variant="default" className="r-close" href={buildFormPath(form)}>
            <Trans>Send another</Trans>
          </Button>
        )}
      </div>
    </Page>
  )
}

function CodeText({ code, reference }: { readonly code: string | undefined; readonly reference: string }) {
  return (
    <div className={answering['code-line']}>
      <span className="r-alone r-soft">{code === undefined ? <Trans>Reference</Trans> : <Trans>Code</Trans>}</span>
      <CopyableCode text={code ?? reference} />
    </div>
  )
}

/** The code by which the answer can be found; undefined while it has none. */
function findUniqueCode(delivery: DeliveryState | undefined): string | undefined {
  return delivery?.kind === 'received' ? getUniqueCode(delivery.code) : undefined
}

/** Whether the server has the answer or may still receive it. Refused answers cannot be looked up. */
function canStillArrive(delivery: DeliveryState | undefined): boolean {
  return delivery?.kind !== 'attention' && delivery?.kind !== 'discarded'
}

type WhatNextProps = {
  readonly delivery: DeliveryState | undefined
  readonly keepsCode: boolean
  /** the answer is in memory and can be downloaded as a PDF */
  readonly isDownloaded: boolean
}

/** Says what happens next and what the user has to do. */
function NextSteps({ delivery, keepsCode, isDownloaded }: WhatNextProps) {
  const online = useOnline()
  const isWaiting = useIsAnswerWaiting(delivery)
  const { keptByPage } = useAccount()
  if (delivery === undefined) return <Trans>The municipality has received your answer.</Trans>
  const leaves = canSendWhenClosed()
  if (keptByPage === true ? isWaiting || delivery.kind === 'sending' : !leaves && online && delivery.kind === 'sending')
    return <Trans>Sending your answer. Keep this page open until it has been received.</Trans>
  if (isWaiting && !leaves)
    return (
      <>
        {!online && <Trans>No connection.</Trans>}{' '}
        <Trans>
          Your answer is safe on this device. Open this page again with a connection if you have not received the code.
        </Trans>
      </>
    )
  if (isWaiting)
    return online ? (
      <Trans>
        Your answer is safe on this device and will be sent automatically. You can close this page. Open it again to see
        the code.
      </Trans>
    ) : (
      <Trans>
        No connection. Your answer is safe on this device and will be sent automatically when you are online. You can
        close this page. Open it again to see the code.
      </Trans>
    )
  switch (delivery.kind) {
    case 'saved':
      return null
    case 'sending':
      return <Trans>Sending your answer. You can close this page.</Trans>
    case 'received':
      return (
        <>
          <Trans>The municipality has received your answer and all attachments.</Trans>{' '}
          {keepsCode && (
            <>
              <Trans>Keep the code to find your answer later.</Trans>{' '}
            </>
          )}
          {isDownloaded ? (
            <Trans>
              Your answer is downloaded as a PDF, and can be downloaded again until you leave this page; on a shared
              device, delete the file afterwards.
            </Trans>
          ) : (
            <Trans>What you wrote is no longer on this device.</Trans>
          )}
        </>
      )
    case 'held':
    case 'discarded':
    case 'attention':
      return <DecisionText delivery={delivery} />
    default:
      return unreachable(delivery)
  }
}

function SendNow() {
  const { sync } = useAccount()
  const [busy, setBusy] = useState(false)
  const send = (): void => {
    setBusy(true)
    void sync.sendNow().finally(() => setBusy(false))
  }
  return (
    <Button variant="default" className="r-close" loading={busy} onClick={send}>
      <Trans>Send now</Trans>
    </Button>
  )
}
