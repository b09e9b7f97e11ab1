import { useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '#domain/kernel/index.ts'
import type { PdfContent } from '#domain/pdf/index.ts'
import { fetchFileBytes, downloadFile, NAMED_LANGUAGES, chooseLanguage } from '#ui/index.ts'

/** Image bytes by hash. */
export type PicturesByHash = ReadonlyMap<string, ArrayBuffer>

type PdfDownload = {
  readonly isMaking: boolean
  readonly hasFailed: boolean
  readonly make: () => void
}

/** Creates a PDF on this device and downloads it. The PDF code is loaded on demand. */
export function usePdfDownload(content: PdfContent, pictures: PicturesByHash): PdfDownload {
  const { i18n } = useLingui()
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle')
  const remainingRef = useRef(new AbortController())
  const write = async (): Promise<Blob | undefined> => {
    const { writePdf } = await import('#documents/index.ts')
    const { tag } = NAMED_LANGUAGES[chooseLanguage(i18n.locale)]
    const result = await writePdf(
      { papers: [content], language: tag, origin: location.origin, at: toInstant(Date.now()) },
      async ({ sha256, url, bytes: own }) => {
        // Header image and logo are downloaded from the server. Offline they are omitted.
        const bytes = pictures.get(sha256) ?? (own === null ? await fetchFileBytes(url) : undefined)
        // Copies the bytes, because the renderer transfers the buffer.
        return bytes === undefined ? null : new Uint8Array(bytes.slice())
      },
      remainingRef.current.signal,
    )
    return result.ok ? result.value : undefined
  }
  const make = async (): Promise<void> => {
    setState('making')
    const file = await write().catch(() => undefined)
    setState(file === undefined ? 'failed' : 'idle')
    if (file !== undefined) downloadFile(file, `${content.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}.pdf`, file.type)
  }
  return { isMaking: state === 'making', hasFailed: state === 'failed', make: () => void make() }
}

type PdfButtonProps = PdfDownload & { readonly icon: ReactNode; readonly children: ReactNode }

export function PdfButton({ isMaking, hasFailed, make, icon, children }: PdfButtonProps) {
  return (
    <>
      <Button variant="default" leftSection={icon} loading={isMaking} onClick={make}>
        {children}
      </Button>
      {hasFailed && (
        <p role="alert">
          <Trans>The PDF could not be downloaded</Trans>
        </p>
      )}
    </>
  )
}
