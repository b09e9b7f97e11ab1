import { IconDownload } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { downloadImage } from './download.ts'

type DownloadImageProps = {
  /** where the image is shown from */
  readonly url: string
  readonly type: string
  /** id of what it is an image of */
  readonly describedBy?: string
}

/** Takes a shown image along as a file. */
export function DownloadImage({ url, type, describedBy }: DownloadImageProps) {
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
