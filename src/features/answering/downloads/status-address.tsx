import { Title } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { buildStatusUrl } from '#domain/codes/index.ts'
import { QrCode } from '#ui/index.ts'
import styles from '../answering.module.css'

export type StatusLinkProps = {
  readonly code: string
  /** shows a QR code; false if the page already has a QR code */
  readonly hasQr: boolean
}

/** Tells what happens next, with the address where users without an account can look up an answer by its code. */
export function StatusLink({ code, hasQr }: StatusLinkProps) {
  const { t } = useLingui()
  const address = buildStatusUrl(location.origin, code)
  const shown = `${location.host}/publico/consultar-estado`
  return (
    <section className={styles['code-line']} aria-labelledby="next">
      <Title order={2} id="next" className="r-alone">
        <Trans comment="heading after an answer was received">What happens next</Trans>
      </Title>
      <p className="r-alone r-measure">
        <Trans>
          The municipality will now process your answer. Use the code to check its state or to ask about it.
        </Trans>
      </p>
      <p className="r-breaks r-alone r-soft">
        <Trans>State:</Trans> <a href={address}>{shown}</a>
      </p>
      {hasQr && <QrCode text={address} label={t`QR code to check its state`} />}
    </section>
  )
}
