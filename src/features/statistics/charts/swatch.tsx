import type { Bar } from './chart.ts'
import { isStriped, PALETTE } from './palette.ts'
import styles from './charts.module.css'

/** The paint of a slice, for SVG: by CSS, so that it follows the colour scheme. */
export function paintOf(bar: Bar, place: number): { readonly 'data-paint': string; readonly 'data-striped': boolean } {
  return { 'data-paint': bar.kind ?? String(place % PALETTE.light.length), 'data-striped': isStriped(place) }
}

/** Beside a name in a legend; its number says the same. */
export function Swatch({ bar, place }: { readonly bar: Bar; readonly place: number }) {
  return (
    <span className={styles['swatch']} {...paintOf(bar, place)} aria-hidden="true">
      {place + 1}
    </span>
  )
}
