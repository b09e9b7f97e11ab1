import { getBarLength, type ChartBar } from './chart.ts'

/** Maximum slices with labels. With more slices no labels are shown (part 3, point 9). */
export const MAX_LABELLED_SLICES = 20
/** Minimum share of a slice with a label. */
const MIN_LABELLED_SHARE = 0.025

type Slice = {
  readonly bar: ChartBar
  /** position among the bars, from 0 */
  readonly place: number
  /** SVG path around the centre (0, 0) with radius 1 */
  readonly path: string
  /** position of the slice's letter; null if it has no label */
  readonly label: readonly [x: number, y: number] | null
}

/** A pie's slices, clockwise from the top. Omits zero counts, and "not asked", which is not part of the total. */
export function computeSlices(bars: readonly ChartBar[]): readonly Slice[] {
  const computeSliceLength = ({ kind, count }: ChartBar): number => (kind === 'unasked' ? 0 : getBarLength(count))
  const whole = bars.reduce((sum, bar) => sum + computeSliceLength(bar), 0)
  const isLabelled = bars.length <= MAX_LABELLED_SLICES
  let from = 0
  return bars.flatMap((bar, index): readonly Slice[] => {
    const share = whole === 0 ? 0 : computeSliceLength(bar) / whole
    if (share === 0) return []
    const to = from + share
    const label = isLabelled && share >= MIN_LABELLED_SHARE ? computePointOnCircle((from + to) / 2, 0.72) : null
    const slice = { bar, place: index, path: buildSlicePath(from, to), label }
    from = to
    return [slice]
  })
}

/** Letters of a slice in the pie and its legend: A to Z, then AA. Numbers could be mistaken for counts. */
export function formatSliceLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : formatSliceLetters(Math.floor(place / 26) - 1) + last
}

function buildSlicePath(from: number, to: number): string {
  // A full circle needs two arcs, as an arc that ends at its start would be empty.
  if (to - from > 0.9999) return 'M0,-1A1,1,0,1,1,0,1A1,1,0,1,1,0,-1Z'
  const [begin, end] = [computePointOnCircle(from, 1), computePointOnCircle(to, 1)]
  return `M0,0L${begin.map(formatCoordinate).join()}A1,1,0,${to - from > 0.5 ? 1 : 0},1,${end.map(formatCoordinate).join()}Z`
}

/** @param turn 0 to 1, clockwise from the top */
function computePointOnCircle(turn: number, radius: number): readonly [number, number] {
  const angle = 2 * Math.PI * turn
  return [radius * Math.sin(angle), -radius * Math.cos(angle)]
}

function formatCoordinate(value: number): string {
  return String(Math.round(value * 10_000) / 10_000)
}

/**
 * Eight colours that are distinguishable with any colour vision deficiency, with a contrast of 3:1 (palette.test.ts).
 * From the ninth slice on, the colours repeat: striped in the second eight slices, plain in the third.
 */
export const CHART_PALETTE = {
  light: ['#075c5f', '#ad6723', '#794db6', '#358989', '#9b2014', '#9c72de', '#2d0d78', '#5c0300'],
  dark: ['#74b7b6', '#c4530f', '#b58bf9', '#ddf497', '#8a5fc9', '#f5a91f', '#3c8a7c', '#5fe6fc'],
} as const

/** Colour of a bar or slice in files, which have a white background. */
export function pickChartColour(place: number): string {
  return CHART_PALETTE.light[place % CHART_PALETTE.light.length] ?? CHART_PALETTE.light[0]
}

/** Returns whether the slice is striped, as in every second round of the eight colours. */
export function isStriped(place: number): boolean {
  return Math.floor(place / CHART_PALETTE.light.length) % 2 === 1
}
