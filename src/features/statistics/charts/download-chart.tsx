import { useState } from 'react'
import { Menu } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { escapeXml, unreachable } from '#domain/kernel/index.ts'
import { pickChartColour, isStriped, computeSlices, formatSliceLetters } from './pie-shape.ts'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { downloadFile, notify } from '#ui/index.ts'
import {
  toChartFileName,
  computeMaxBarLength,
  getBarLength,
  computeAxisTicks,
  type Chart,
  type ChartBar,
} from './chart.ts'
import { DownloadChartButton } from './chart-table.tsx'
import { useFigureFormats } from './use-figures-text.ts'

/** Formatters for the figures in the picture. */
export type PictureTexts = {
  readonly count: (count: ChartBar['count']) => string
  readonly share: (bar: ChartBar) => string
}

const WIDTH = 800
const MARGIN = 24
const INK = '#0e1b1c'
const SOFT = '#445556'
const LINE = '#c7d2d2'
const ACCENT = '#075c5f'
const OTHER = '#7a4a00'
const ROW = 28
/** Average width of a letter in this font size. */
const MEAN_CHARACTER_WIDTH = 7.2

/** A chart as a self-contained SVG on white. @param lines text below the title: base, filters, time */
export function drawChartSvg(chart: Chart, lines: readonly string[], texts: PictureTexts): string {
  const head = [
    drawTextSvg(chart.title, MARGIN, 40, { size: 20, weight: 700 }),
    ...lines.map((line, index) => drawTextSvg(line, MARGIN, 64 + 20 * index, { colour: SOFT })),
  ]
  const top = 64 + 20 * lines.length + 8
  const { parts, height } = drawChart(chart, top, texts)
  const size = `width="${WIDTH}" height="${height + MARGIN}" viewBox="0 0 ${WIDTH} ${height + MARGIN}"`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="'Noto Sans', system-ui, sans-serif" font-size="14">`,
    `<title>${escapeXml(chart.title)}</title>`,
    `<defs><pattern id="s" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="2" height="6" fill="#fff" opacity=".5"/></pattern></defs>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...head,
    ...parts,
    '</svg>',
  ].join('\n')
}

type DrawnChart = { readonly parts: readonly string[]; readonly height: number }

function drawChart(chart: Chart, top: number, texts: PictureTexts): DrawnChart {
  switch (chart.shape) {
    case 'bars':
      return drawBars(chart, top, texts)
    case 'columns':
      return drawColumns(chart, top, texts)
    case 'pie':
      return drawPie(chart, top, texts)
    default:
      return unreachable(chart.shape)
  }
}

function drawBars(chart: Chart, top: number, texts: PictureTexts): DrawnChart {
  const max = computeMaxBarLength(chart.bars)
  const [names, figures] = [280, 120]
  const space = WIDTH - 2 * MARGIN - names - figures
  const isCompared = chart.names !== undefined
  const height = isCompared ? ROW + 14 : ROW
  const parts = chart.bars.flatMap((bar, index) => {
    const y = top + index * height
    const long = (count: ChartBar['count']): number => Math.max(1, (space * getBarLength(count)) / max)
    const x = MARGIN + names
    return [
      drawTextSvg(truncateLabel(bar.label, names), MARGIN, y + 18, bar.kind === undefined ? {} : { colour: SOFT }),
      drawRectSvg({ x, y: y + 6, width: long(bar.count), height: 16 }, bar.kind === undefined ? ACCENT : SOFT),
      ...(isCompared ? [drawOutlineSvg({ x, y: y + 24, width: long(bar.compared ?? 0), height: 12 })] : []),
      drawTextSvg(formatBarFigure(bar, texts), WIDTH - MARGIN, y + 18, { anchor: 'end' }),
      ...(isCompared
        ? [drawTextSvg(texts.count(bar.compared ?? 0), WIDTH - MARGIN, y + 35, { anchor: 'end', colour: OTHER })]
        : []),
    ]
  })
  return withLegend(chart, { parts, height: top + chart.bars.length * height })
}

function drawColumns(chart: Chart, top: number, texts: PictureTexts): DrawnChart {
  const ticks = computeAxisTicks(computeMaxBarLength(chart.bars))
  const max = ticks.at(-1) ?? 1
  const [left, high] = [MARGIN + 48, 260]
  const each = (WIDTH - MARGIN - left) / Math.max(1, chart.bars.length)
  const every = Math.ceil(chart.bars.length / 10)
  const bottom = top + 12 + high
  const tall = (count: ChartBar['count']): number => (high * getBarLength(count)) / max
  const gap = Math.min(3, each / 5)
  const wide = (each - gap) / (chart.names === undefined ? 1 : 2)
  const parts = [
    ...ticks.flatMap((tick) => {
      const y = bottom - (high * tick) / max
      return [
        drawRectSvg({ x: left, y, width: WIDTH - MARGIN - left, height: 1 }, LINE),
        drawTextSvg(texts.count(tick), left - 8, y + 5, { anchor: 'end', colour: SOFT }),
      ]
    }),
    ...chart.bars.flatMap(({ label, count, compared }, index) => {
      const x = left + index * each
      return [
        drawRectSvg({ x, y: bottom - tall(count), width: wide, height: tall(count) }, ACCENT),
        ...(chart.names === undefined
          ? []
          : [
              drawOutlineSvg({
                x: x + wide,
                y: bottom - tall(compared ?? 0),
                width: wide,
                height: tall(compared ?? 0),
              }),
            ]),
        ...(index % every === 0 ? [drawTextSvg(label, x, bottom + 20, { colour: SOFT, size: 12 })] : []),
      ]
    }),
  ]
  return withLegend(chart, { parts, height: bottom + 28 })
}

