import { setTimeout as wait } from 'node:timers/promises'
import { FORM, PASSWORD } from '../soak/town.ts'
import type { Ask } from './fillers.ts'
import type { SmallDisk } from './disk.ts'

export type Watched = {
  readonly signIn: Kind
  readonly reading: Kind
  readonly health: Kind
  readonly lowest: () => number
  readonly saidFull: () => boolean
  stop(): Promise<void>
}
export type Kind = { readonly times: number[]; readonly failed: string[] }

const EVERY = 250
/** List requests per sign-in. An address may try passwords 36 times per minute. */
const SIGNING_IN = 8

/** Another user reads lists and the server's health, up to four times per second, and sometimes signs in. */
export function watch(disk: SmallDisk, stranger: Ask, reader: Ask, email: string): Watched {
  const [signIn, reading, health] = [kind(), kind(), kind()]
  let [lowest, full, stopped, looks] = [Infinity, false, false, 0]

  async function timed(of: Kind, work: () => Promise<Response>): Promise<unknown> {
    const began = performance.now()
    try {
      const response = await work()
      const body: unknown = await response.json()
      if (!response.ok) of.failed.push(`${response.status} ${JSON.stringify(body)}`)
      return body
    } catch (error) {
      of.failed.push(String(error))
      return undefined
    } finally {
      of.times.push(performance.now() - began)
    }
  }

  async function look(): Promise<void> {
    lowest = Math.min(lowest, disk.free())
    looks += 1
    const credentials = JSON.stringify({ email, password: PASSWORD })
    if (looks % SIGNING_IN === 1)
      await timed(signIn, () => stranger('POST', '/api/session', credentials, { 'content-type': 'application/json' }))
    await timed(reading, () => reader('GET', '/api/sync/pull'))
    await timed(reading, () => reader('GET', `/api/answers?template=${FORM.id}`))
    const reported = await timed(health, () => stranger('GET', '/api/health'))
    if (typeof reported === 'object' && reported !== null && 'disk' in reported && reported.disk === 'full') full = true
  }

  const watching = (async () => {
    while (!stopped) {
      await look()
      await wait(EVERY)
    }
  })()
  return {
    signIn,
    reading,
    health,
    lowest: () => lowest,
    saidFull: () => full,
    stop: async () => {
      stopped = true
      await watching
    },
  }
}

function kind(): Kind {
  return { times: [], failed: [] }
}
