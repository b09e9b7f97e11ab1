import { say, printTable, verdictOn } from '../support/report.ts'

export type Figures = Readonly<Record<string, number | null>>

/** Targets, with ≥ for minimums and ≤ for maximums. */
const TARGETS: Readonly<Record<string, readonly [sign: '≤' | '≥', value: number]>> = {
  open_2000_over_best: ['≤', 0.25],
  open_50_over_plain: ['≤', 1.5],
  key_p95_2000_over_plain: ['≤', 1.2],
  check_2000_over_plain: ['≤', 1.5],
  row_500_p95_ms: ['≤', 100],
  open_1000_offline_ms: ['≤', 1000],
  kb_public: ['≤', 200],
  public_slow_read_seconds: ['≤', 4],
  public_slow_usable_seconds: ['≤', 8],
  public_per_second: ['≥', 200],
  public_lost: ['≤', 0],
  staff_p95_beside_over_alone: ['≤', 2],
  pdf_pages_over_pdfmake: ['≥', 1],
}

/** Results of each step; null until it has run. */
export const NOTHING: Figures = Object.fromEntries(Object.keys(TARGETS).map((name) => [name, null]))

export function sayVerdicts(figures: Figures): void {
  say('')
  printTable([
    ['figure', 'value', 'target', ''],
    ...Object.entries(TARGETS).map(([name, [sign, target]]) => {
      const value = figures[name] ?? null
      return [
        name,
        value === null ? '–' : String(value),
        `${sign} ${target}`,
        verdictOn(value, (measured) => (sign === '≤' ? measured <= target : measured >= target)),
      ]
    }),
  ])
}
