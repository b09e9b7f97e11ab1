/**
 * The journeys, in a real Chromium against the real server: `node tests/journeys/main.ts [part of a name…]`.
 * Two at a time, each in a process of its own under a hard limit; what fails is run once more, alone, and named. The
 * last line counts scenarios, and journeys that have none of their own: `{"passed":n,"failed":n}`.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Journey } from './support/journey.ts'
import { PEOPLE, prepareTown, type PreparedTown } from './support/prepared.ts'
import { fillTown } from './support/town.ts'

const FOLDER = fileURLToPath(new URL('journeys', import.meta.url))
const RUNNER = fileURLToPath(new URL('support/run-journey.ts', import.meta.url))
/** As many as cores: three were no quicker on two, and each was nearer to its limit. */
const AT_ONCE = 2
/** Journeys that are named at the end as the longest. */
const LONGEST = 8
/** Journeys for which nothing is prepared: each prepares what it uses. */
const FEW = 8
/** What a journey may take beyond its own limit to clean up, milliseconds. */
const GRACE = 60_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

type Announced = { readonly file: string; readonly seconds: number; readonly scenarios: number }
type Counts = {
  readonly passed: number
  readonly failed: number
  readonly file: string
  readonly took: number
  /** the fault and where it was met, where there is one */
  readonly why: string
}
/** What a journey says of its fault; a log that is kept in part keeps its end. */
const FAULT = /^ {4}\S*(?:Error|Waited|Timeout)[\s\S]*?(?=^ {4}evidence:|(?![\s\S]))/m

/** Its lines come together, when it is over: two journeys at once would mix theirs. */
function runInChild({ file, seconds, scenarios }: Announced, env: NodeJS.ProcessEnv): Promise<Counts> {
  return new Promise((resolve) => {
    const began = Date.now()
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', RUNNER, file], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const timer = setTimeout(
      () => {
        output += `FAILED ${file}: killed at its time limit\n`
        child.kill('SIGTERM')
        setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
      },
      seconds * 1000 + GRACE,
    )
    const stop = (): void => void child.kill('SIGTERM')
    process.once('exit', stop)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      process.off('exit', stop)
      if (code !== 0 && !output.includes('FAILED')) output += `FAILED ${file}: ended with ${code ?? signal}\n`
      say(output.trimEnd())
      const parts = Math.max(1, scenarios)
      // What a failure kept from being run has failed, too.
      const passed = code === 0 ? parts : Math.min(parts - 1, output.match(/^ {4}passed: /gm)?.length ?? 0)
      resolve({
        passed,
        failed: parts - passed,
        file,
        took: Date.now() - began,
        why: FAULT.exec(output)?.[0] ?? output.slice(-500),
      })
    })
  })
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2)
  const names = (await readdir(FOLDER)).filter(
    (name) => name.endsWith('.ts') && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
  )
  const home = await mkdtemp(join(tmpdir(), 'relevo-towns-'))
  const results: Counts[] = []
  const started = Date.now()
  try {
    await fillTown(join(home, 'town'))
    const towns = await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, names.length) }, (_, slot) =>
        prepareTown(join(home, String(slot)), join(home, 'town'), names.length < FEW ? [] : PEOPLE),
      ),
    )
    const envOf = (prepared: PreparedTown | undefined): NodeJS.ProcessEnv => ({
      ...process.env,
      ...(prepared === undefined ? {} : { RELEVO_PREPARED: JSON.stringify(prepared) }),
    })
    const journeys = await Promise.all(
      names.map(async (name) => {
        const file = join(FOLDER, name)
        const { journey } = (await import(pathToFileURL(file).href)) as { readonly journey: Journey }
        return { file, seconds: journey.seconds, scenarios: journey.scenarios?.length ?? 0 }
      }),
    )
    // The longest first, so that the run does not end with one of them alone.
    const waiting = journeys.toSorted((a, b) => b.seconds - a.seconds)
    // Two browsers and their servers on two cores make some moments late: what fails is tried again, alone, and named.
    const again: Announced[] = []
    const work = async (prepared: PreparedTown): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const counts = await runInChild(next, envOf(prepared))
        if (counts.failed === 0) results.push(counts)
        else again.push(next)
      }
    }
    await Promise.all(towns.map(work))
    for (const one of again) {
      say(`AGAIN, alone: ${one.file}`)
      results.push(await runInChild(one, envOf(towns[0])))
    }
    if (again.length > 0)
      say(`${again.length} of ${names.length} journeys were run a second time; each of them is worth a look`)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  const sum = (of: 'passed' | 'failed'): number => results.reduce((total, counts) => total + counts[of], 0)
  const [passed, failed] = [sum('passed'), sum('failed')]
  const longest = results.toSorted((one, other) => other.took - one.took).slice(0, LONGEST)
  for (const { failed: faults, file, why } of results)
    if (faults > 0) say(`failed twice: ${basename(file, '.ts')}\n${why.trimEnd()}`)
  say(`longest: ${longest.map(({ file, took }) => `${basename(file, '.ts')} ${Math.round(took / 1000)} s`).join(', ')}`)
  say(`${names.length} journeys in ${((Date.now() - started) / 60_000).toFixed(1)} minutes`)
  say(JSON.stringify({ passed, failed }))
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
await main()
