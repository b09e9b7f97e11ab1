import { useEffect, useState } from 'react'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { ownCode, provisionalReference } from '#domain/codes/index.ts'
import { listAnswers, publicFormFacts } from '#local/index.ts'
import { DeliveryBadge, later, Page, useAccount, useProblemText } from '#ui/index.ts'
import { CodeToCopy } from '../code-to-copy.tsx'
import type { AnsweringSession } from '../session.ts'

/** Few forms send on to a booking. */
const Booking = later(async () => (await import('../booking/booking.tsx')).Booking)
/** Few forms are paid for. */
const PayStep = later(async () => (await import('../payment/pay-step.tsx')).PayStep)

/** Going back leads here again, not to a sent form (part 3, point 2). @param address where this is, once known */
export function useNoWayBack(address?: string): void {
  useEffect(() => history.pushState(null, '', location.href), [])
  useEffect(() => {
    if (address !== undefined) history.replaceState(null, '', address)
    const stay = (event: PopStateEvent): void => {
      // No other listener moves on.
      event.stopImmediatePropagation()
      history.pushState(null, '', address ?? location.href)
    }
    addEventListener('popstate', stay, true)
    return () => removeEventListener('popstate', stay, true)
  }, [address])
}

type PortalSavedProps = {
  readonly session: Pick<AnsweringSession, 'answer' | 'form'>
  /** the booking of an appointment was asked for with the save */
  readonly books: boolean
}

/** The confirmation of a citizen: it turns into the code when the answer has arrived. */
export function PortalSaved({ session, books }: PortalSavedProps) {
  const { t } = useLingui()
  const { local } = useAccount()
  const problemText = useProblemText()
  const { id } = session.form.template
  const [reference] = useState(() => provisionalReference(session.answer))
  const found = useLiveQuery(async () => {
    const one = (await listAnswers(local, id)).find((answer) => answer.id === session.answer)
    return { one, delivery: one?.delivery, codeHidden: (await publicFormFacts(local, id))?.codeHidden === true }
  }, [local, id, session.answer])
  const delivery = found?.delivery
  const code = delivery?.kind === 'received' && found?.codeHidden === false ? ownCode(delivery.code) : undefined
  useNoWayBack(
    code === undefined ? undefined : `/ciudadano/guardado/${encodeURIComponent(id)}/${encodeURIComponent(code)}`,
  )
  return (
    <Page
      width="narrow"
      title={delivery?.kind === 'received' ? t`The answer was registered correctly` : t`The answer was saved correctly`}
    >
      <p role="status">
        <DeliveryBadge delivery={delivery} />
      </p>
      {delivery?.kind === 'held' && (
        <p>
          {problemText(delivery.reason)} <Trans>A person decides about it.</Trans>
        </p>
      )}
      {code === undefined ? (
        <p>
          <Trans>
            Reference <span className="r-code">{reference}</span>
          </Trans>
        </p>
      ) : (
        <CodeToCopy text={code} />
      )}
      {found?.one !== undefined && <PayStep answer={found.one} form={session.form.template} />}
      {found?.one !== undefined && session.form.template.opcionales.addAppointment && (
        <Booking answer={session.answer} delivery={delivery} goesOn={books} />
      )}
      {delivery?.kind !== 'received' && (
        <p>
          <Trans>Your answer is safe on this device and is sent by itself as soon as there is a connection.</Trans>
        </p>
      )}
    </Page>
  )
}
