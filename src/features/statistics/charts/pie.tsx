import { useId } from 'react'
import { ChartTable } from './chart-table.tsx'
import type { Chart, ChartBar } from './chart.ts'
import { useChartActions } from './chart-acts.ts'
import { isStriped, CHART_PALETTE, computeSlices, formatSliceLetters } from './pie-shape.ts'
import styles from './charts.module.css'

/** A pie, with its table of figures as the legend. */
export function PieChart({ chart }: { readonly chart: Chart }) {
  const acts = useChartActions()
  const stripes = useId()
  const { bars } = chart
  const slices = computeSlices(bars)
  const place = new Map(bars.map(({ key }, index) => [key, index]))
  return (
    <div className={`r-row r-gap-16 r-gap-x-24 r-middle ${styles['pie']}`}>
      <svg viewBox="-1.05 -1.05 2.1 2.1" aria-hidden="true" className={styles['round']}>
        <defs>
          <pattern id={stripes} width="0.08" height="0.08" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="0.03" height="0.08" className={styles['stripe']} />
          </pattern>
        </defs>
        {slices.map(({ bar, place: slicePlace, path, label }) => {
          const paint = buildSliceColourProps(bar, slicePlace)
          return (
            <g key={bar.key} data-picked={acts?.isPicked(bar.key)}>
              <path
                d={path}
                className={styles['slice']}
                {...paint}
                onClick={() => bar.kind !== 'unasked' && acts?.pick?.(bar.key)}
              >
                <title>{bar.label}</title>
              </path>
              {paint['data-striped'] && <path d={path} fill={`url(#${stripes})`} pointerEvents="none" />}
              {label !== null && (
                <text x={label[0]} y={label[1]} className={styles['slice-label']}>
                  {formatSliceLetters(slicePlace)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <ChartTable chart={chart} mark={(bar) => <Swatch bar={bar} place={place.get(bar.key) ?? 0} />} />
    </div>
  )
}

/** The colour of a slice via CSS, so that it follows the colour scheme. */
function buildSliceColourProps(
  bar: ChartBar,
  place: number,
): { readonly 'data-paint': string; readonly 'data-striped': boolean } {
  return { 'data-paint': bar.kind ?? String(place % CHART_PALETTE.light.length), 'data-striped': isStriped(place) }
}

/** Colour sample in a legend, next to the name. */
function Swatch({ bar, place }: { readonly bar: ChartBar; readonly place: number }) {
  return (
    <span className={styles['swatch']} {...buildSliceColourProps(bar, place)} aria-hidden="true">
      {formatSliceLetters(place)}
    </span>
  )
}
