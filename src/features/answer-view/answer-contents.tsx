import { IconPrinter } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { isFramed, LinkButton, TemplateImage } from '#ui/index.ts'
import { ActsBar } from './acts/acts-bar.tsx'
import { WaitingChanges } from './acts/waiting-changes.tsx'
import { AnswerHistory } from './history/answer-history.tsx'
import { Conflicts } from './conflicts/conflicts.tsx'
import { AnswerHead } from './answer-head.tsx'
import { AnswerSections } from './answer-sections.tsx'
import { DeliveryNote } from './delivery-note.tsx'
import { FailedCopies } from './copy/failed-copies.tsx'
import { SendCopy } from './copy/send-copy.tsx'
import { IncidentNote } from './incident-note.tsx'
import { LimitedAnswer } from './limited/limited-answer.tsx'
import { Certificate } from './pdf/certificate.tsx'
import { DownloadPdf } from './pdf/download-pdf.tsx'
import { ServerPdf } from './pdf/server-pdf.tsx'
import { Payments } from './payment/payments.tsx'
import { Signatures } from './signatures.tsx'
import { Subjects } from './subjects.tsx'
import type { ShownAnswer } from './use-answer.ts'
import { useSignatureHidden } from './use-answer-facts.tsx'
import styles from './answer-view.module.css'

type AnswerContentsProps = {
  readonly shown: ShownAnswer
  /** its code stands over it already */
  readonly named?: boolean
}

/** An answer, what may be done with it and what was. Where there is room, code, state and acts stay in view beside it. */
export function AnswerContents({ shown, named = false }: AnswerContentsProps) {
  return isFramed() ? <InFrame {...shown} /> : <Whole shown={shown} named={named} />
}

/** In another site's page it is read, and nothing else (part 3, point 2). */
function InFrame({ answer, delivery }: ShownAnswer) {
  const signatureHidden = useSignatureHidden(answer)
  return (
    <div className={styles['document']}>
      <DeliveryNote delivery={delivery} />
      <LimitedAnswer
        answer={answer}
        codeHidden={false}
        signatureHidden={signatureHidden}
        subjects={<Subjects answer={answer} />}
      />
    </div>
  )
}

function Whole({ shown, named }: Required<AnswerContentsProps>) {
  const { answer, delivery } = shown
  return (
    <div className={styles['room']}>
      <div className={styles['columns']}>
        <div className={styles['aside']}>
          <DeliveryNote delivery={delivery} />
          <WaitingChanges shown={shown} />
          <IncidentNote shown={shown} />
          <FailedCopies shown={shown} />
          <AnswerHead answer={answer} delivery={delivery} named={named} />
          <ActsBar shown={shown} />
          <div className={styles['papers']}>
            <LinkButton
              to="/imprimir/$id"
              params={{ id: answer.id }}
              variant="subtle"
              leftSection={<IconPrinter size={20} aria-hidden="true" />}
            >
              <Trans>Print or save as PDF</Trans>
            </LinkButton>
            <DownloadPdf shown={shown} />
            {!shown.isUnsent && <ServerPdf answer={answer.id} />}
            <Certificate shown={shown} />
            <SendCopy shown={shown} />
          </div>
        </div>
        <div className={styles['document']}>
          {answer.opcionales.headerImg && answer.headerImageURL !== undefined && (
            <TemplateImage url={answer.headerImageURL} className={styles['banner']} />
          )}
          <Conflicts shown={shown} />
          <Subjects answer={answer} />
          <Payments shown={shown} />
          <AnswerSections answer={answer} />
          <Signatures answer={answer} />
          <AnswerHistory shown={shown} />
        </div>
      </div>
    </div>
  )
}
