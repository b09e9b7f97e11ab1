import { useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { generatePdfv3 } from '#domain/exports/index.ts'
import { toProblem, type InputOf } from '#domain/endpoints/index.ts'
import { PDF_OPEN_DELAY_MS, type Problem } from '#domain/kernel/index.ts'
import { useEndpointCall } from '../requests/use-endpoint-call.ts'
import { notify } from '../notices/notices.tsx'
import { chooseLanguage } from '#domain/kernel/index.ts'

type PdfOptions = Omit<InputOf<typeof generatePdfv3>['body'], 'language' | 'timeZone'>

/** Requests a PDF of answers from the server and opens it in a new tab after a second (part 3, point 2). */
export function useServerPdf() {
  const { t, i18n } = useLingui()
  const { act, busy } = useEndpointCall(generatePdfv3)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** @returns whether the PDF was generated */
  async function make(requestedPdfOptions: PdfOptions): Promise<boolean> {
    setProblem(null)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const language = chooseLanguage(i18n.locale)
    const outcome = await act({ body: { ...requestedPdfOptions, language, timeZone } })
    if (outcome.kind !== 'ok') {
      setProblem(toProblem(outcome))
      return false
    }
    const { downloadUrl } = outcome.value
    // The message links to the PDF, as a browser may block a tab that opens after a long wait.
    notify({ tone: 'received', text: t`The PDF was generated`, link: { to: downloadUrl, text: t`Open the PDF` } })
    setTimeout(() => open(downloadUrl, '_blank', 'noopener'), PDF_OPEN_DELAY_MS)
    return true
  }
  return { make, busy, problem, forget: () => setProblem(null) }
}
