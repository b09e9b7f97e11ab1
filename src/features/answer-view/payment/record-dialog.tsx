import { useEffect, useRef, useState } from 'react'
import { Button, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import { instantSchema, generateMutationId, getVisibleText, type Instant } from '#domain/kernel/index.ts'
import {
  computeCashChange,
  DESK_METHODS,
  deskMethodSchema,
  deskPaymentSchema,
  recordPayment,
} from '#domain/payments/index.ts'
import { FactList, FormDialog, useEndpointCall, useFailureText, useMoney, useProblemText } from '#ui/index.ts'
import { Amount, AmountField, useWrongAmountText } from './amount-field.tsx'
import {
  buildDeskPayment,
  computeCost,
  computePreviousCost,
  buildInitialDeskFields,
  MAX_DESK_FIELD_LENGTHS,
  PRICED_FIELDS,
  type ChargedAnswer,
  type ComputedPayment,
  type DeskFields,
} from './desk-payment.ts'
import { PayerName, useDeskMethodNames } from './order-facts.tsx'
import type { DeskResult } from './payment-card.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'

type RecordDialogProps = {
  readonly charged: ChargedAnswer
  readonly onResult: (result: DeskResult) => void
  readonly onClose: () => void
}

/** Records a payment at the desk: items, payer, method and cash received. Staff confirm a summary. */
export function DeskPaymentDialog({ charged, onResult, onClose }: RecordDialogProps) {
  const { t } = useLingui()
  const money = useMoney()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(recordPayment)
  // Generated once, so that pressing the button again after a lost reply does not record the payment twice.
  const [id] = useState(() => generateMutationId(crypto.getRandomValues(new Uint8Array(16))))
  const [now] = useState(() => instantSchema.parse(new Date().toISOString()))
  const [typed, setTyped] = useState(() => buildInitialDeskFields(charged))
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setAttemptCount] = useState(0)
  const [isConfirming, setConfirming] = useState(false)
  // The server's price, which may differ: this device may not know of an exemption, a discount code or a held price.
  const [told, setTold] = useState(() => (charged.order?.discount === undefined ? undefined : charged.order.amount))
  const cost = computeCost(charged, typed, now)
  const due = told ?? cost.total
  const received = typed.method === 'cash' && due !== 0 ? money.read(typed.received) : undefined
  const parsed = deskPaymentSchema.safeParse(buildDeskPayment(id, typed, { cost, due, received }))
  const errors = useErrors(typed, { parsed, due, received })
  const isWrong = Object.values(errors).some((error) => error !== undefined)
  const set = (change: Partial<DeskFields>): void => {
    setTyped((before) => ({ ...before, ...change }))
    if (PRICED_FIELDS.some((field) => field in change)) setTold(undefined)
  }

  async function record(): Promise<void> {
    setFailure(null)
    setAttemptCount(tries + 1)
    if (isWrong || !parsed.success) return
    if (!isConfirming) return setConfirming(true)
    const outcome = await act({ id: charged.answer.id, body: parsed.data })
    if (outcome.kind === 'ok') {
      onResult({ kind: 'recorded', money: outcome.value })
      return onClose()
    }
    const { code, details } = toProblem(outcome)
    if (code === 'payment.already-paid') {
      onResult({ kind: 'taken', details })
      return onClose()
    }
    if (code !== 'payment.price-changed') return setFailure(failureText(outcome))
    const total = Number(details?.['amount'] ?? 0)
    setTold(total)
    setConfirming(false)
    setFailure(t`The amount due is now ${money.text(total, cost.currency)}. Check the payment, then continue.`)
  }

  const summary = { typed, due, received, cost }
  return (
    <FormDialog
      title={t`Record payment at the desk`}
      submit={isConfirming ? <Trans>Record payment</Trans> : <Trans>Continue</Trans>}
      extra={
        isConfirming && (
          <Button variant="default" disabled={busy} onClick={() => setConfirming(false)}>
            <Trans>Change details</Trans>
          </Button>
        )
      }
      busy={busy}
      failure={failure}
      onSubmit={() => void record()}
      onClose={onClose}
    >
      {isConfirming ? (
        <Summary {...summary} />
      ) : (
        <Fields {...summary} charged={charged} errors={tries > 0 ? errors : {}} tries={tries} set={set} now={now} />
      )}
    </FormDialog>
  )
}

