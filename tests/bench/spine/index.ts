import { busyWarning, describeMachine } from '../support/machine.ts'
import { say, printTable, printFailure, verdictOn } from '../support/report.ts'
import { median, rounded } from '../support/statistics.ts'
import { buildApp } from './app.ts'
import { measureColdStart } from './cold-start.ts'
import { measureDrain, PHOTOS, rateOf, SMALL, type DrainFigures } from './drain.ts'
import { measureSave } from './save.ts'
import { measureServer } from './server.ts'
import { TARGETS, type Figure } from './targets.ts'
import { measureWeight } from './weight.ts'

type Figures = Record<Figure, number | null>

/** The figures of the spine. Figures that could not be measured are null, are reported, and fail the bench. */
export async function benchSpine(): Promise<{ readonly figures: Figures; readonly failed: boolean }> {
  const began = performance.now()
  describeMachine().forEach(say)
  const busy = busyWarning()
  if (busy !== undefined) printFailure(busy)
  const figures: Figures = { ...NOTHING }
  let failed = false

  const step = async (name: string, work: () => Promise<void>): Promise<void> => {
    const started = performance.now()
    say(`\n## ${name}\n`)
    try {
      await work()
    } catch (error) {
      failed = true
      printFailure(`${name} FAILED: ${error instanceof Error ? error.message : String(error)}`)
    }
    say(`(${((performance.now() - started) / 1000).toFixed(0)} s)`)
  }

  let dist = ''
  await step('Build', async () => {
    dist = await buildApp()
  })
  await step('Save on the device: 60 questions, 2 photos of 300 KB', () => save(figures))
  await step('Drain 1,000 answers of 2 KB', () => drainSmall(figures))
  await step('Drain 200 answers with a photo of 300 KB', () => drainPhotos(figures))
  await step('Server alone: whole answers of 50 questions', () => server(figures))
  await step('Cold start without a server, 4× throttling', () => coldStart(figures, dist))
  await step('JavaScript and CSS until usable, gzip -9', () => weight(figures, dist))

  say('\n## Against the targets\n')
  const rows = Object.entries(TARGETS).map(([name, target]) => {
    const value = figures[name as Figure]
    const verdict = verdictOn(value, target.holds)
    return [name, value === null ? '–' : String(value), target.text, verdict]
  })
  printTable([['figure', 'value', 'target', ''], ...rows])
  const after = busyWarning()
  if (after !== undefined) printFailure(after)
  say(`\nTook ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`)
  return { figures, failed: failed || Object.values(figures).includes(null) }
}

const NOTHING = Object.fromEntries(Object.keys(TARGETS).map((name) => [name, null])) as Figures

async function save(figures: Figures): Promise<void> {
  const { relevo, raw, attached, ratio, ratios, bytes } = await measureSave()
  printTable([
    ['milliseconds', 'p50', 'p95'],
    ['Relevo, tap to complete', relevo.p50.toFixed(1), relevo.p95.toFixed(1)],
    ['Relevo, photos already in the draft', attached.p50.toFixed(1), attached.p95.toFixed(1)],
    ['raw strict transaction', raw.p50.toFixed(1), raw.p95.toFixed(1)],
  ])
  say(
    `${bytes.toLocaleString('en')} bytes each; p95 over p95 in each run: ${ratios.map((value) => value.toFixed(2)).join(', ')}`,
  )
  figures.save_p95_over_raw = rounded(ratio)
}

async function drainSmall(figures: Figures): Promise<void> {
  const drained = await measureDrain(SMALL)
  sayDrain(drained)
  const own = rateOf(drained, 'relevo')
  figures.drain_2k_over_pouchdb = orNull(own / rateOf(drained, 'pouchdb'))
  figures.drain_2k_over_rxdb = orNull(own / rateOf(drained, 'rxdb'))
}

