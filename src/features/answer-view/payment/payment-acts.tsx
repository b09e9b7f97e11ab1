import { useState } from 'react'
import { Button, Group, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { IconCash, IconCheck, IconRefresh } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { decomposeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import {
  askPayment,
  validatePayment,
  recordPayment,
  currencyOf,
  deskPaymentSchema,
  findHeldVersion,
  computeVersionPrice,
  findPricingMoment,
} from '#domain/payments/index.ts'
import { PAID_STATUS, instantSchema, newMutationId } from '#domain/kernel/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { loadTemplate } from '#local/index.ts'
import {
  notify,
  useAccount,
  useEndpointCall,
  useCan,
  useFailureText,
  FormDialog,
  useMoney,
  useProblemText,
} from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import { AmountField } from './amount-field.tsx'
import { RefundOffer } from './give-back.tsx'
import type { AnswerPayment } from './payment-card.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'

type RecordDialogProps = {
  readonly answer: Answer
  /** form version that was answered */
  readonly filled: FormTemplate
  /** current form version, whose prices apply, unless staff use the prices of `filled` */
  readonly current: FormTemplate
  readonly order: AnswerPayment['order'] | undefined
  readonly onClose: () => void
}

const MAX_LENGTHS = { fullName: 254, email: 254, code: 40, dni: 20, phone: 20 } as const

/** Records a payment at the desk: items, payer, and the amount received. */
function RecordDialog({ answer, filled, current, order, onClose }: RecordDialogProps) {
  const { t } = useLingui()
  const money = useMoney()
  const problemText = useProblemText()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(recordPayment)
  // Generated once, so that pressing the button again after a lost reply does not record the payment twice.
  const [id] = useState(() => newMutationId(crypto.getRandomValues(new Uint8Array(16))))
  const [now] = useState(() => instantSchema.parse(new Date().toISOString()))
  const [oldPrice, setOldPrice] = useState(false)
  const pricing = oldPrice || findHeldVersion(order, now) === filled.version ? filled : current
  const [typed, setTyped] = useState(() => initialPayerFields(answer, pricing, order))
  const [failure, setFailure] = useState<string | null>(null)
  // The server's price, which may differ: this device may not know of an exemption or a held price.
  const [charged, setCharged] = useState<number>()
  const set = (change: Partial<typeof typed>): void => setTyped((before) => ({ ...before, ...change }))
  const zones = pricing.ticketSale?.zones ?? []
  const currency = currencyOf(pricing) ?? { sign: '', name: '' }
  const { zone, quanty, code, counted, ...payer } = typed
  const purchase = zones.length === 0 ? undefined : { zone: Number(zone), quanty: Number(quanty) }
  const priced = { content: decomposeAnswer(answer), purchase, code, citizen: answer.datosCiudadano }
  const price = computeVersionPrice({ filled, pricing }, priced, findPricingMoment(order, pricing, now))
  const before = computeVersionPrice({ filled, pricing: filled }, priced, now)
  const costs = (cents: number): string => t`The price is ${money.text(cents, currency)}. Enter that amount.`
  // Only the server knows discount codes.
  const isUnknown = !price.ok && price.problem.code === 'payment.code-unknown'
  const noteOfPrice = (): string | undefined => {
    if (price.ok) return costs(price.value.total)
    return isUnknown ? undefined : problemText(price.problem)
  }
  const note = noteOfPrice()

  async function record(): Promise<void> {
    const amount = money.read(counted)
    if (amount === undefined) return setFailure(t`Enter the amount received.`)
    if (price.ok && amount !== price.value.total && amount !== charged) return setFailure(costs(price.value.total))
    const bought = purchase === undefined ? {} : { purchase }
    const parsed = deskPaymentSchema.safeParse({
      id,
      payer,
      code,
      amount,
      ...bought,
      ...(oldPrice ? { oldPrice } : {}),
    })
    if (!parsed.success)
      return setFailure(
        parsed.error.issues.some(({ path }) => path.includes('email'))
          ? t`Enter a valid e-mail address or leave it empty.`
          : t`Enter the payer’s name, ID number and quantity.`,
      )
    setFailure(null)
    const outcome = await act({ id: answer.id, body: parsed.data })
    if (outcome.kind === 'ok') {
      notify({ tone: 'received', text: t`Payment recorded.` })
      return onClose()
    }
    const { code: why, details } = toProblem(outcome)
    if (why !== 'payment.price-changed') return setFailure(failureText(outcome))
    const total = Number(details?.['amount'] ?? 0)
    setCharged(total)
    setFailure(costs(total))
  }

  const field = (name: keyof typeof MAX_LENGTHS, label: string, required = false) => (
    <TextInput
      label={label}
      required={required}
      autoComplete="off"
      maxLength={MAX_LENGTHS[name]}
      value={typed[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  )
  return (
    <FormDialog
      title={t`Record desk payment`}
      submit={<Trans>Record payment</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void record()}
      onClose={onClose}
    >
      {zones.length > 0 && (
        <div className="r-grid r-gap-12 r-fit-12">
          <NativeSelect
            label={t`Item`}
            value={zone}
            onChange={({ currentTarget }) => set({ zone: currentTarget.value })}
            data={zones.map((eachZone) => ({ value: String(eachZone.id), label: eachZone.name }))}
          />
          <TextInput
            label={t`Quantity`}
            required
            inputMode="numeric"
            autoComplete="off"
            value={quanty}
            onChange={({ currentTarget }) => set({ quanty: currentTarget.value.replaceAll(/\D/g, '') })}
          />
        </div>
      )}
      {field('fullName', t`Payer’s name`, true)}
      <div className="r-grid r-gap-12 r-fit-12">
        {field('dni', t`ID number`, true)}
        {field('phone', t`Phone`)}
      </div>
      {field('email', t`E-mail for the receipt`)}
      {field('code', t`Discount code`)}
      {filled.version !== current.version && before.ok && (
        <Checkbox
          label={t`Charge the previous price: ${money.text(before.value.total, before.value.currency)}`}
          description={t`The price when the form was answered. This choice is recorded in the audit log.`}
          checked={oldPrice}
          onChange={({ currentTarget }) => setOldPrice(currentTarget.checked)}
        />
      )}
      <AmountField
        label={t`Amount received`}
        typed={counted}
        onType={(text) => set({ counted: text })}
        currency={currency}
        {...(note === undefined ? {} : { note })}
      />
    </FormDialog>
  )
}

/** Initial values: from the order, else from the answer's citizen. */
function initialPayerFields(
  { datosCiudadano, persona }: Answer,
  form: FormTemplate,
  order: AnswerPayment['order'] | undefined,
) {
  const { nombre = '', apellido = '', dni = '', cuit = '', telefono = '', email = '' } = datosCiudadano ?? {}
  const name = datosCiudadano === undefined ? (persona?.nombre ?? '') : `${nombre} ${apellido}`.trim()
  return {
    zone: String(order?.zone ?? form.ticketSale?.zones[0]?.id ?? ''),
    quanty: String(order?.quanty ?? 1),
    code: '',
    counted: '',
    fullName: order?.fullName ?? name,
    dni: order?.dni ?? (dni === '' ? cuit : dni),
    phone: order?.phone ?? telefono,
    email: order?.email ?? email,
  }
}

type ActsProps = { readonly shownAnswer: ShownAnswer; readonly order: AnswerPayment['order'] }

/** Payment actions of staff, by their rights; the server applies the same rules. */
export function PaymentActs({ shownAnswer, order }: ActsProps) {
  return (
    <Group gap="xs" align="stretch">
      <Validate shownAnswer={shownAnswer} order={order} />
      <RecordAtDesk shownAnswer={shownAnswer} order={order} />
      <RefundOffer order={order} answer={shownAnswer.answer} />
      <AskAgain shownAnswer={shownAnswer} order={order} />
    </Group>
  )
}

/** Validates an order before payment, where the form requires validation. */
function Validate({ shownAnswer: { answer }, order }: ActsProps) {
  const { t } = useLingui()
  const can = useCan()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(validatePayment)
  // Read from the order, as the current version of the form decides, and may differ from the answered one.
  const isWanted = order.facts.some(({ kind, provider }) => kind === 'opened' && provider === 'desk')
  const isDone = order.validation !== undefined || order.status === PAID_STATUS
  if (isDone || !isWanted || !can('create', { kind: 'pago', document: answer })) return null
  async function validate(): Promise<void> {
    const outcome = await act({ id: answer.id })
    if (outcome.kind === 'ok') notify({ tone: 'received', text: t`Validated. It can now be paid.` })
    else notify({ tone: 'attention', text: failureText(outcome) })
  }
  return (
    <Button loading={busy} leftSection={<IconCheck size={20} aria-hidden="true" />} onClick={() => void validate()}>
      <Trans>Validate</Trans>
    </Button>
  )
}

/** Queries the provider for changes that its webhooks did not deliver: payments, refunds made there, disputes. */
function AskAgain({ shownAnswer: { answer }, order }: ActsProps) {
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

type RecordProps = Pick<ActsProps, 'shownAnswer'> & { readonly order: AnswerPayment['order'] | undefined }

/** Records a payment at the desk, while the answer is unpaid. */
export function RecordAtDesk({ shownAnswer: { answer, version }, order }: RecordProps) {
  const can = useCan()
  const { local } = useAccount()
  const [opened, setOpened] = useState(false)
  const current = useLiveQuery(
    async () => (await loadTemplate(local, answer.idPlantilla)) ?? null,
    [local, answer.idPlantilla],
  )
  const may = can('create', { kind: 'pago', document: answer }) && order?.status !== PAID_STATUS
  // The price depends on the form.
  if (!may || version === null || version === undefined || !answer.opcionales.addPaymentGateway) return null
  return (
    <>
      <Button variant="default" leftSection={<IconCash size={20} aria-hidden="true" />} onClick={() => setOpened(true)}>
        <Trans>Record desk payment</Trans>
      </Button>
      {opened && current !== undefined && (
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
