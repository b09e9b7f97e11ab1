import { Trans } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import { useProblemText } from '#ui/index.ts'

/** Delivery states in which the sender can only wait, or read why the answer was not accepted. */
type DecidedDelivery = Extract<DeliveryState, { readonly kind: 'held' | 'discarded' | 'attention' }>

/** Tells the public and citizens that an answer is held or not accepted, and why. */
export function DecisionText({ delivery }: { readonly delivery: DecidedDelivery }) {
  const problemText = useProblemText()
  switch (delivery.kind) {
    case 'held':
      return (
        <>
          <Trans>The municipality has received your answer and will decide whether to accept it.</Trans>{' '}
          {problemText(delivery.reason)}
        </>
      )
    case 'discarded':
      return <Trans>The municipality rejected this answer.</Trans>
    case 'attention':
      return (
        <>
          <Trans>
            The municipality could not receive this answer. It is still on this device and will not be sent again.
          </Trans>{' '}
          {problemText(delivery.problem)}
        </>
      )
    default:
      return unreachable(delivery)
  }
}
