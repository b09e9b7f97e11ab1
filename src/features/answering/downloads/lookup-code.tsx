import type { ReactNode } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import { getCodeForAuthor, buildRecordUrl } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { Fold, QrCode } from '#ui/index.ts'
import { CopyableCode } from '../code-to-copy.tsx'
import styles from '../answering.module.css'

export type LookupCodeProps = {
  readonly answer: AnswerId
  /** undefined: the code is not assigned yet, or the municipality hides codes */
  readonly code: string | undefined
  readonly hasArrived: boolean
  /** the page already shows the code */
  readonly isCodeShown: boolean
  /** reference that the page showed before the code, for staff */
  readonly reference?: string | undefined
  /** whether the form allows looking up the record */
  readonly hasRecord?: boolean
}

/** Further codes of an answer, which people need less often than the one that the page shows. */
function CodeDetails({ children, isOpen = false }: { readonly children: ReactNode; readonly isOpen?: boolean }) {
  return (
    <Fold
      className="r-alone"
      title={
        <span className="r-soft">
          <Trans comment="further codes of an answer">Details</Trans>
        </span>
      }
      isOpen={isOpen}
    >
      <div className="r-row r-gap-x-16 r-middle">{children}</div>
    </Fold>
  )
}

/** The code with which an answer can be looked up, and a QR code of the lookup page. */
export function LookupCode({ answer, code, hasArrived, isCodeShown, reference, hasRecord = true }: LookupCodeProps) {
  const { t } = useLingui()
  const formerLine = reference !== undefined && (
    <p className="r-alone r-soft">
      <Trans>
        Previously shown as <span className="r-code">{reference}</span>.
      </Trans>
    </p>
  )
  if (!hasRecord) return <CodeDetails>{formerLine}</CodeDetails>
  const kept = getCodeForAuthor(answer, code)
  const address = buildRecordUrl(location.origin, kept)
  const shown = `${location.host}/actas/consultar`
  return (
    <div className={styles['code-line']}>
      {!isCodeShown && (
        // Open if it is the only code that the page shows, because the municipality hides the other one.
        <CodeDetails isOpen={code === undefined}>
          <span className="r-alone r-soft">
            <Trans>Download code (keep it)</Trans>
          </span>
          <CopyableCode text={kept} isSecondary />
          {formerLine}
        </CodeDetails>
      )}
      <p className="r-breaks r-alone r-soft">
        {hasArrived ? <Trans>Record:</Trans> : <Trans>Record (once received):</Trans>} <a href={address}>{shown}</a>
      </p>
      <QrCode text={address} label={t`QR code to look up the record`} />
    </div>
  )
}
