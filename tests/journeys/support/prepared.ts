import { existsSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from './main-job.ts'
import { startServer } from './server.ts'
import { copyFolder, deleteFolder, Tablet } from './tablet.ts'
import { EDITOR, fillTown, INSPECTOR, SUPERVISOR } from './town.ts'

/** People with prepared tablets, which most journeys use. */
const PEOPLE = [INSPECTOR, EDITOR, SUPERVISOR]
/** Below the system's ephemeral ports, where a stopped server would lose its port. */
const PORTS = { from: 20_000, count: 10_000 }

/** The folder of a run, and a port for each worker, because browser data belongs to an origin. */
type Run = { readonly home: string; readonly ports: readonly number[] }

/** The town of a worker, with the tablets of signed-in users once `signInTablets` was called. */
export type Town = {
  readonly port: number
  readonly copyTo: (dataDir: string) => Promise<void>
  /** the profile of this person's tablet */
  readonly tabletOf: (person: string) => string | undefined
}

/** Runs once, before all workers (`playwright.config.ts`). @returns the cleanup after them */
export default async function prepareRun({ workers }: { readonly workers: number }): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'relevo-towns-'))
  await fillTown(join(home, 'town'))
  const run: Run = { home, ports: await Promise.all(Array.from({ length: workers }, freePort)) }
  process.env['RELEVO_RUN'] = JSON.stringify(run)
  return () => deleteFolder(home)
}

/** The result of `prepareRun`; throws in a process that is not one of its workers. */
export function currentRun(): Run {
  return JSON.parse(process.env['RELEVO_RUN'] ?? '') as Run
}

function placeOf(worker: number): { readonly home: string; readonly port: number; readonly signedIn: string } {
  const { home, ports } = currentRun()
  const port = ports[worker]
  if (port === undefined) throw new Error(`There is no worker ${worker}`)
  return { home, port, signedIn: join(home, `signed-in-${worker}`) }
}

export function townOf(worker: number): Town {
  const { home, port, signedIn } = placeOf(worker)
  const folder = existsSync(signedIn) ? signedIn : home
  return {
    port,
    copyTo: (dataDir) => copyFolder(join(folder, 'town'), dataDir),
    tabletOf: (person) => [join(folder, person)].find(existsSync),
  }
}

/** Signs people in on tablets that later journeys copy. A worker that replaces a failed one finds them. */
export async function signInTablets(worker: number): Promise<void> {
  const { home, port, signedIn } = placeOf(worker)
  if (existsSync(signedIn)) return
  const folder = await mkdtemp(`${signedIn}-`)
  await copyFolder(join(home, 'town'), join(folder, 'town'))
  const server = await startServer(join(folder, 'town'), { port })
  try {
    for (const person of PEOPLE) {
      const tablet = await Tablet.open(server.origin, { profile: join(folder, person.id) })
      try {
        await prepare(tablet, person)
      } finally {
        await tablet.close()
      }
    }
  } finally {
    await server.stop()
  }
  await rename(folder, signedIn)
}

/** @returns a port below the system's ephemeral ports, so that a server keeps it while it is stopped */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer()
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}
