import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import { listLocalAnswers, readPublicFormFacts } from '#local/index.ts'
import { DeliveryBadge, lazyPart, lazyPartOrNone, Page, useAccount, withMessages } from '#ui/index.ts'
import { CopyableCode } from '../code-to-copy.tsx'
import { hasPaymentStep } from '../payment/asks-to-pay.ts'
import type { AnsweringSession } from '../session.ts'
import styles from '../answering.module.css'

/** Loaded on demand, as few forms have bookings. */
const LazyBookingStep = lazyPartOrNone(
  async () => (await withMessages('answering/booking', import('../booking/booking.tsx'))).BookingStep,
)
/** Loaded on demand, as few forms have payments. */
const PayStep = lazyPartOrNone(
  async () => (await withMessages('answering/payment', import('../payment/pay-step.tsx'))).PaymentStep,
)

/** Loaded on demand, as few answers are refused. */
const LazyRefusedAnswer = lazyPart(
  async () => (await withMessages('answering/public', import('../public/not-taken.tsx'))).RefusedAnswer,
)
/** Loaded on demand, as few answers are held or refused. */
const DecisionText = lazyPart(
  async () => (await withMessages('answering/public', import('../public/decided-text.tsx'))).DecisionText,
)

/**
 * Makes the browser's back button stay on this page instead of returning to a sent form (part 3, point 2).
 * @param address the page's final address, once known
 */
export function usePreventBack(address?: string): void {
  useEffect(() => history.pushState(null, '', location.href), [])
  useEffect(() => {
    if (address !== undefined) history.replaceState(null, '', address)
    const stay = (event: PopStateEvent): void => {
      // Prevents the router from navigating.
      event.stopImmediatePropagation()
      history.pushState(null, '', address ?? location.href)
    }
    addEventListener('popstate', stay, true)
    return () => removeEventListener('popstate', stay, true)
  }, [address])
}

type PortalSavedProps = {
  readonly session: Pick<AnsweringSession, 'answer' | 'form' | 'timeZone'>
  /** the user requested a booking when saving */
  readonly books: boolean
}

/** The confirmation for a citizen. Shows the code once the server has received the answer. */
export function PortalSavedPage({ session, books }: PortalSavedProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const { id } = session.form.template
  const [reference] = useState(() => buildReference(session.answer))
  const found = useLiveQuery(async () => {
    const localAnswer = (await listLocalAnswers(local, id)).find((answer) => answer.id === session.answer)
    return {
      one: localAnswer,
      delivery: localAnswer?.delivery,
      codeHidden: (await readPublicFormFacts(local, id))?.codeHidden === true,
    }
  }, [local, id, session.answer])
  const delivery = found?.delivery
  const code = delivery?.kind === 'received' && found?.codeHidden === false ? getUniqueCode(delivery.code) : undefined
  usePreventBack(
    code === undefined ? undefined : `/ciudadano/guardado/${encodeURIComponent(id)}/${encodeURIComponent(code)}`,
  )
  const formatDeliveryTitle = (): string => {
    if (delivery?.kind === 'received') return t`The answer was registered`
    if (delivery?.kind === 'discarded' || delivery?.kind === 'attention') return t`Answer rejected`
    return t`The answer was saved`
  }
  return (
    <Page width="narrow" title={formatDeliveryTitle()}>
      {found?.one !== undefined && hasPaymentStep(found.one, session.form.template) && (
        <PayStep answer={found.one} form={session.form.template} timeZone={session.timeZone} />
      )}
      <p role="status">
        <DeliveryBadge delivery={delivery} />
      </p>
      <p>
        {found !== undefined && found.one === undefined ? (
          <Trans>What you wrote is no longer on this device.</Trans>
        ) : (
          <NextSteps delivery={delivery} />
        )}
      </p>
      {code === undefined ? (
        <p>
          <Trans>
            Reference <span className="r-code">{reference}</span>
          </Trans>{' '}
          {found?.codeHidden === false && delivery?.kind !== 'received' && (
            <Trans>The code will replace this reference.</Trans>
          )}
        </p>
      ) : (
        <div className={styles['code-line']}>
          <span className="r-alone r-soft">
            <Trans>Code</Trans>
          </span>
          <CopyableCode text={code} />
        </div>
      )}
      {found?.one !== undefined && session.form.template.opcionales.addAppointment && (
        <LazyBookingStep answer={session.answer} delivery={delivery} goesOn={books} />
      )}
      {delivery?.kind === 'attention' && found?.one !== undefined && <LazyRefusedAnswer entries={found.one.entries} />}
    </Page>
  )
}

/** Says what happens next. Does not promise sending after the page is closed, as these pages have no service worker. */
function NextSteps({ delivery }: { readonly delivery: DeliveryState | undefined }) {
  switch (delivery?.kind) {
    case undefined:
    case 'saved':
    case 'sending':
      return (
        <Trans>
          Your answer is safe on this device. Keep this page open until it has been received, or open the form again
          from the portal when you have a connection.
        </Trans>
      )
    case 'received':
      return <Trans>The municipality has received your answer. See it in “My answers”.</Trans>
    case 'held':
    case 'discarded':
    case 'attention':
      return <DecisionText delivery={delivery} />
    default:
      return unreachable(delivery)
  }
}