async function drainPhotos(figures: Figures): Promise<void> {
  const drained = await measureDrain(PHOTOS)
  sayDrain(drained)
  // A failed peer must not improve our ratio to the other one: NaN stays NaN.
  figures.drain_300k_over_best = orNull(
    rateOf(drained, 'relevo') / Math.max(rateOf(drained, 'pouchdb'), rateOf(drained, 'rxdb')),
  )
}

function sayDrain(figures: DrainFigures): void {
  const names = ['relevo', 'alone', 'pouchdb', 'rxdb'] as const
  const rates = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(' ')
  printTable([
    ['per second', 'median', 'drained in each round', 'saved in each round'],
    ...names.map((name) => [
      name === 'alone' ? 'our device without a server' : name,
      rateOf(figures, name).toFixed(0),
      rates(figures[name].rates),
      rates(figures[name].fills),
    ]),
  ])
  for (const name of names)
    for (const failure of figures[name].failures) printFailure(`${name} FAILED in a round: ${failure}`)
}

async function server(figures: Figures): Promise<void> {
  const { byConnections, ratio, ratios, parsed, bodyBytes, acknowledged, found } = await measureServer()
  const rows = [...byConnections].flatMap(([connections, sides]) =>
    (['relevo', 'bare'] as const).map((name) => [
      `${name} at ${connections}`,
      sides[name].median.toFixed(0),
      sides[name].p95.toFixed(1),
      sides[name].rates.map((rate) => rate.toFixed(0)).join(' '),
    ]),
  )
  printTable([['answers per second', 'median', 'p95 ms', 'each round'], ...rows])
  const limit = median(parsed)
  say(
    `The bare insert after parsing the message and checking its schema: ${limit.toFixed(0)} a second at 32, ${(limit / (byConnections.get(32)?.bare.median ?? Number.NaN)).toFixed(2)} of the bare one`,
  )
  say(
    `${bodyBytes.toLocaleString('en')} bytes a request; over bare at 32: ${ratios.map((value) => value.toFixed(2)).join(', ')}`,
  )
  say(
    `Killed with -9 under load: of ${acknowledged.toLocaleString('en')} acknowledged answers ${found.toLocaleString('en')} were there.`,
  )
  if (found !== acknowledged) throw new Error(`${acknowledged - found} acknowledged answers were lost`)
  figures.server_c32_over_bare = rounded(ratio)
  figures.server_c1 = rounded(byConnections.get(1)?.relevo.median ?? Number.NaN)
  figures.server_c8 = rounded(byConnections.get(8)?.relevo.median ?? Number.NaN)
  figures.server_c32 = rounded(byConnections.get(32)?.relevo.median ?? Number.NaN)
}

async function coldStart(figures: Figures, dist: string): Promise<void> {
  const { p50, p95, times } = await measureColdStart(dist)
  printTable([
    ['milliseconds', 'p50', 'p95'],
    [`${times.length} launches`, p50.toFixed(0), p95.toFixed(0)],
  ])
  say(`each: ${times.map((time) => time.toFixed(0)).join(' ')}`)
  figures.cold_start_p95_ms = Math.round(p95)
}

async function weight(figures: Figures, dist: string): Promise<void> {
  const { signIn, answering } = await measureWeight(dist)
  const row = (name: string, { bytes, files }: typeof signIn): readonly string[] => [
    name,
    (bytes / 1024).toFixed(1),
    String(files.length),
    files
      .slice(0, 3)
      .map((file) => `${file.path.split('/').at(-1)} ${(file.bytes / 1024).toFixed(0)}`)
      .join(', '),
  ]
  printTable([['page', 'KB', 'files', 'largest'], row('sign in', signIn), row('answering', answering)])
  figures.kb_sign_in = rounded(signIn.bytes / 1024)
  figures.kb_answering = rounded(answering.bytes / 1024)
}

function orNull(value: number): number | null {
  return Number.isFinite(value) ? rounded(value) : null
}
