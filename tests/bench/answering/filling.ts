import { printTable, printFailure } from '../support/report.ts'
import { median, percentile, rounded } from '../support/statistics.ts'
import { NAMES, type Filler, type Name } from './fillers.ts'
import { measure, type Counts, type Measured } from './measure.ts'
import type { Figures } from './targets.ts'

/** `BENCH_SHORT=1`: a short run that checks that the bench works; its figures mean nothing. */
const SHORT = process.env['BENCH_SHORT'] === '1'
const COUNTS: Counts = SHORT ? { openings: 1, keys: 5, checks: 1 } : { openings: 7, keys: 60, checks: 5 }
export const SIZES = [50, 500, 2000] as const
const MEASURED = SHORT ? ([50] as const) : SIZES

type Sides = Partial<Record<Name, Measured>>

/** Measures the same form in each filler, in turns within one run. The filler that starts alternates with the size. */
export async function measureFilling(fillers: Readonly<Record<Name, Filler>>): Promise<Figures> {
  const figures: Record<string, number | null> = {}
  for (const [turn, size] of MEASURED.entries()) {
    const sides: Sides = {}
    for (const name of [...NAMES.slice(turn), ...NAMES.slice(0, turn)]) {
      try {
        sides[name] = await measure(fillers[name], size, COUNTS)
      } catch (error) {
        printFailure(`${name} at ${size} questions FAILED: ${error instanceof Error ? error.message : String(error)}`)
      }
    }
    printTable([[`${size} questions`, ...NAMES], ...rowsOf(sides)])
    Object.assign(figures, figuresOf(size, sides))
  }
  printTable([
    ['KB until usable, gzip', ...NAMES],
    ['', ...NAMES.map((name) => (fillers[name].bytes / 1024).toFixed(1))],
  ])
  return figures
}

function rowsOf(sides: Sides): readonly (readonly string[])[] {
  const row = (name: string, read: (side: Measured) => number): readonly string[] => [
    name,
    ...NAMES.map((side) => (sides[side] === undefined ? '–' : read(sides[side]).toFixed(1))),
  ]
  return [
    row('open, median ms', ({ open }) => median(open)),
    row('open, p95', ({ open }) => percentile(open, 0.95)),
    row('a key, median ms', ({ key }) => median(key)),
    row('a key, p95', ({ key }) => percentile(key, 0.95)),
    row('check, median ms', ({ check }) => median(check)),
    row('heap, MB', ({ heap }) => heap),
  ]
}

function figuresOf(size: number, { relevo, surveyjs, odk, plain }: Sides): Figures {
  if (relevo === undefined) return {}
  const over = (ours: number, theirs: number | undefined): number | null =>
    theirs === undefined ? null : rounded(ours / theirs)
  const open = median(relevo.open)
  const products = [surveyjs, odk].flatMap((side) => (side === undefined ? [] : [side]))
  const best = (read: (side: Measured) => number) => (products.length < 2 ? undefined : Math.min(...products.map(read)))
  const figures: Record<string, number | null> = {
    [`open_${size}_ms`]: rounded(open),
    [`open_${size}_over_best`]: over(
      open,
      best((side) => median(side.open)),
    ),
    [`open_${size}_over_plain`]: over(open, plain && median(plain.open)),
    [`open_${size}_over_surveyjs`]: over(open, surveyjs && median(surveyjs.open)),
    [`open_${size}_over_odk`]: over(open, odk && median(odk.open)),
    [`key_p95_${size}_ms`]: rounded(percentile(relevo.key, 0.95)),
    [`key_p95_${size}_over_plain`]: over(percentile(relevo.key, 0.95), plain && percentile(plain.key, 0.95)),
    [`check_${size}_over_plain`]: over(median(relevo.check), plain && median(plain.check)),
    [`check_${size}_over_surveyjs`]: over(median(relevo.check), surveyjs && median(surveyjs.check)),
    [`heap_${size}_mb`]: rounded(relevo.heap),
  }
  return figures
}