const PAINT: Readonly<Record<NonNullable<ChartBar['kind']>, string>> = { unasked: LINE, unanswered: '#7b8d8e' }

function drawPie(chart: Chart, top: number, texts: PictureTexts): DrawnChart {
  const radius = 150
  const slices = computeSlices(chart.bars)
  const paint = ({ kind }: ChartBar, place: number): string =>
    kind === undefined ? pickChartColour(place) : PAINT[kind]
  const round = slices.flatMap(({ bar, place, path, label }) => [
    `<path d="${path}" fill="${paint(bar, place)}" stroke="#fff" stroke-width=".02"/>`,
    ...(isStriped(place) ? [`<path d="${path}" fill="url(#s)" transform="scale(1)"/>`] : []),
    ...(label === null
      ? []
      : [
          `<text x="${label[0]}" y="${label[1]}" fill="#fff" font-size=".12" font-weight="700" text-anchor="middle" dominant-baseline="central">${formatSliceLetters(place)}</text>`,
        ]),
  ])
  const x = MARGIN + 2 * radius + 32
  const legend = chart.bars.flatMap((bar, index) => {
    const y = top + index * ROW
    return [
      drawRectSvg({ x, y: y + 4, width: 22, height: 22 }, paint(bar, index)),
      drawTextSvg(formatSliceLetters(index), x + 11, y + 20, {
        anchor: 'middle',
        colour: '#fff',
        size: 12,
        weight: 700,
      }),
      drawTextSvg(truncateLabel(bar.label, WIDTH - MARGIN - x - 140), x + 32, y + 20),
      drawTextSvg(formatBarFigure(bar, texts), WIDTH - MARGIN, y + 20, { anchor: 'end' }),
    ]
  })
  return {
    parts: [
      `<g transform="translate(${MARGIN + radius} ${top + radius}) scale(${radius})">`,
      ...round,
      '</g>',
      ...legend,
    ],
    height: top + Math.max(2 * radius, chart.bars.length * ROW),
  }
}

function withLegend(chart: Chart, { parts, height }: DrawnChart): DrawnChart {
  if (chart.names === undefined) return { parts, height }
  const y = height + 12
  return {
    parts: [
      ...parts,
      drawRectSvg({ x: MARGIN, y, width: 14, height: 14 }, ACCENT),
      drawTextSvg(chart.names.now, MARGIN + 22, y + 12),
      drawOutlineSvg({ x: WIDTH / 2, y, width: 14, height: 14 }),
      drawTextSvg(chart.names.compared, WIDTH / 2 + 22, y + 12),
    ],
    height: height + 32,
  }
}

function formatBarFigure(bar: ChartBar, texts: PictureTexts): string {
  return bar.kind === 'unasked' ? texts.count(bar.count) : `${texts.count(bar.count)} · ${texts.share(bar)}`
}

function truncateLabel(label: string, width: number): string {
  const max = Math.floor(width / MEAN_CHARACTER_WIDTH)
  const characters = [...label]
  return characters.length <= max ? label : `${characters.slice(0, max - 1).join('')}…`
}

type TextStyle = {
  readonly size?: number
  readonly weight?: number
  readonly colour?: string
  readonly anchor?: 'end' | 'middle'
}

function drawTextSvg(
  content: string,
  x: number,
  y: number,
  { size = 14, weight = 400, colour = INK, anchor }: TextStyle = {},
): string {
  const end = anchor === undefined ? '' : ` text-anchor="${anchor}"`
  return `<text x="${formatOneDecimal(x)}" y="${formatOneDecimal(y)}" font-size="${size}" font-weight="${weight}" fill="${colour}"${end}>${escapeXml(content)}</text>`
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function drawRectSvg({ x, y, width, height }: Box, fill: string): string {
  return `<rect x="${formatOneDecimal(x)}" y="${formatOneDecimal(y)}" width="${formatOneDecimal(width)}" height="${formatOneDecimal(height)}" fill="${fill}"/>`
}

function drawOutlineSvg({ x, y, width, height }: Box): string {
  return `<rect x="${formatOneDecimal(x + 1)}" y="${formatOneDecimal(y + 1)}" width="${formatOneDecimal(Math.max(0, width - 2))}" height="${formatOneDecimal(Math.max(0, height - 2))}" fill="#fdf3e0" stroke="${OTHER}" stroke-width="2"/>`
}

function formatOneDecimal(value: number): string {
  return String(Math.round(value * 10) / 10)
}

export type DownloadChartMenuProps = { readonly chart: Chart; readonly lines: readonly string[] }

/** Scale of the picture's pixels, for printing. */
const SCALE = 2

/** Download menu of a chart. Initially open, as it is loaded when its button is pressed. */
export function DownloadChartMenu({ chart, lines }: DownloadChartMenuProps) {
  const { t } = useLingui()
  const figures = useFigureFormats()
  const [opened, setOpened] = useState(true)
  const picture = (): string =>
    drawChartSvg(chart, lines, { count: figures.count, share: ({ count }) => figures.share(count, chart.base) })
  const name = toChartFileName(chart.title)
  const failed = t`The image could not be generated.`
  const png = async (): Promise<void> => {
    const newBlob = await rasteriseSvg(picture()).catch(() => null)
    if (newBlob === null) notify({ tone: 'attention', text: failed })
    else downloadFile(newBlob, `${name}.png`, 'image/png')
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
