import { Trans } from '@lingui/react/macro'
import type { Delivery } from '#domain/sync/index.ts'
import { Banner, LinkButton, useFormats, useIsWaiting, useProblemText } from '#ui/index.ts'

/** What to know of an answer's delivery: why it is held and what became of that, why it is refused or still here. */
export function DeliveryNote({ delivery }: { readonly delivery: Delivery | undefined }) {
  const textOf = useProblemText()
  const formats = useFormats()
  const isWaiting = useIsWaiting(delivery)
  if (delivery === undefined || (delivery.kind === 'sending' && !isWaiting)) return null
  if (delivery.kind === 'received') {
    if (delivery.acceptedBy === undefined) return null
    return (
      <Banner tone="received">
        <Trans>
          It was held, and {delivery.acceptedBy.username} accepted it on {formats.dateTime(delivery.at)}.
        </Trans>
      </Banner>
    )
  }
  if (delivery.kind === 'discarded') {
    return (
      <Banner tone="attention">
        <Trans>
          {delivery.by.username} decided on {formats.dateTime(delivery.at)} not to accept it: {delivery.reason}
        </Trans>
      </Banner>
    )
  }
  if (delivery.kind === 'held') {
    return (
      <Banner tone="held">
        <Trans>The server keeps this answer safe until a supervisor decides.</Trans> {textOf(delivery.reason)}
      </Banner>
    )
  }
  const open = (
    <LinkButton to="/sincronizacion" variant="default">
      <Trans>Open the sync centre</Trans>
    </LinkButton>
  )
  if (delivery.kind === 'attention') {
    return (
      <Banner tone="attention" action={open}>
        {textOf(delivery.problem)}
      </Banner>
    )
  }
  return (
    <Banner tone="waiting" action={open}>
      <Trans>Saved on this device; it will be sent by itself.</Trans>
    </Banner>
  )
}
