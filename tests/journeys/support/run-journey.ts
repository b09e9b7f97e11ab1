/**
 * Runs one journey in its own process: `node tests/journeys/support/run-journey.ts journeys/NAME.ts`. Its last line
 * says whether it passed. Servers, browsers and folders are ended with it, however it ends.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Journey, World } from './journey.ts'
import { preparedTown, tabletsOf, townAt } from './prepared.ts'
import { startServer, type Server } from './server.ts'
import { Tablet } from './tablet.ts'
import { withLimit } from './waiting.ts'

const CLEAN_UP = 20_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)

async function runJourney(journey: Journey): Promise<boolean> {
  const home = await mkdtemp(join(tmpdir(), 'relevo-journey-'))
  const endings: (() => Promise<unknown>)[] = []
  const tablets: Tablet[] = []
  const servers: Server[] = []
  const started = Date.now()
  const seconds = (): string => `${((Date.now() - started) / 1000).toFixed(1)} s`
  let folders = 0
  let preparedFor: ReturnType<typeof tabletsOf> | undefined
  const waiting = new Set(journey.scenarios)

  const folder = async (name: string): Promise<string> => {
    folders += 1
    return join(home, `${folders}-${name}`)
  }
  const world: World = {
    folder,
    ending: (end) => void endings.push(end),
    scenario: async (name, run) => {
      if (!waiting.delete(name))
        throw new Error(`The journey does not announce the scenario "${name}", or has run it already`)
      const began = Date.now()
      await run()
      say(`    passed: ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    },
    step: (text) => say(`    ${seconds()}  ${text}`),
    server: async (options = {}) => {
      const dataDir = await folder('data')
      if (options.empty !== true) await townAt(dataDir)
      const port = servers.length === 0 ? (preparedTown()?.port ?? 0) : 0
      const server = await startServer(dataDir, { port, ...options })
      servers.push(server)
      endings.push(server.kill)
      return server
    },
    tablet: async (origin, options = {}) => {
      preparedFor ??= tabletsOf(origin)
      const tablet = await Tablet.open(origin, { profile: await folder('profile'), preparedFor, ...options })
      tablets.push(tablet)
      endings.push(() => tablet.close())
      return tablet
    },
  }

  let failure: unknown
  try {
    await withLimit(journey.run(world), journey.seconds * 1000, `the journey "${journey.name}"`)
    if (waiting.size > 0) throw new Error(`Never run: ${[...waiting].join(', ')}`)
  } catch (error) {
    failure = error ?? new Error('failed')
    await withLimit(keepEvidence(error, tablets, servers), CLEAN_UP, 'the evidence').catch((reason: unknown) =>
      say(String(reason)),
    )
  }
  for (const end of endings.toReversed()) await withLimit(end(), CLEAN_UP, 'the end').catch(() => undefined)
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => undefined)
  say(`${failure === undefined ? 'ok    ' : 'FAILED'} ${journey.name} (${seconds()})`)
  return failure === undefined
}

async function keepEvidence(error: unknown, tablets: readonly Tablet[], servers: readonly Server[]): Promise<void> {
  const kept = await mkdtemp(join(tmpdir(), 'relevo-failed-journey-'))
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  say(
    text
      .split('\n')
      .map((line) => `    ${line}`)
      .join('\n'),
  )
  say(`    evidence: ${kept}`)
  await writeFile(join(kept, 'failure.txt'), text)
  for (const [index, server] of servers.entries()) await writeFile(join(kept, `server-${index}.txt`), server.log())
  for (const [index, tablet] of tablets.entries()) await tablet.keepEvidence(join(kept, `tablet-${index}`))
}

const [file = ''] = process.argv.slice(2)
const { journey } = (await import(pathToFileURL(file).href)) as { readonly journey: Journey }
const passed = await runJourney(journey)
// Now, not when the last handle is closed: a hanging browser must not hold the run. Playwright ends what it started.
process.exit(passed ? 0 : 1)
