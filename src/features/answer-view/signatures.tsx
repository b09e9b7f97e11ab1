import { useState } from 'react'
import { Skeleton } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { isSignedBefore } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { StoredSignature } from '#domain/templates/index.ts'
import type { Instant } from '#domain/kernel/index.ts'
import { PageSection, StatusBadge, useFormats, useFormTexts } from '#ui/index.ts'
import { FileUnavailable } from './attached-file.tsx'
import { useFileUrl } from './use-file-url.ts'
import styles from './answer-view.module.css'

type SignatureListProps = {
  readonly answer: Answer
  /** last change of the content; null if unchanged since it was sent */
  readonly changedAt: Instant | null
}

/** The signatures of an answer. Signatures given before the content was changed are marked. */
export function SignatureList({ answer, changedAt }: SignatureListProps) {
  const { t } = useLingui()
  const { dateTime } = useFormats()
  const formText = useFormTexts()
  if (answer.signatures.length === 0) return null
  return (
    <PageSection title={t`Signatures`}>
      <div className={`r-grid r-gap-24 ${styles['signatures']}`}>
        {answer.signatures.map((signature) => (
          <figure key={signature.indexSignature} className={styles['signature']}>
            {signature.imgURL === undefined || signature.imgID === undefined ? (
              <p className="r-soft">
                <Trans>Not signed</Trans>
              </p>
            ) : (
              <SignatureFigure answer={answer} signature={signature} url={signature.imgURL} sha256={signature.imgID} />
            )}
            <figcaption>
              <strong>{`${signature.names?.firstName ?? ''} ${signature.names?.lastName ?? ''}`.trim()}</strong>
              <div className="r-soft">{formText(signature, 'title')}</div>
              {isSignedBefore(signature, changedAt) && (
                <StatusBadge tone="attention">
                  <Trans>Signed before the answer was changed on {dateTime(changedAt)}</Trans>
                </StatusBadge>
              )}
            </figcaption>
          </figure>
        ))}
      </div>
    </PageSection>
  )
}

type SignedProps = {
  readonly answer: Answer
  readonly signature: StoredSignature
  readonly url: string
  readonly sha256: string
}

function SignatureFigure({ answer, signature, url, sha256 }: SignedProps) {
  const { t } = useLingui()
  const stored = answer.files.find((file) => file.sha256 === sha256)
  const shown = useFileUrl(stored ?? { sha256, url, type: 'image/png' })
  const [broken, setBroken] = useState(false)
  if (broken) return <FileUnavailable />
  if (shown === undefined) return <Skeleton height={120} />
  return <img src={shown} alt={t`Signature: ${signature.title}`} onError={() => setBroken(true)} />
}
