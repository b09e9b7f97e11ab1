import { Plural, Trans } from '@lingui/react/macro'
import type { OutboxSummary } from '#local/index.ts'
import { Banner, LinkButton } from '#ui/index.ts'

/** What has not reached the server yet. Nothing waiting needs no words here: the bar says so. */
export function Waiting({ outbox }: { readonly outbox: OutboxSummary }) {
  const unsent = outbox.waiting + outbox.sending
  const open = (
    <LinkButton to="/sincronizacion" variant="default">
      <Trans>Open the sync centre</Trans>
    </LinkButton>
  )
  return (
    <>
      {outbox.quarantined > 0 && (
        <Banner tone="attention" action={open}>
          <Plural
            value={outbox.quarantined}
            one="# answer needs your attention: the server did not accept it. It is safe on this device."
            other="# answers need your attention: the server did not accept them. They are safe on this device."
          />
        </Banner>
      )}
      {unsent > 0 && (
        <Banner tone="waiting" action={outbox.quarantined > 0 ? null : open}>
          <Plural
            value={unsent}
            one="# answer is saved on this device and will be sent by itself."
            other="# answers are saved on this device and will be sent by themselves."
          />
        </Banner>
      )}
    </>
  )
}
