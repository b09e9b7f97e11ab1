import { useEffect, type ReactNode } from 'react'
import { useLocation, useParams } from '@tanstack/react-router'
import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { formatDeviceAnswerName } from '#domain/answering/index.ts'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { pickVoucherText, findFormMunicipality } from '#domain/templates/index.ts'
import { answerIdSchema, unreachable, type AnswerId } from '#domain/kernel/index.ts'
import type { VoucherSource } from '#domain/pdf/index.ts'
import { computeDelivery, type DeliveryState } from '#domain/sync/index.ts'
import { loadAnswer, loadTemplate, readMeta, type LocalAnswer } from '#local/index.ts'
import {
  DeliveryBadge,
  ErrorState,
  formatActionAuthor,
  isFramedView,
  lazyPart,
  LinkButton,
  ListSkeleton,
  Page,
  useAccount,
  useFormats,
  useIsAnswerWaiting,
  useProblemText,
  useProfile,
  useReportSaved,
  withMessages,
} from '#ui/index.ts'
import { BOOKING_HASH } from './booking/books.ts'
import { CopyableCode } from './code-to-copy.tsx'
import { NEW_DRAFT } from './drafts/open-draft.ts'
import { LazyLookupCode } from './downloads/lazy-lookup-code.ts'
import { hasPaymentStep } from './payment/asks-to-pay.ts'
import { VoucherNote } from './downloads/voucher-text.tsx'
import styles from './answering.module.css'

/** Shown where another site embeds the form. Elsewhere the voucher is in the menu of the PDF button. */
const DownloadVoucher = lazyPart(
  async () => (await withMessages('pdf', import('./downloads/download-voucher.tsx'))).DownloadVoucherButton,
)
/** Loaded on demand, as few forms have bookings. */
const LazyBookingStep = lazyPart(
  async () => (await withMessages('answering/booking', import('./booking/booking.tsx'))).BookingStep,
)

/** Loaded on demand, as few forms have payments. */
const PayStep = lazyPart(
  async () => (await withMessages('answering/payment', import('./payment/pay-step.tsx'))).PaymentStep,
)

type SavedScreenProps = {
  /**
   * buttons for PDF and e-mail.
   * @param voucher the answer's voucher, if the form has one
   */
  readonly more: (voucher: VoucherSource | undefined) => ReactNode
}

/** /contestar/$id/guardado/$answerId: confirms that the answer is stored. */
export function SavedScreen({ more }: SavedScreenProps) {
  const { t } = useLingui()
  const { id, answerId } = useParams({ from: '/contestar/$id/guardado/$answerId' })
  const { local } = useAccount()
  const profile = useProfile()
  const { dateTime } = useFormats()
  const { hash } = useLocation()
  const answer = useLiveQuery(async () => {
    const parsed = answerIdSchema.safeParse(answerId)
    return parsed.success ? ((await loadAnswer(local, parsed.data)) ?? null) : null
  }, [local, answerId])
  const form = useLiveQuery(async () => answer && loadTemplate(local, answer.template), [local, answer?.template])
  const buildLinks = (voucher?: VoucherSource): ReactNode => (
    <div className={`r-row ${styles['next']}`}>
      <LinkButton
        to="/contestar/$id"
        params={{ id }}
        search={{ borrador: NEW_DRAFT }}
        leftSection={<IconPlus size={20} aria-hidden="true" />}
      >
        <Trans>New Answer</Trans>
      </LinkButton>
      <LinkButton to="/listar" variant="default">
        <Trans>Back to the forms</Trans>
      </LinkButton>
      <LinkButton to="/ver/$id" params={{ id: answerId }} variant="default">
        <Trans>See answer</Trans>
      </LinkButton>
      {answer !== undefined && answer !== null && more(voucher)}
    </div>
  )
  if (answer === undefined) return <ListSkeleton rows={2} />
  if (answer === null) {
    return (
      <Page title={t({ message: 'Answer', context: 'noun' })} width="narrow">
        <ErrorState title={t`This answer is not on this device.`} action={!isFramedView() && buildLinks()} />
      </Page>
    )
  }
  const delivery = computeSubmissionDelivery(answer)
  const reference = buildReference(answer.id)
  const receivedCode = findReceivedCode(delivery) ?? answer.answer?.codigoMunicipio
  const isRegistered = receivedCode !== undefined && receivedCode !== ''
  const code = getUniqueCode(receivedCode)
  // If the municipality hides codes (part 3, point 2), the reference is shown instead of the code.
  const isHidden = profile !== null && findFormMunicipality(profile, form?.areas ?? [])?.codeHidden === true
  const hasCode = code !== undefined && !isHidden
  const hasRecord = form?.opcionales.pdfDownloadCode === true
  const name = formatDeviceAnswerName(form?.version === answer.version ? form : undefined, answer)
  // Voucher texts mostly confirm receipt, so they are shown once the answer was received.
  const voucher = form === undefined || form === null || !isRegistered ? '' : pickVoucherText(form)
  const voucherSource =
    form === undefined || form === null || voucher === ''
      ? undefined
      : { of: form, id: answer.id, code: hasCode ? code : undefined, at: dateTime(answer.at) }
  return (
    // "Registered" after the server has confirmed the answer, "saved" until then.
    <Page title={isRegistered ? t`The answer was registered` : t`The answer was saved`} width="narrow">
      <div className={`r-column ${styles['saved']}`}>
        {isFramedView() && (
          <HostNotification
            answer={answer.id}
            code={hasCode ? code : undefined}
            hasArrived={delivery?.kind === 'received'}
          />
        )}
        {name !== '' && <p className="r-strong">{name}</p>}
        {form !== undefined && form !== null && hasPaymentStep(answer, form) && (
          <PayStep answer={answer} form={form} atDesk={!isFramedView()} />
        )}
        <div className={styles['code-line']}>
          <span className="r-alone r-soft">{hasCode ? <Trans>Code</Trans> : <Trans>Reference</Trans>}</span>
          <CopyableCode text={hasCode ? code : reference} />
          {!isRegistered && !isHidden && (
            <span className="r-alone r-soft">
              <Trans>The code will replace this reference.</Trans>
            </span>
          )}
        </div>
        {(hasCode || hasRecord) && (
          <LazyLookupCode
            answer={answer.id}
            code={hasCode ? code : undefined}
            hasArrived={delivery?.kind === 'received'}
            isCodeShown={!hasCode}
            reference={hasCode ? reference : undefined}
            hasRecord={hasRecord}
          />
        )}
        <div role="status" className="r-column r-top">
          <DeliveryBadge delivery={delivery} />
          <p>
            <DeliveryText delivery={delivery} />
          </p>
        </div>
        {form !== undefined && form !== null && voucher !== '' && <VoucherNote form={form} text={voucher} />}
        {form?.opcionales.addAppointment === true && (
          <LazyBookingStep answer={answer.id} delivery={delivery} goesOn={hash === BOOKING_HASH} />
        )}
        {isFramedView() ? voucherSource && <DownloadVoucher voucher={voucherSource} /> : buildLinks(voucherSource)}
      </div>
    </Page>
  )
}