type Errors = Partial<Record<keyof DeskFields, string | undefined>>

type Checked = Omit<ComputedPayment, 'cost'> & { readonly parsed: ReturnType<typeof deskPaymentSchema.safeParse> }

/** The error message of each field. */
function useErrors({ method, received: typed }: DeskFields, { parsed, due, received }: Checked): Errors {
  const { t } = useLingui()
  const wrongAmountText = useWrongAmountText()
  const wrongFields = new Set(parsed.error?.issues.map(({ path }) => path.at(-1)))
  const findCashProblem = (): string | undefined => {
    if (method !== 'cash' || due === 0) return undefined
    if (received === undefined)
      return getVisibleText(typed) === '' ? t`Enter the cash received.` : wrongAmountText(typed)
    return due !== undefined && received < due ? t`This is less than the amount due.` : undefined
  }
  return {
    quanty: wrongFields.has('quanty') ? t`Enter the quantity.` : undefined,
    fullName: wrongFields.has('fullName') ? t`Enter the payer’s name.` : undefined,
    dni: wrongFields.has('dni') ? t`Enter the payer’s ID number, 6 to 14 digits.` : undefined,
    email: wrongFields.has('email') ? t`Enter a valid e-mail address or leave it empty.` : undefined,
    received: findCashProblem(),
  }
}

type FieldsProps = ComputedPayment & {
  readonly charged: ChargedAnswer
  readonly typed: DeskFields
  readonly errors: Errors
  /** number of attempts to continue; each focuses the first field with a problem */
  readonly tries: number
  readonly set: (change: Partial<DeskFields>) => void
  readonly now: Instant
}

