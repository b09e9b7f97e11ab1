import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/ActionIcon.layer.css'

type DownloadChartButtonProps = { readonly title: string } & ActionIconProps &
  Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'title'>

/** Opens the download menu of a chart. */
export function DownloadChartButton({ title, ...props }: DownloadChartButtonProps) {
  const { t } = useLingui()
  return (
    <ActionIcon {...props} variant="subtle" size="var(--r-target)" aria-label={t`Download ${title}`}>
      <IconDownload size={20} aria-hidden="true" />
    </ActionIcon>
  )
}
