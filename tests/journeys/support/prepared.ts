import { cp } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { prepare } from './main-job.ts'
import { startServer } from './server.ts'
import { Tablet } from './tablet.ts'
import { EDITOR, fillTown, INSPECTOR, OTHER_INSPECTOR, SUPERVISOR, type Person } from './town.ts'

/**
 * A town whose people are signed in on their own tablets, made once for many journeys. What a browser keeps belongs to
 * its address: each process that runs journeys has a port, with a town and tablets of that port.
 */
export type PreparedTown = { readonly port: number; readonly town: string; readonly tablets: string }

/** They hold most tablets of the journeys. */
export const PEOPLE = [INSPECTOR, OTHER_INSPECTOR, EDITOR, SUPERVISOR]
/** Below those that the system hands out by itself, where a server would lose its port while it is down. */
const PORTS = { from: 20_000, count: 10_000 }

/** @param folder of its own @param town a filled one @param people who get tablets; none where few journeys use them */
export async function prepareTown(folder: string, town: string, people: readonly Person[]): Promise<PreparedTown> {
  const prepared = { port: await freePort(), town: join(folder, 'town'), tablets: join(folder, 'tablets') }
  await cp(town, prepared.town, { recursive: true })
  if (people.length === 0) return prepared
  const server = await startServer(prepared.town, { port: prepared.port })
  try {
    for (const person of people) {
      const tablet = await Tablet.open(server.origin, { profile: join(prepared.tablets, person.id) })
      try {
        await prepare(tablet, person)
      } finally {
        await tablet.close()
      }
    }
  } finally {
    await server.stop()
  }
  return prepared
}

/** What `prepareTown` has made for this process; undefined where each journey prepares its own. */
export function preparedTown(): PreparedTown | undefined {
  const text = process.env['RELEVO_PREPARED']
  return text === undefined ? undefined : (JSON.parse(text) as PreparedTown)
}

/** A copy of the town, or one that is filled anew. */
export async function townAt(dataDir: string): Promise<void> {
  const town = preparedTown()?.town
  if (town === undefined) await fillTown(dataDir)
  else await cp(town, dataDir, { recursive: true })
}

/** @returns the tablets of people who have signed in at this origin, each given once: two devices are not one */
export function tabletsOf(origin: string): (person: string) => string | undefined {
  const prepared = preparedTown()
  const given = new Set<string>()
  return (person) => {
    if (prepared === undefined || new URL(origin).port !== String(prepared.port) || given.has(person)) return undefined
    given.add(person)
    const profile = join(prepared.tablets, person)
    return existsSync(profile) ? profile : undefined
  }
}

/** @returns one below those that the system hands out by itself: a server keeps it while it is down */
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
