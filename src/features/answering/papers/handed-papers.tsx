import { useEffect, useRef } from 'react'
import { IconFileDownload } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { paperWordsIn } from '#documents/pdf/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { AnswerId, Instant } from '#domain/kernel/index.ts'
import { paperOf } from '#domain/paper/index.ts'
import { useFormats } from '#ui/index.ts'
import { PaperButton, usePaperDownload } from './download-paper.tsx'
import { DownloadVoucher } from './download-voucher.tsx'
import type { Written } from './written.ts'

export type HandedPapersProps = {
  readonly template: FormTemplate
  readonly answer: AnswerId
  /** undefined: there is none yet, or its municipality shows none */
  readonly code: string | undefined
  readonly at: Instant
  /** the municipality has it */
  readonly hasArrived: boolean
  /** undefined: it has left this device, or its form is not downloaded */
  readonly written: Written | undefined
}

/** What a user without an account takes along: the voucher, and the answer where the form says it is downloaded. */
export function HandedPapers({ template, answer, code, at, hasArrived, written }: HandedPapersProps) {
  const { dateTime } = useFormats()
  const voucher = { of: template, code, id: answer, at: dateTime(at) }
  return (
    <>
      {written !== undefined && <DownloadWritten written={written} code={code} hasArrived={hasArrived} />}
      {hasArrived && <DownloadVoucher voucher={voucher} />}
    </>
  )
}

type DownloadWrittenProps = Pick<HandedPapersProps, 'code' | 'hasArrived'> & { readonly written: Written }

/** Downloads it once by itself, as soon as the municipality has it: then its code is on it. */
function DownloadWritten({ written: { submit, template, at, pictures }, code, hasArrived }: DownloadWrittenProps) {
  const { i18n } = useLingui()
  const { dateTime } = useFormats()
  const answer = composeAnswer(template, submit, { code: code ?? '', now: at, author: null })
  const paper = paperOf(answer, template.pdfSettings, {
    words: paperWordsIn(i18n.locale),
    language: i18n.locale,
    dateTime,
    codeHidden: code === undefined,
    // It is for the author of the answer, who signs nothing by it.
    electronicSignatureHidden: true,
    home: location.origin,
    isUnsent: !hasArrived,
  })
  const download = usePaperDownload(paper, pictures)
  const began = useRef(false)
  useEffect(() => {
    if (!hasArrived || began.current) return
    began.current = true
    download.make()
  })
  return (
    <PaperButton {...download} icon={<IconFileDownload size={20} aria-hidden="true" />}>
      <Trans>Download Answer</Trans>
    </PaperButton>
  )
}
