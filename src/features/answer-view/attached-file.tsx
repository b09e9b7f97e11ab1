import { useState } from 'react'
import { Skeleton } from '@mantine/core'
import { IconFile, IconPhotoOff } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#domain/answers/index.ts'
import type { StoredFile } from '#domain/files/index.ts'
import { Dialog, DownloadImageButton, useFormats } from '#ui/index.ts'
import { useFileUrl } from './use-file-url.ts'
import styles from './answer-view.module.css'

type AttachedProps = { readonly file: StoredFile; readonly answer: Answer }

/** A thumbnail of a photo, enlarged on tap. */
export function AttachedImage({ file, title }: AttachedProps & { readonly title: string }) {
  const { t } = useLingui()
  const name = t`Photo: ${title}`
  const url = useFileUrl(file)
  const [enlarged, setEnlarged] = useState(false)
  const [broken, setBroken] = useState(false)
  if (broken) return <FileUnavailable />
  if (url === undefined) return <Skeleton height={160} width={240} />
  return (
    <>
      <button
        type="button"
        className={`r-edge r-block ${styles['photo']}`}
        onClick={() => setEnlarged(true)}
        aria-label={t`Enlarge photo: ${title}`}
      >
        <img src={url} alt={name} loading="lazy" onError={() => setBroken(true)} />
      </button>
      <Dialog opened={enlarged} onClose={() => setEnlarged(false)} title={name} size="90rem">
        <img src={url} alt={name} className={`r-block ${styles['large']}`} />
        <DownloadImageButton url={url} type={file.type} />
      </Dialog>
    </>
  )
}

/** A document or video as a download link. */
export function AttachedFile({ file }: AttachedProps) {
  const formats = useFormats()
  const url = useFileUrl(file)
  return (
    <a className={styles['file']} href={url} download={file.name}>
      <IconFile size={20} aria-hidden="true" />
      <span>{file.name}</span>
      <span className="r-soft">{formats.bytes(file.bytes)}</span>
    </a>
  )
}

/** Says that the bytes are only on the server, which cannot be reached. */
export function FileUnavailable() {
  return (
    <p className={styles['missing']}>
      <IconPhotoOff size={20} aria-hidden="true" />
      <Trans>This file is only on the server. Connect to the internet to see it.</Trans>
    </p>
  )
}
