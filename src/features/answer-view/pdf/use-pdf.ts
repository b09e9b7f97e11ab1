import { useEffect, useRef, useState } from 'react'
import { useLingui } from '@lingui/react/macro'
import { toInstant, sha256Schema } from '#domain/kernel/index.ts'
import { collectImages, type PdfContent, type PdfImage } from '#domain/pdf/index.ts'
import { loadFile, type Local } from '#local/index.ts'
import { downloadFile, NAMED_LANGUAGES, notify, useAccount, fetchFileBytes, chooseLanguage } from '#ui/index.ts'

/** Progress of a PDF: number of images added, of the total. */
export type PdfProgress = { readonly pictures: number; readonly total: number }

/** Creates PDFs on this device and downloads them. Works offline, but without images that are only on the server. */
export function usePdf() {
  const { t, i18n } = useLingui()
  const { local } = useAccount()
  const [making, setMaking] = useState<PdfProgress | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function make(content: PdfContent): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    const total = collectImages(content).length
    setMaking({ pictures: 0, total })
    const file = await written(content, controller.signal, total)
    if (controller.signal.aborted) return
    setMaking(null)
    if (file === null) return notify({ tone: 'attention', text: t`The PDF could not be downloaded` })
    downloadFile(file, `${toPortableFileName(content)}.pdf`, file.type)
    notify({ tone: 'received', text: t`The PDF was downloaded` })
  }

  async function written(content: PdfContent, signal: AbortSignal, total: number): Promise<Blob | null> {
    // The PDF code is loaded on demand.
    const files = await import('#documents/index.ts').catch(() => null)
    if (files === null) return null
    const { tag } = NAMED_LANGUAGES[chooseLanguage(i18n.locale)]
    const request = { papers: [content], language: tag, origin: location.origin, at: toInstant(Date.now()) } as const
    const result = await files.writePdf(
      request,
      async (image) => {
        const bytes = await loadPictureBytes(local, image)
        if (!signal.aborted) setMaking((before) => ({ pictures: Math.min(total, (before?.pictures ?? 0) + 1), total }))
        return bytes
      },
      signal,
    )
    return result.ok ? result.value : null
  }

  return {
    making,
    make: (content: PdfContent) => void make(content),
    cancel: () => {
      running.current?.abort()
      setMaking(null)
    },
  }
}

/** A file name without characters that some systems refuse. */
function toPortableFileName({ name }: PdfContent): string {
  return name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
}

/** The bytes of an image: from the device, else from the server. null: unavailable. */
async function loadPictureBytes(
  local: Local,
  { sha256, bytes, url }: PdfImage,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const hash = sha256Schema.safeParse(sha256)
  const ownBuffer = hash.success && bytes !== null ? await loadFile(local, { sha256: hash.data, bytes }) : undefined
  if (ownBuffer !== undefined) return new Uint8Array(ownBuffer)
  const otherBuffer = await fetchFileBytes(url)
  return otherBuffer === undefined ? null : new Uint8Array(otherBuffer)
}
