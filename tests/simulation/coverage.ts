import { type Cell, FAULT_NAMES, FAULTS, type Step, STEPS } from './catalogue.ts'

/** Number of times each fault occurred at each step; `·`: impossible. */
export function coverageTable(cells: ReadonlyMap<Cell, number>): string {
  const width = Math.max(...FAULT_NAMES.map((name) => name.length))
  const head = STEPS.map((_, index) => String(index + 1).padStart(5)).join('')
  const rows = FAULT_NAMES.map((fault) => {
    const steps: readonly Step[] = FAULTS[fault]
    const counts = STEPS.map((step) =>
      (steps.includes(step) ? String(cells.get(`${fault} @ ${step}`) ?? 0) : '·').padStart(5),
    )
    return fault.padEnd(width) + counts.join('')
  })
  const legend = STEPS.map((step, index) => `${index + 1} ${step}`).join(', ')
  return ['', `${'fault \\ step'.padEnd(width)}${head}`, ...rows, legend, ''].join('\n')
}
