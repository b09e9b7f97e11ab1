import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { instantSchema } from '#domain/kernel/index.ts'
import { isAnswerFree } from '#domain/payments/index.ts'
import type { LocalAnswer } from '#local/index.ts'
import { isInFrame, LinkButton, useOnline } from '#ui/index.ts'

type PayStepProps = {
  readonly answer: LocalAnswer
  readonly form: FormTemplate
  /** offers staff to take the payment at the desk */
  readonly atDesk?: boolean
}

/**
 * Opens the server's payment page (functions/src/core/payments/payer) for a saved answer, and posts the receipt's id as
 * proof. Available while the receipt is on this device. Free answers have no step.
 */
export function PayStep({ answer, form, atDesk = false }: PayStepProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  const { id, delivery, receipts } = answer
  if (delivery?.kind === 'received' && answer.entries.length === 0) {
    const proof = receipts.find((receipt) => isUnpaid(receipt, form))
    if (proof === undefined) return null
    return (
      <div className="r-column r-gap-4">
        <form method="post" action="/pago" target={isInFrame() ? '_top' : undefined}>
          <input type="hidden" name="answer" value={id} />
          <input type="hidden" name="proof" value={proof.id} />
          <input type="hidden" name="lang" value={i18n.locale} />
          <Button type="submit" fullWidth disabled={!online}>
            <Trans>Go to the payment</Trans>
          </Button>
        </form>
        {!online && <Connect />}
        {atDesk && (
          <LinkButton to="/ver/$id" params={{ id }} variant="default">
            <Trans>Collect payment at the desk</Trans>
          </LinkButton>
        )}
      </div>
    )
  }
  if (delivery === undefined || DELIVERIES_WITHOUT_PAYMENT.has(delivery.kind) || isFree(answer, form)) return null
  return online ? (
    <p className="r-soft">
      <Trans>You can pay once the answer has been received.</Trans>
    </p>
  ) : (
    <Connect />
  )
}

/** Delivery states in which payment is not announced. */
const DELIVERIES_WITHOUT_PAYMENT: ReadonlySet<string> = new Set(['attention', 'discarded', 'held', 'received'])

function Connect() {
  return (
    <p className="r-soft">
      <Trans>Connect to the internet to pay for this answer.</Trans>
    </p>
  )
}

/** Receipts of applied answers say whether payment is due. For held answers accepted later, the form decides. */
function isUnpaid(receipt: LocalAnswer['receipts'][number], form: FormTemplate): boolean {
  return receipt.status === 'applied'
    ? receipt.unpaid === true
    : receipt.status === 'held' && form.opcionales.addPaymentGateway
}

function isFree({ submit }: LocalAnswer, form: FormTemplate): boolean {
  const now = instantSchema.parse(new Date().toISOString())
  return (
    submit !== undefined &&
    isAnswerFree({ filled: form, pricing: form }, { content: submit.content, citizen: submit.header.citizen }, now)
  )
}
