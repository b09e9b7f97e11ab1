import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { IconCash, IconCheck, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { askPayment, validatePayment } from '#domain/payments/index.ts'
import { PAID_STATUS } from '#domain/kernel/index.ts'
import { loadTemplate } from '#local/index.ts'
import { notify, useAccount, useEndpointCall, useCan, useFailureText } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { RefundOffer } from './give-back.tsx'
import type { AnswerMoney } from './payment-card.tsx'
import { RecordDialog } from './record-dialog.tsx'

type ActsProps = { readonly shown: ShownAnswer; readonly order: AnswerMoney['order'] }

/** Payment actions of staff, by their rights; the server applies the same rules. */
export function PaymentActs({ shown, order }: ActsProps) {
  return (
    <Group gap="xs" align="stretch">
      <Validate shown={shown} order={order} />
      <RecordAtDesk shown={shown} order={order} />
      <RefundOffer order={order} answer={shown.answer} />
      <AskAgain shown={shown} order={order} />
    </Group>
  )
}

/** Validates an order before payment, where the form requires validation. */
function Validate({ shown: { answer }, order }: ActsProps) {
  const { t } = useLingui()
  const can = useCan()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(validatePayment)
  // Read from the order, as the current version of the form decides, and may differ from the answered one.
  const isWanted = order.facts.some(({ kind, provider }) => kind === 'opened' && provider === 'desk')
  const isDone = order.validation !== undefined || order.status === PAID_STATUS
  if (isDone || !isWanted || !can('create', { kind: 'pago', document: answer })) return null
  async function validate(): Promise<void> {
    const done = await act({ id: answer.id })
    if (done.kind === 'ok') notify({ tone: 'received', text: t`Validated. It can now be paid.` })
    else notify({ tone: 'attention', text: failureText(done) })
  }
  return (
    <Button loading={busy} leftSection={<IconCheck size={20} aria-hidden="true" />} onClick={() => void validate()}>
      <Trans>Validate</Trans>
    </Button>
  )
}

/** Queries the provider for changes that its webhooks did not deliver: payments, refunds made there, disputes. */
function AskAgain({ shown: { answer }, order }: ActsProps) {
  const { t } = useLingui()
  const can = useCan()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(askPayment)
  const isAtProvider = order.facts.some(({ kind, provider }) => kind === 'opened' && provider !== 'desk')
  if (!isAtProvider || !can('create', { kind: 'pago', document: answer })) return null
  async function ask(): Promise<void> {
    const done = await act({ id: answer.id })
    if (done.kind === 'ok') notify({ tone: 'received', text: t`Payment status updated.` })
    else notify({ tone: 'attention', text: failureText(done) })
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

type RecordProps = Pick<ActsProps, 'shown'> & { readonly order: AnswerMoney['order'] | undefined }

/** Records a payment at the desk, while the answer is unpaid. */
export function RecordAtDesk({ shown: { answer, version }, order }: RecordProps) {
  const can = useCan()
  const { local } = useAccount()
  const [opened, setOpened] = useState(false)
  const current = useLiveQuery(() => loadTemplate(local, answer.idPlantilla), [local, answer.idPlantilla])
  const may = can('create', { kind: 'pago', document: answer }) && order?.status !== PAID_STATUS
  // The price depends on the form.
  if (!may || version === null || version === undefined || !answer.opcionales.addPaymentGateway) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCash size={20} aria-hidden="true" />} onClick={() => setOpened(true)}>
        <Trans>Record desk payment</Trans>
      </Button>
      {opened && (
        <RecordDialog
          answer={answer}
          filled={version}
          current={current ?? version}
          order={order}
          onClose={() => setOpened(false)}
        />
      )}
    </>
  )
}
