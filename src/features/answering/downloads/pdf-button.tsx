import { useRef, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toInstant } from '#domain/kernel/index.ts'
import type { PdfContent } from '#domain/pdf/index.ts'
import {
  SplitButton,
  fetchFileBytes,
  downloadFile,
  NAMED_LANGUAGES,
  chooseLanguage,
  type SplitButtonItem,
} from '#ui/index.ts'

/** Image bytes by hash. */
type PicturesByHash = ReadonlyMap<string, ArrayBuffer>

const NONE: PicturesByHash = new Map()

type PdfDownload = {
  readonly isMaking: boolean
  readonly hasFailed: boolean
  readonly make: (content: PdfContent, pictures?: PicturesByHash) => void
}

/** Creates PDFs on this device and downloads them. The PDF code is loaded on demand. */
export function usePdfDownload(): PdfDownload {
  const { i18n } = useLingui()
  const [state, setState] = useState<'idle' | 'making' | 'failed'>('idle')
  const abortRef = useRef(new AbortController())
  const write = async (content: PdfContent, pictures: PicturesByHash): Promise<Blob | undefined> => {
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
      abortRef.current.signal,
    )
    return result.ok ? result.value : undefined
  }
  const make = async (content: PdfContent, pictures: PicturesByHash): Promise<void> => {
    setState('making')
    const file = await write(content, pictures).catch(() => undefined)
    setState(file === undefined ? 'failed' : 'idle')
    if (file !== undefined) downloadFile(file, `${content.name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')}.pdf`, file.type)
  }
  return {
    isMaking: state === 'making',
    hasFailed: state === 'failed',
    make: (content, pictures = NONE) => void make(content, pictures),
  }
}

type PdfButtonProps = Pick<PdfDownload, 'isMaking' | 'hasFailed'> & {
  readonly icon: ReactNode
  readonly children: ReactNode
  readonly onClick: () => void
  /** further PDFs, in a menu */
  readonly items?: readonly SplitButtonItem[]
}

export function PdfButton({ isMaking, hasFailed, icon, children, onClick, items = [] }: PdfButtonProps) {
  const { t } = useLingui()
  return (
    <>
      <SplitButton label={t`More PDFs`} variant="default" items={items}>
        <Button variant="default" leftSection={icon} loading={isMaking} onClick={onClick}>
          {children}
        </Button>
      </SplitButton>
      {hasFailed && (
        <p role="alert">
          <Trans>The PDF could not be downloaded</Trans>
        </p>
      )}
    </>
  )
}