/** Notifies the embedding site with the answer's id, and again with its code once that is known. */
function HostNotification({
  answer,
  code,
  hasArrived,
}: {
  readonly answer: AnswerId
  readonly code: string | undefined
  readonly hasArrived: boolean
}) {
  useReportSaved(answer, code, hasArrived)
  useEffect(() => {
    if (code !== undefined)
      history.replaceState(history.state, '', `/respuesta/enviada/${answer}/${encodeURIComponent(code)}`)
  }, [answer, code])
  return null
}

/** The delivery of the answer itself, without that of copies by e-mail. */
function computeSubmissionDelivery({ delivery, entries, receipts }: LocalAnswer): DeliveryState | undefined {
  const submitting = entries.filter(({ mutation }) => mutation.kind === 'answer.submit')
  return submitting.length === entries.length ? delivery : computeDelivery(submitting, receipts)
}

function findReceivedCode(delivery: DeliveryState | undefined): string | undefined {
  return delivery?.kind === 'received' ? delivery.code : undefined
}

/** Explains the delivery in a sentence. */
function DeliveryText({ delivery }: { readonly delivery: DeliveryState | undefined }) {
  const problemText = useProblemText()
  const isWaiting = useIsAnswerWaiting(delivery)
  const { local } = useAccount()
  const isSignedOut = useLiveQuery(() => readMeta(local, 'signInNeeded'), [local]) === true
  if (delivery === undefined) return <Trans>The server has received this answer.</Trans>
  if (isSignedOut && (isWaiting || delivery.kind === 'sending'))
    return <Trans>It is safe on this device. Your session has ended: it will be sent when you sign in again.</Trans>
  if (isWaiting)
    return (
      <Trans>It is safe on this device and will be sent automatically when you are online. You can continue.</Trans>
    )
  switch (delivery.kind) {
    case 'saved':
      return null
    case 'sending':
      return <Trans>Sending to the server. You can continue.</Trans>
    case 'received':
      return <Trans>The server has received everything, including files.</Trans>
    case 'held':
      return (
        <>
          <Trans>The server holds this answer until a supervisor decides.</Trans> {problemText(delivery.reason)}
        </>
      )
    case 'discarded':
      return (
        <Trans>
          {formatActionAuthor(delivery.by)} rejected this answer: {delivery.reason}
        </Trans>
      )
    case 'attention':
      return <>{problemText(delivery.problem)}</>
    default:
      return unreachable(delivery)
  }
}
