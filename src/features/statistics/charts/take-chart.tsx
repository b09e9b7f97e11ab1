import { useState } from 'react'
import { Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { downloadFile, notify } from '#ui/index.ts'
import type { Chart } from './chart.ts'
import { chartFileName } from './file-name.ts'
import { drawChartSvg } from './chart-picture.ts'
import { DownloadChartButton } from './take-button.tsx'
import { useFigures } from './use-figures-text.ts'

export type DownloadChartProps = { readonly chart: Chart; readonly lines: readonly string[] }

/** Resolution for print. */
const SCALE = 2

/** Download menu of a chart. Initially open, as it is loaded when its button is pressed. */
export function DownloadChart({ chart, lines }: DownloadChartProps) {
  const { t } = useLingui()
  const figures = useFigures()
  const [opened, setOpened] = useState(true)
  const picture = (): string =>
    drawChartSvg(chart, lines, { count: figures.count, share: ({ count }) => figures.share(count, chart.base) })
  const name = chartFileName(chart.title)
  const failed = t`The image could not be generated.`
  const png = async (): Promise<void> => {
    const made = await rasteriseSvg(picture()).catch(() => null)
    if (made === null) notify({ tone: 'attention', text: failed })
    else downloadFile(made, `${name}.png`, 'image/png')
  }
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      menuItemTabIndex={0}
      returnFocus
    >
      <Menu.Target>
        <DownloadChartButton title={chart.title} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t`Download ${chart.title}`}>
        <Menu.Item onClick={() => void png()}>{t`Image (PNG)`}</Menu.Item>
        <Menu.Item
          onClick={() => downloadFile(picture(), `${name}.svg`, 'image/svg+xml')}
        >{t`Vector image (SVG)`}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

async function rasteriseSvg(svg: string): Promise<Blob | null> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [image.width * SCALE, image.height * SCALE]
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
