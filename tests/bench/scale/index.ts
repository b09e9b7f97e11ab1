import { busyWarning, describeMachine } from '../support/machine.ts'
import { say, printTable, printFailure } from '../support/report.ts'
import { median, rounded } from '../support/statistics.ts'
import { drainLong, pullAtSize, type PullSize } from './device.ts'
import { rateByStored } from './stored.ts'

/** part of the names of the steps to run; empty: all */
const ONLY = process.env['SCALE_ONLY'] ?? ''
const QUEUED = 10_000
const [FEW, MANY] = [1_000, Number(process.env['SCALE_STORED'] ?? 1_000_000)]
/** Four years with about twenty answers per working day. */
const SMALL_TOWN: PullSize = { templates: 200, areas: 500, answers: 20_000, days: 4 * 365 }
const LARGE_TOWN: PullSize = { ...SMALL_TOWN, templates: 2_000 }

type Figures = Record<string, number | null>

/** Checks that long queues, large stores and large municipalities do not slow Relevo down. */
export async function benchScale(): Promise<{ readonly figures: Figures; readonly failed: boolean }> {
  describeMachine().forEach(say)
  const busy = busyWarning()
  if (busy !== undefined) printFailure(busy)
  const figures: Figures = {}
  let failed = false
  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    if (!name.toLowerCase().includes(ONLY)) return
    say(`\n## ${name}\n`)
    const started = performance.now()
    try {
      await work()
    } catch (error) {
      failed = true
      printFailure(`${name} FAILED: ${error instanceof Error ? error.message : String(error)}`)
    }
    say(`(${((performance.now() - started) / 1000).toFixed(0)} s)`)
  }

  await step(`Drain of ${QUEUED.toLocaleString('en')} queued answers of 2 KB`, async () => {
    const { first, last, whole } = await drainLong(QUEUED)
    printTable([
      ['answers per second', ''],
      ['first fifth', first.toFixed(0)],
      ['last fifth', last.toFixed(0)],
      ['whole', whole.toFixed(0)],
    ])
    figures['drain_10k_last_over_first'] = rounded(last / first)
    figures['drain_10k_per_second'] = rounded(whole)
  })
  await step(`Server with ${FEW.toLocaleString('en')} and ${MANY.toLocaleString('en')} stored answers`, async () => {
    const { few, many, ratios, rates } = await rateByStored(FEW, MANY)
    const row = (name: string, value: number, each: readonly number[]): readonly string[] => [
      name,
      value.toFixed(0),
      each.map((rate) => rate.toFixed(0)).join(' '),
    ]
    printTable([
      ['answers per second at 32', 'median', 'each round'],
      row(`${FEW} stored`, few, rates.few),
      row(`${MANY} stored`, many, rates.many),
    ])
    figures['server_stored'] = MANY
    figures['server_many_over_few'] = rounded(median(ratios))
  })
  for (const [name, size] of [
    ['200', SMALL_TOWN],
    ['2000', LARGE_TOWN],
  ] as const) {
    await step(`Pull of ${size.templates} forms, ${size.areas} areas, ${size.answers} own answers`, async () => {
      const { first, unchanged } = await pullAtSize(size)
      const row = (label: string, { milliseconds, bytes, requests }: typeof first): readonly string[] => [
        label,
        (milliseconds / 1000).toFixed(2),
        bytes.toLocaleString('en'),
        String(requests),
      ]
      printTable([['', 'seconds', 'bytes', 'requests'], row('first', first), row('unchanged', unchanged)])
      say(`${first.answers} answers came whole, of ${first.older} a summary`)
      const { summaries, whole } = unchanged.listed
      say(
        `the forms list reads its ${first.templates} rows in ${summaries.toFixed(0)} ms; the whole forms take ${whole.toFixed(0)} ms`,
      )
      figures[`pull_${name}_first_seconds`] = rounded(first.milliseconds / 1000)
      figures[`pull_${name}_first_mb`] = rounded(first.bytes / 1024 ** 2)
      figures[`pull_${name}_first_requests`] = first.requests
      figures[`pull_${name}_unchanged_seconds`] = rounded(unchanged.milliseconds / 1000)
      figures[`pull_${name}_unchanged_bytes`] = unchanged.bytes
      figures[`pull_${name}_unchanged_requests`] = unchanged.requests
    })
  }
  return { figures, failed }
}
