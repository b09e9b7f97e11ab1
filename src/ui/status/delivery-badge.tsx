import { Trans } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import type { DeliveryState } from '#domain/sync/index.ts'
import { StatusBadge } from './status-badge.tsx'
import { useIsAnswerWaiting } from './use-is-waiting.ts'

/** The delivery state of an answer in a few words. `delivery` is undefined for answers from the server. */
export function DeliveryBadge({ delivery }: { readonly delivery: DeliveryState | undefined }) {
  const isWaiting = useIsAnswerWaiting(delivery)
  if (isWaiting) {
    return (
      <StatusBadge tone="waiting">
        <Trans context="delivery">Saved on this device</Trans>
      </StatusBadge>
    )
  }
  if (delivery === undefined) {
    return (
      <StatusBadge tone="received">
        <Trans context="delivery">Received</Trans>
      </StatusBadge>
    )
  }
  switch (delivery.kind) {
    case 'saved':
      return null
    case 'sending':
      return (
        <StatusBadge tone="sending">
          {delivery.files === 0 ? (
            <Trans context="delivery">Sending</Trans>
          ) : (
            <Trans context="delivery">
              Sending files: {delivery.confirmed} of {delivery.files}
            </Trans>
          )}
        </StatusBadge>
      )
    case 'attention':
      return (
        <StatusBadge tone="attention">
          <Trans context="delivery">Needs attention</Trans>
        </StatusBadge>
      )
    case 'held':
      return (
        <StatusBadge tone="held">
          <Trans context="delivery">Held for a decision</Trans>
        </StatusBadge>
      )
    case 'discarded':
      return (
        <StatusBadge tone="attention">
          <Trans context="delivery">Rejected</Trans>
        </StatusBadge>
      )
    case 'received':
      return (
        <StatusBadge tone="received">
          <Trans context="delivery">Received</Trans>
        </StatusBadge>
      )
    default:
      return unreachable(delivery)
  }
}
