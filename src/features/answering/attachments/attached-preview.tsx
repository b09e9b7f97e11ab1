import { IconFile } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import type { FileClaim } from '#domain/answering/index.ts'
import { DownloadImageButton, useFormats } from '#ui/index.ts'
import type { AttachmentProps } from './attachment.tsx'
import styles from './attachments.module.css'
import { useObjectUrl } from './use-object-url.ts'

export type AttachedPreviewProps = Pick<AttachmentProps, 'field' | 'labelledBy'> & { readonly claim: FileClaim }

/** Preview of an attachment; an image can be downloaded. */
export function AttachedPreview({ field, claim, labelledBy }: AttachedPreviewProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const url = useObjectUrl(field === 'documento' ? undefined : claim)
  const isShown = url !== null && url !== 'missing'
  return (
    <figure className={`r-column r-gap-4 r-top ${styles['preview']}`}>
      {field === 'imagen' && isShown && <img src={url} alt={t`Attached image: ${claim.name}`} />}
      {field === 'video' && isShown && <video src={url} controls muted aria-label={t`Attached video: ${claim.name}`} />}
      {url === 'missing' && <p>{t`This file cannot be read on this device.`}</p>}
      <figcaption>
        {field === 'documento' && <IconFile size={20} aria-hidden="true" />}
        <span>{claim.name}</span>
        <span className="r-figures">{formats.bytes(claim.bytes)}</span>
        {field === 'imagen' && isShown && <DownloadImageButton url={url} type={claim.type} describedBy={labelledBy} />}
      </figcaption>
    </figure>
  )
}
