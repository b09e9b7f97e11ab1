import { Trans, useLingui } from '@lingui/react/macro'
import { getCodeForAuthor, buildRecordUrl } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { QrCode } from '#ui/index.ts'
import { CopyableCode } from '../code-to-copy.tsx'
import styles from '../answering.module.css'

export type LookupCodeProps = {
  readonly answer: AnswerId
  /** undefined: the code is not assigned yet, or the municipality hides codes */
  readonly code: string | undefined
  readonly hasArrived: boolean
  /** the page already shows the code */
  readonly isSaid: boolean
}

/** The code with which an answer can be looked up, and a QR code of the lookup page. */
export function LookupCode({ answer, code, hasArrived, isSaid }: LookupCodeProps) {
  const { t } = useLingui()
  const kept = getCodeForAuthor(answer, code)
  const address = buildRecordUrl(location.origin, kept)
  const shown = `${location.host}/actas/consultar`
  return (
    <div className={styles['code-line']}>
      {!isSaid && (
        <>
          <span className="r-alone r-soft">
            <Trans>Download code (keep it)</Trans>
          </span>
          <CopyableCode text={kept} isSecond />
        </>
      )}
      <p className="r-breaks r-alone r-soft">
        {hasArrived ? <Trans>Record:</Trans> : <Trans>Record (once received):</Trans>} <a href={address}>{shown}</a>
      </p>
      <QrCode text={address} label={t`QR code to look up the record`} />
    </div>
  )
}
