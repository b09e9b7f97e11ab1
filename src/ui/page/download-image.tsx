import { IconDownload } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { downloadImage } from './download.ts'

type DownloadImageProps = {
  /** source of the shown image */
  readonly url: string
  readonly type: string
  /** id of the image's description */
  readonly describedBy?: string
}

/** Downloads a shown image as a file. */
export function DownloadImageButton({ url, type, describedBy }: DownloadImageProps) {
  return (
    <Button
      variant="subtle"
      leftSection={<IconDownload size={20} aria-hidden="true" />}
      aria-describedby={describedBy}
      onClick={() => void downloadImage(url, type)}
    >
      <Trans>Download image</Trans>
    </Button>
  )
}
