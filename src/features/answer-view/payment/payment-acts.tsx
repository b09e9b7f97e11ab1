import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { IconCash, IconCheck, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { askPayment, computeMinPrice, validatePayment } from '#domain/payments/index.ts'
import { PAID_STATUS, instantSchema } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { FactList, notify, useAccount, useEndpointCall, useCan, useFailureText, useMoney } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { computeCost, buildInitialDeskFields } from './desk-payment.ts'
import { RefundButton } from './give-back.tsx'
import type { AnswerPayment, DeskResult } from './payment-card.tsx'
import { DeskPaymentDialog } from './record-dialog.tsx'

type ActsProps = { readonly shownAnswer: ShownAnswer; readonly order: AnswerPayment['order'] }

type PaymentRecording = { readonly onResult: (result: DeskResult) => void }

/** Payment actions of staff, by their rights; the server applies the same rules. */
export function PaymentActions({ shownAnswer, order, onResult }: ActsProps & PaymentRecording) {
  return (
    <Group gap="xs" align="stretch">
      <Validate shownAnswer={shownAnswer} order={order} />
      <DeskPaymentButton shownAnswer={shownAnswer} order={order} onResult={onResult} />
      <RefundButton order={order} answer={shownAnswer.answer} />
      <QueryProviderButton shownAnswer={shownAnswer} order={order} />
    </Group>
  )
}

/** Validates an order before payment, where the form requires validation. */
function Validate({ shownAnswer: { answer }, order }: ActsProps) {
  const { t } = useLingui()
  const can = useCan()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(validatePayment)
  // Read from the order: the current form version decides, which may differ from the version that was answered.
  const isWanted = order.facts.some(({ kind, provider }) => kind === 'opened' && provider === 'desk')
  const isDone = order.validation !== undefined || order.cancelled !== undefined || order.status === PAID_STATUS
  if (isDone || !isWanted || !can('create', { kind: 'pago', document: answer })) return null
  async function validate(): Promise<void> {
    const outcome = await act({ id: answer.id })
    if (outcome.kind === 'ok') notify({ tone: 'received', text: t`Order validated. It can now be paid.` })
    else notify({ tone: 'attention', text: failureText(outcome) })
  }
  return (
    <Button loading={busy} leftSection={<IconCheck size={20} aria-hidden="true" />} onClick={() => void validate()}>
      <Trans>Validate order</Trans>
    </Button>
  )
}

/** Queries the provider for changes whose webhooks did not arrive: payments, refunds made there, disputes. */
function QueryProviderButton({ shownAnswer: { answer }, order }: ActsProps) {
  const { t } = useLingui()
  const can = useCan()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(askPayment)
  const isAtProvider = order.facts.some(({ kind, provider }) => kind === 'opened' && provider !== 'desk')
  if (!isAtProvider || !can('create', { kind: 'pago', document: answer })) return null
  async function ask(): Promise<void> {
    const outcome = await act({ id: answer.id })
    if (outcome.kind === 'ok') notify({ tone: 'received', text: t`Payment status updated.` })
    else notify({ tone: 'attention', text: failureText(outcome) })
  }
  return (
    <Button
      variant="default"
      loading={busy}
      leftSection={<IconRefresh size={20} aria-hidden="true" />}
      onClick={() => void ask()}
    >
      <Trans>Check payment status</Trans>
    </Button>
  )
}

type RecordProps = Pick<ActsProps, 'shownAnswer'> &
  PaymentRecording & { readonly order: AnswerPayment['order'] | undefined }

/** Records a payment at the desk. Offered while the answer is unpaid and its event is not cancelled. */
export function DeskPaymentButton({ shownAnswer: { answer, version }, order, onResult }: RecordProps) {
  const can = useCan()
  const [opened, setOpened] = useState(false)
  const current = useCurrentForm(answer)
  const may = can('create', { kind: 'pago', document: answer }) && order?.status !== PAID_STATUS
  if (order?.cancelled !== undefined) return null
  if (may && current?.ticketSale?.cancelled !== undefined)
    return (
      <p>
        <Trans>The event was cancelled, so this order can no longer be paid.</Trans>
      </p>
    )
  // Not offered without the form, as the price depends on it.
  if (!may || version === null || version === undefined || !answer.opcionales.addPaymentGateway) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCash size={20} aria-hidden="true" />} onClick={() => setOpened(true)}>
        <Trans>Record payment at the desk</Trans>
      </Button>
      {opened && current !== undefined && (
        <DeskPaymentDialog
          charged={{ answer, filled: version, current: current ?? version, order }}
          onResult={onResult}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}

/** The current version of an answer's form. @returns undefined while loading, null if it is not on this device */
function useCurrentForm({ idPlantilla }: Answer) {
  const { local } = useAccount()
  return useLiveQuery(async () => (await loadTemplate(local, idPlantilla)) ?? null, [local, idPlantilla])
}

/** Amount due of an answer without an order. The minimum, if the payer still chooses item and quantity. */
export function AmountDue({ shownAnswer: { answer, version } }: Pick<ActsProps, 'shownAnswer'>) {
  const { t } = useLingui()
  const money = useMoney()
  const current = useCurrentForm(answer)
  const [now] = useState(() => instantSchema.parse(new Date().toISOString()))
  if (version === null || version === undefined || current === undefined) return null
  const charged = { answer, filled: version, current: current ?? version, order: undefined }
  const { total, currency, zones } = computeCost(charged, buildInitialDeskFields(charged), now)
  const priced = { content: decomposeAnswer(answer), citizen: answer.datosCiudadano }
  const due = zones.length === 0 ? total : computeMinPrice(charged.current, priced, now)?.total
  if (due === undefined || !answer.opcionales.addPaymentGateway) return null
  const amount = money.text(due, currency)
  const value = <strong className="r-figures">{zones.length === 0 ? amount : <Trans>from {amount}</Trans>}</strong>
  return <FactList facts={[{ name: t`Amount due`, value }]} />
}
