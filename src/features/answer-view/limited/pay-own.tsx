import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { OwnAnswer } from '#domain/citizens/index.ts'
import { Banner, useOnline } from '#ui/index.ts'

type PayOwnProps = { readonly answer: OwnAnswer['answer']['id']; readonly way: NonNullable<OwnAnswer['pay']> }

/** The way to the payment, a page of the server's, for the citizen of an answer that is still to be paid. */
export function PayOwn({ answer, way }: PayOwnProps) {
  const { i18n } = useLingui()
  const online = useOnline()
  return (
    <form method="post" action="/pago">
      <input type="hidden" name="answer" value={answer} />
      {Object.entries(way).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="lang" value={i18n.locale} />
      <Banner
        tone="waiting"
        action={
          <Button type="submit" disabled={!online}>
            <Trans>Go to the payment</Trans>
          </Button>
        }
      >
        <Trans>This answer has still to be paid.</Trans>
      </Banner>
    </form>
  )
}
