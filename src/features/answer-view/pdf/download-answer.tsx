import { answerIdSchema } from '#domain/kernel/index.ts'
import { useAnswer } from '../use-answer.ts'
import { DownloadPdf } from './download-pdf.tsx'

/** PDF download for screens that have only the id of the answer. Renders nothing until the answer is loaded. */
export function DownloadAnswer({ id }: { readonly id: string }) {
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <OfAnswer id={parsed.data} /> : null
}

function OfAnswer({ id }: { readonly id: Parameters<typeof useAnswer>[0] }) {
  const [loadable] = useAnswer(id)
  return loadable.kind === 'here' ? <DownloadPdf shownAnswer={loadable.value} variant="default" /> : null
}
