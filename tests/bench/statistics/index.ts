import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { formStatisticsSchema, type ReadyStatistics } from '../../../src/domain/statistics/index.ts'
import { buildWorld, type World } from '../../support/server/world.ts'
import { say } from '../support/report.ts'
import { fill, FORM, OTHER, pushSome } from './answers.ts'
import { RawJson } from './raw-json.ts'

const MOST = 100_000
const CLICKS = 60
/** Number of charts in view when the page opens. */
const IN_VIEW = 6
const ROUNDS = 8
const SATURATED = 5

/**
 * Measures statistics of a form of 60 questions over a year of answers, in SQLite on disk: the first chart, all charts,
 * a click on a bar (charts in view), and the cost of a push with and without statistics, compared with SQL over the
 * same answers as raw JSON.
 * Runs a tenth of the size first, because precomputed sums hardly grow.
 * @param most number of answers instead of 100,000
 */
export async function benchStatistics(most = MOST) {
  const small = await measured(Math.round(most / 10))
  const large = await measured(most)
  const growth = round((large['all_charts_ms'] ?? 0) / Math.max(0.1, small['all_charts_ms'] ?? 0))
  const figures = {
    ...Object.fromEntries(Object.entries(small).map(([name, value]) => [`${name}_tenth`, value])),
    ...large,
    [most === 1_000_000 ? 'million_over_hundred_thousand' : 'ten_times_over_once']: growth,
  }
  const limit = most > MOST ? 300 : 100
  return { figures, failed: (large['click_p95_ms'] ?? limit) >= limit || growth > 1.5 }
}

async function measured(size: number): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(process.env['BENCH_TMP'] ?? tmpdir(), 'relevo-statistics-'))
  const raw = new RawJson(join(folder, 'raw.sqlite'))
  try {
    const now = () => performance.now()
    const world = await buildWorld(
      { checkReplies: false },
      openSqliteStore(join(folder, 'relevo.sqlite'), undefined, now),
    )
    const figures: Record<string, number> = {}
    const note = (name: string, value: number) => {
      figures[name] = round(value)
      say(`${name.padEnd(24)} ${String(size).padStart(8)}  ${figures[name]}`)
    }
    await fill(world, size, raw)
    const cookie = await world.signIn('sofia')
    const began = performance.now()
    const page = await whole(world, cookie)
    note('rebuild_ms', performance.now() - began)
    const questions = page.sections.flatMap((section) => section.questions)
    const inView = questions.slice(0, IN_VIEW).map(({ key }) => key)
    note('first_chart_ms', await median(() => asked(world, cookie, `?questions=${inView[0]}`)))
    note('all_charts_ms', await median(() => asked(world, cookie)))
    note('all_charts_kb', (await asked(world, cookie)).length / 1024)
    const bars = questions.flatMap(({ key, figures: found }) =>
      found?.kind === 'options' ? found.options.map((option) => `${key}.${option.key}`) : [],
    )
    const clicks: number[] = []
    for (let click = 0; click < CLICKS; click += 1) {
      const bar = bars[(click * 7) % bars.length] ?? ''
      const from = performance.now()
      await asked(world, cookie, `?options=${bar}&questions=${inView.join()}`)
      clicks.push(performance.now() - from)
    }
    note('click_p95_ms', clicks.toSorted((a, b) => a - b)[Math.ceil(0.95 * CLICKS) - 1] ?? 0)
    note('sql_all_options_ms', raw.allOptions())
    note('sql_click_ms', raw.click())
    const listed: number[] = []
    for (let at = 0; at < ROUNDS; at += 1) {
      const from = performance.now()
      await world.ask('GET', `/api/answers?template=${FORM}&options=${bars[at * 11]}`, { cookie })
      listed.push(performance.now() - from)
    }
    note('list_of_bar_ms', middle(listed))
    // In turns: one form with statistics, one without. The time includes the follower's work: once for a thousand
    // answers, and once for batches of fifty with the page read after each.
    const author = await world.signIn('ines')
    for (const [name, count, rounds] of [
      ['push', 1_000, SATURATED],
      ['push_and_look', 50, ROUNDS],
    ] as const) {
      const [withThem, without]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        const turn = round + (count === 50 ? 100 : 0)
        without.push((await pushSome(world, author, OTHER, { turn, count })) / count)
        withThem.push((await pushSome(world, author, FORM, { turn, count })) / count)
      }
      note(`${name}_without_ms`, middle(without))
      note(`${name}_with_over_without`, middle(withThem) / middle(without))
    }
    const shown: number[] = []
    for (let at = 0; at < ROUNDS; at += 1) {
      const before = performance.now()
      await pushSome(world, author, FORM, { turn: 200 + at, count: 1 })
      await asked(world, cookie)
      shown.push(performance.now() - before)
    }
    note('until_shown_ms', middle(shown))
    await world.store.close()
    return figures
  } finally {
    raw.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function asked(world: World, cookie: string, query = ''): Promise<string> {
  const response = await world.ask('GET', `/api/statistics/${FORM}${query}`, { cookie })
  if (response.status !== 200) throw new Error(`${query}: ${response.status}`)
  return response.text()
}

async function whole(world: World, cookie: string): Promise<ReadyStatistics> {
  for (;;) {
    const found = formStatisticsSchema.parse(JSON.parse(await asked(world, cookie)))
    if (found.status === 'ready') return found
  }
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < 9; time += 1) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return middle(times)
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
