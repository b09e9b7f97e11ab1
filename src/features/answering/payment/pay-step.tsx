import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FormTemplate } from '#domain/templates/index.ts'
import { instantSchema } from '#domain/kernel/index.ts'
import { isFree } from '#domain/payments/index.ts'
import type { LocalAnswer } from '#local/index.ts'
import { isInFrame, LinkButton, useOnline } from '#ui/index.ts'

type PayStepProps = {
  readonly answer: LocalAnswer
  readonly form: FormTemplate
  /** staff may take the money at the desk instead */
  readonly atDesk?: boolean
}

/**
 * From a saved answer to its payment, a page of the server's (functions/src/core/payments/payer): it is posted what
 * only this device knows of the answer, so it can be paid as long as its receipt is here. What is free has no step.
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
            <Trans>Take the money at the desk</Trans>
          </LinkButton>
        )}
      </div>
    )
  }
  if (delivery === undefined || WITHOUT.has(delivery.kind) || costsNothing(answer, form)) return null
  return online ? (
    <p className="r-soft">
      <Trans>You can pay as soon as the answer has arrived.</Trans>
    </p>
  ) : (
    <Connect />
  )
}

/** Of these nothing can be paid from here. */
const WITHOUT: ReadonlySet<string> = new Set(['attention', 'discarded', 'held', 'received'])

function Connect() {
  return (
    <p className="r-soft">
      <Trans>Connect to pay: this answer has to be paid for.</Trans>
    </p>
  )
}

/** The server says it of what it took at once; of what a supervisor accepted later, the form does. */
function isUnpaid(receipt: LocalAnswer['receipts'][number], form: FormTemplate): boolean {
  return receipt.status === 'applied'
    ? receipt.unpaid === true
    : receipt.status === 'held' && form.opcionales.addPaymentGateway
}

function costsNothing({ submit }: LocalAnswer, form: FormTemplate): boolean {
  const now = instantSchema.parse(new Date().toISOString())
  return (
    submit !== undefined &&
    isFree({ filled: form, pricing: form }, { content: submit.content, citizen: submit.header.citizen }, now)
  )
}
