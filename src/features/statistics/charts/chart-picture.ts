import { escapeXml, unreachable } from '#domain/kernel/index.ts'
import { maxBarLength, barLength, computeAxisTicks, type Bar, type Chart } from './chart.ts'
import { pickChartColour, isStriped } from './palette.ts'
import { computeSlices } from './pie-shape.ts'

/** Formats of figures in the picture. */
export type PictureTexts = { readonly count: (count: Bar['count']) => string; readonly share: (bar: Bar) => string }

const WIDTH = 800
const MARGIN = 24
const INK = '#0e1b1c'
const SOFT = '#4f6162'
const LINE = '#c7d2d2'
const ACCENT = '#075c5f'
const OTHER = '#7a4a00'
const ROW = 28
/** Average width of a letter in this font size. */
const LETTER = 7.2

/** A chart as a self-contained SVG on white. @param lines text below the title: base, filters, time */
export function drawChartSvg(chart: Chart, lines: readonly string[], words: PictureTexts): string {
  const head = [
    text(chart.title, MARGIN, 40, { size: 20, weight: 700 }),
    ...lines.map((line, index) => text(line, MARGIN, 64 + 20 * index, { colour: SOFT })),
  ]
  const top = 64 + 20 * lines.length + 8
  const { parts, height } = drawn(chart, top, words)
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

type Drawn = { readonly parts: readonly string[]; readonly height: number }

function drawn(chart: Chart, top: number, words: PictureTexts): Drawn {
  switch (chart.shape) {
    case 'bars':
      return bars(chart, top, words)
    case 'columns':
      return columns(chart, top, words)
    case 'pie':
      return pie(chart, top, words)
    default:
      return unreachable(chart.shape)
  }
}

function bars(chart: Chart, top: number, words: PictureTexts): Drawn {
  const most = maxBarLength(chart.bars)
  const [names, figures] = [280, 120]
  const room = WIDTH - 2 * MARGIN - names - figures
  const isCompared = chart.names !== undefined
  const height = isCompared ? ROW + 14 : ROW
  const parts = chart.bars.flatMap((bar, index) => {
    const y = top + index * height
    const long = (count: Bar['count']): number => Math.max(1, (room * barLength(count)) / most)
    const x = MARGIN + names
    return [
      text(shortened(bar.label, names), MARGIN, y + 18, bar.kind === undefined ? {} : { colour: SOFT }),
      rect({ x, y: y + 6, width: long(bar.count), height: 16 }, bar.kind === undefined ? ACCENT : SOFT),
      ...(isCompared ? [outline({ x, y: y + 24, width: long(bar.compared ?? 0), height: 12 })] : []),
      text(formatBarFigure(bar, words), WIDTH - MARGIN, y + 18, { anchor: 'end' }),
      ...(isCompared
        ? [text(words.count(bar.compared ?? 0), WIDTH - MARGIN, y + 35, { anchor: 'end', colour: OTHER })]
        : []),
    ]
  })
  return withLegend(chart, { parts, height: top + chart.bars.length * height })
}

function columns(chart: Chart, top: number, words: PictureTexts): Drawn {
  const ticks = computeAxisTicks(maxBarLength(chart.bars))
  const most = ticks.at(-1) ?? 1
  const [left, high] = [MARGIN + 48, 260]
  const each = (WIDTH - MARGIN - left) / Math.max(1, chart.bars.length)
  const every = Math.ceil(chart.bars.length / 10)
  const bottom = top + 12 + high
  const tall = (count: Bar['count']): number => (high * barLength(count)) / most
  const gap = Math.min(3, each / 5)
  const wide = (each - gap) / (chart.names === undefined ? 1 : 2)
  const parts = [
    ...ticks.flatMap((tick) => {
      const y = bottom - (high * tick) / most
      return [
        rect({ x: left, y, width: WIDTH - MARGIN - left, height: 1 }, LINE),
        text(words.count(tick), left - 8, y + 5, { anchor: 'end', colour: SOFT }),
      ]
    }),
    ...chart.bars.flatMap(({ label, count, compared }, index) => {
      const x = left + index * each
      return [
        rect({ x, y: bottom - tall(count), width: wide, height: tall(count) }, ACCENT),
        ...(chart.names === undefined
          ? []
          : [outline({ x: x + wide, y: bottom - tall(compared ?? 0), width: wide, height: tall(compared ?? 0) })]),
        ...(index % every === 0 ? [text(label, x, bottom + 20, { colour: SOFT, size: 12 })] : []),
      ]
    }),
  ]
  return withLegend(chart, { parts, height: bottom + 28 })
}

const PAINT: Readonly<Record<NonNullable<Bar['kind']>, string>> = { unasked: LINE, unanswered: '#7b8d8e' }

function pie(chart: Chart, top: number, words: PictureTexts): Drawn {
  const radius = 150
  const slices = computeSlices(chart.bars)
  const paint = ({ kind }: Bar, place: number): string => (kind === undefined ? pickChartColour(place) : PAINT[kind])
  const round = slices.flatMap(({ bar, number, path, label }) => [
    `<path d="${path}" fill="${paint(bar, number - 1)}" stroke="#fff" stroke-width=".02"/>`,
    ...(isStriped(number - 1) ? [`<path d="${path}" fill="url(#s)" transform="scale(1)"/>`] : []),
    ...(label === null
      ? []
      : [
          `<text x="${label[0]}" y="${label[1]}" fill="#fff" font-size=".12" font-weight="700" text-anchor="middle" dominant-baseline="central">${number}</text>`,
        ]),
  ])
  const x = MARGIN + 2 * radius + 32
  const legend = chart.bars.flatMap((bar, index) => {
    const y = top + index * ROW
    return [
      rect({ x, y: y + 4, width: 22, height: 22 }, paint(bar, index)),
      text(String(index + 1), x + 11, y + 20, { anchor: 'middle', colour: '#fff', size: 12, weight: 700 }),
      text(shortened(bar.label, WIDTH - MARGIN - x - 140), x + 32, y + 20),
      text(formatBarFigure(bar, words), WIDTH - MARGIN, y + 20, { anchor: 'end' }),
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

function withLegend(chart: Chart, { parts, height }: Drawn): Drawn {
  if (chart.names === undefined) return { parts, height }
  const y = height + 12
  return {
    parts: [
      ...parts,
      rect({ x: MARGIN, y, width: 14, height: 14 }, ACCENT),
      text(chart.names.now, MARGIN + 22, y + 12),
      outline({ x: WIDTH / 2, y, width: 14, height: 14 }),
      text(chart.names.compared, WIDTH / 2 + 22, y + 12),
    ],
    height: height + 32,
  }
}

function formatBarFigure(bar: Bar, words: PictureTexts): string {
  return bar.kind === 'unasked' ? words.count(bar.count) : `${words.count(bar.count)} · ${words.share(bar)}`
}

function shortened(label: string, width: number): string {
  const most = Math.floor(width / LETTER)
  const characters = [...label]
  return characters.length <= most ? label : `${characters.slice(0, most - 1).join('')}…`
}

type Look = {
  readonly size?: number
  readonly weight?: number
  readonly colour?: string
  readonly anchor?: 'end' | 'middle'
}

function text(
  content: string,
  x: number,
  y: number,
  { size = 14, weight = 400, colour = INK, anchor }: Look = {},
): string {
  const end = anchor === undefined ? '' : ` text-anchor="${anchor}"`
  return `<text x="${one(x)}" y="${one(y)}" font-size="${size}" font-weight="${weight}" fill="${colour}"${end}>${escapeXml(content)}</text>`
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function rect({ x, y, width, height }: Box, fill: string): string {
  return `<rect x="${one(x)}" y="${one(y)}" width="${one(width)}" height="${one(height)}" fill="${fill}"/>`
}

function outline({ x, y, width, height }: Box): string {
  return `<rect x="${one(x + 1)}" y="${one(y + 1)}" width="${one(Math.max(0, width - 2))}" height="${one(Math.max(0, height - 2))}" fill="#fdf3e0" stroke="${OTHER}" stroke-width="2"/>`
}

function one(value: number): string {
  return String(Math.round(value * 10) / 10)
}
