import { useLingui } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import type { AttachmentField } from '#domain/questions/index.ts'
import { useProblemText } from '#ui/index.ts'

/** @returns a function that explains why a file was refused, with the specification's message for each kind of file */
export function useFileProblemText(): (field: AttachmentField | 'signature', problem: Problem) => string {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (field, problem) => {
    if (problem.code === 'file.too-large') {
      if (field === 'signature') return t`The file is too large. The maximum allowed is 1 MB.`
      if (field === 'imagen') return t`The image is too large.`
      if (problem.details?.['kind'] === 'map')
        return t`The KML/KMZ file is too large. The maximum size allowed is 50 MB.`
      if (field === 'video') return t`The video is too large. The maximum allowed is 50 MB.`
      return t`The file is too large. The maximum allowed is 5 MB.`
    }
    if (problem.code === 'file.wrong-type') {
      if (field === 'signature') return t`Wrong image format. Choose a PNG image.`
      const accepted = {
        imagen: t`Choose a complete, static PNG or JPEG image.`,
        documento: t`Choose a PDF, Word, Excel, PowerPoint, CSV, RTF, OpenDocument, KML or KMZ file.`,
        video: t`Choose an MP4, MOV, WebM, 3GP, OGV, MPEG, AVI or MKV video.`,
      }[field]
      return `${t`Invalid file format`}. ${accepted}`
    }
    // Only problems of the device, such as full storage, need an introductory sentence.
    if (field === 'signature' || !problem.code.startsWith('device.')) return problemText(problem)
    const failed = field === 'imagen' ? t`The image could not be uploaded` : t`The document could not be uploaded`
    return `${failed}. ${problemText(problem)}`
  }
}