function Fields({ charged, typed, errors, tries, set, now, ...counted }: FieldsProps) {
  const { t } = useLingui()
  const money = useMoney()
  const fields = useRef<HTMLDivElement>(null)
  const { zones } = counted.cost
  const before = computePreviousCost(charged, typed, now)
  useEffect(() => {
    if (tries === 0) return
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    // Without a problem, the user has returned from the summary, and the first field is focused.
    const target = wrong ?? fields.current?.querySelector<HTMLElement>('input, select')
    target?.focus()
  }, [tries])
  const field = (name: keyof typeof MAX_DESK_FIELD_LENGTHS, label: string, required = false) => (
    <TextInput
      label={label}
      required={required}
      autoComplete="off"
      maxLength={MAX_DESK_FIELD_LENGTHS[name]}
      value={typed[name]}
      error={errors[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  )
  return (
    // Browsers do not scroll a tapped field that the buttons of the dialog cover in part.
    <Stack ref={fields} gap="sm" onFocus={({ target }) => target.scrollIntoView({ block: 'nearest' })}>
      {zones.length > 0 && (
        <div className="r-grid r-gap-12 r-fit-12">
          <NativeSelect
            label={t`Item`}
            value={typed.zone}
            onChange={({ currentTarget }) => set({ zone: currentTarget.value })}
            data={zones.map((zone) => ({ value: String(zone.id), label: zone.name }))}
          />
          <TextInput
            label={t`Quantity`}
            required
            inputMode="numeric"
            autoComplete="off"
            value={typed.quanty}
            error={errors.quanty}
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
      {before !== undefined && (
        <Checkbox
          size="md"
          label={t`Charge the previous price: ${money.text(before.total, before.currency)}`}
          description={t`The price when the form was answered. This choice is recorded in the audit log.`}
          checked={typed.usesOldPrice}
          onChange={({ currentTarget }) => set({ usesOldPrice: currentTarget.checked })}
        />
      )}
      <CashFields {...counted} typed={typed} error={errors.received} set={set} />
      {counted.due !== 0 && typed.method !== 'cash' && field('voucher', t`Voucher or transfer number`)}
    </Stack>
  )
}

/** Choices with the height of a touch target. */
const TALL_CHOICE = { body: 'r-middle', label: 'r-line r-middle r-target' }

type CashProps = ComputedPayment & Pick<FieldsProps, 'typed' | 'set'> & { readonly error: string | undefined }

/** Amount due, method, and for cash the amount received with its change. */
function CashFields({ typed, set, cost: { currency, problem }, due, received, error }: CashProps) {
  const { t } = useLingui()
  const money = useMoney()
  const problemText = useProblemText()
  const methods = useDeskMethodNames()
  const change = computeCashChange({ method: typed.method, amount: due ?? 0, tendered: received ?? -1 })
  const isPriceProblem = due === undefined && problem !== undefined && problem.code !== 'payment.code-unknown'
  return (
    <>
      {isPriceProblem && <p className="r-problem">{problemText(problem)}</p>}
      {due === undefined && !isPriceProblem && (
        <p className="r-soft">
          <Trans>The discount code is checked when you record the payment.</Trans>
        </p>
      )}
      {due !== undefined && (
        <FactList facts={[{ name: t`Amount due`, value: <Amount>{money.text(due, currency)}</Amount> }]} />
      )}
      {due !== 0 && (
        <Radio.Group
          label={t`Payment method`}
          value={typed.method}
          onChange={(value) => set({ method: deskMethodSchema.parse(value) })}
        >
          <div className="r-grid r-gap-0 r-fit-12">
            {DESK_METHODS.map((method) => (
              <Radio key={method} size="md" classNames={TALL_CHOICE} value={method} label={methods[method]} />
            ))}
          </div>
        </Radio.Group>
      )}
      {due !== 0 && typed.method === 'cash' && (
        <>
          <AmountField
            label={t`Cash received`}
            typed={typed.received}
            onType={(text) => set({ received: text })}
            currency={currency}
            error={error}
          />
          <p role="status">
            {due !== undefined && change !== null && (
              <Trans>
                Change to give back: <Amount>{money.text(change, currency)}</Amount>
              </Trans>
            )}
          </p>
        </>
      )}
    </>
  )
}

/** Summary of the payment. Focused, so that it is read aloud and no key press confirms it by accident. */
function Summary({ typed, due, received, cost: { currency, zones } }: ComputedPayment & Pick<FieldsProps, 'typed'>) {
  const { t } = useLingui()
  const money = useMoney()
  const methods = useDeskMethodNames()
  const start = useRef<HTMLDivElement>(null)
  useEffect(() => start.current?.focus(), [])
  const { fullName, dni, email, method, code, quanty, voucher } = typed
  const zone = zones.find(({ id }) => String(id) === typed.zone)
  const amountFact = (name: string, cents: number) => ({ name, value: <Amount>{money.text(cents, currency)}</Amount> })
  const facts = [
    zone !== undefined && { name: t`Item`, value: `${zone.name} × ${quanty}` },
    { name: t`Payer`, value: <PayerName fullName={fullName} dni={dni} /> },
    due !== undefined && amountFact(t`Amount due`, due),
    code.trim() !== '' && { name: t`Discount code`, value: code },
    due !== 0 && { name: t`Payment method`, value: methods[method] },
    due !== 0 && method !== 'cash' && voucher !== '' && { name: t`Voucher or transfer number`, value: voucher },
    received !== undefined && amountFact(t`Cash received`, received),
    received !== undefined && due !== undefined && amountFact(t`Change to give back`, received - due),
    email.trim() !== '' && { name: t`The receipt is sent to`, value: <span className="r-breaks">{email}</span> },
  ]
  return (
    <div ref={start} tabIndex={-1}>
      <FactList facts={facts.filter((fact) => fact !== false)} />
    </div>
  )
}
