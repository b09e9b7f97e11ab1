import { writeFileSync } from 'node:fs'
import { ALL_CELLS, type Cell } from './catalogue.ts'
import { NO_ROWS, type RowFigures } from './row-figures.ts'
import type { World } from './shards.ts'

/** Counts worlds and their events, and reports progress. */
export type Tally = {
  /** @param directed whether a fault was directed at a step: it counts for the cells, not for the speed */
  world(world: World, directed: boolean): void
  check(good: boolean, complaint: string): void
  readonly cells: ReadonlyMap<Cell, number>
  /** cells covered less than this many times, each repeated for the missing ones */
  lacking(times: number): readonly Cell[]
  figures(): Figures
}

type Figures = {
  readonly passed: number
  readonly failed: number
  readonly seeds: number
  readonly answers: number
  readonly seedsPerMinute: number
  readonly cells: number
  readonly cellsReached: number
  readonly cellsReachedTenTimes: number
  /** mutations that a restored backup lacked, and that came back */
  readonly returned: number
  /** answers that were corrected or discarded before they were sent */
  readonly takenBack: number
  /** only worlds without a directed fault */
  readonly rows: RowFigures & { readonly worlds: number; readonly worldsOfTwo: number }
}

/** In long runs, a cell covered less often than this was covered by chance. */
const OFTEN = 10
const PROGRESS_EVERY = 30_000

/** @param progress file for the figures so far, rewritten every half minute */
export function createTally(say: (line: string) => void, progress: string | undefined): Tally {
  const cells = new Map<Cell, number>()
  const began = performance.now()
  let rows = { ...NO_ROWS, worlds: 0, worldsOfTwo: 0 }
  let [passed, failed, seeds, answers, returned, takenBack, ended, reported] = [0, 0, 0, 0, 0, 0, began, began]

  function check(good: boolean, complaint: string): void {
    if (good) {
      passed += 1
      return
    }
    failed += 1
    say(`✗ ${complaint}`)
  }
  function figures(): Figures {
    const counts = ALL_CELLS.map((cell) => cells.get(cell) ?? 0)
    return {
      passed,
      failed,
      seeds,
      answers,
      seedsPerMinute: Math.round((seeds * 60_000) / Math.max(1, ended - began)),
      cells: ALL_CELLS.length,
      cellsReached: counts.filter((count) => count > 0).length,
      cellsReachedTenTimes: counts.filter((count) => count >= OFTEN).length,
      returned,
      takenBack,
      rows,
    }
  }
  function tell(): void {
    if (performance.now() - reported < PROGRESS_EVERY) return
    reported = performance.now()
    const so = figures()
    say(
      `  ${so.seeds} seeds, ${so.seedsPerMinute} a minute, ${so.failed} failed, cells ${so.cellsReached} of ${so.cells}, ${so.cellsReachedTenTimes} of them ten times`,
    )
    if (progress !== undefined)
      writeFileSync(progress, `${JSON.stringify({ ...so, seconds: Math.round((reported - began) / 1000) })}\n`)
  }
  return {
    cells,
    check,
    figures,
    lacking: (times) =>
      ALL_CELLS.flatMap((cell) => Array.from({ length: Math.max(0, times - (cells.get(cell) ?? 0)) }, () => cell)),
    world: (world, directed) => {
      for (const [cell, times] of Object.entries(world.cells))
        cells.set(cell as Cell, (cells.get(cell as Cell) ?? 0) + times)
      answers += world.answers
      returned += world.returned ?? 0
      takenBack += world.takenBack ?? 0
      if (!directed) {
        seeds += 1
        rows = withWorld(rows, world.rows)
        ended = performance.now()
      }
      const where = world.directed === undefined ? '' : `, ${world.directed.fault} @ ${world.directed.step}`
      check(world.violations.length === 0, `seed ${world.seed}${where}: ${world.violations.join('; ')}`)
      tell()
    },
  }
}

function withWorld(sum: Figures['rows'], world: RowFigures = NO_ROWS): Figures['rows'] {
  const added = Object.entries(world).map(([name, count]) => [name, sum[name as keyof RowFigures] + count] as const)
  return {
    ...(Object.fromEntries(added) as RowFigures),
    worlds: sum.worlds + (world.changes > 0 ? 1 : 0),
    worldsOfTwo: sum.worldsOfTwo + (world.ofTwo + world.ofThree > 0 ? 1 : 0),
  }
}
