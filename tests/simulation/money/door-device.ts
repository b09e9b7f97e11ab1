import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { generateDeviceId, type TemplateId } from '#domain/kernel/index.ts'
import type { Scan } from '#domain/tickets/index.ts'
import { type StoredDoor, openDoorStore } from '#local/doors/index.ts'
import { openDoor, type DoorState, type OpenDoor, type ScanResult } from '#sync/doors/index.ts'
import { createSender, createTransport } from '#sync/index.ts'
import type { Fault } from '../catalogue.ts'
import type { Chance } from '../chance.ts'
import { alone } from '../device.ts'
import { createFetch, type Connection } from '../network.ts'
import { killProcess, type Process, startProcess } from '../process.ts'
import type { SimServer } from '../server.ts'
import { storageFor, type StorageWatch } from '../storage.ts'
import type { Timeline } from '../timeline.ts'

/** Faults of a door's exchange; a door never gets a reply meant for another. */
const FATES: readonly Fault[] = [
  'cut before send',
  'cut after commit, before the reply',
  'request delivered twice',
  'late duplicate, out of order',
  'latency up to 120 s',
  'status 500, 502, 503, 504',
  'captive portal',
  'crash around commit or file store',
]
/** Share of all exchanges. */
const STRIKES = 0.15
/** Maximum error of its clock in milliseconds. */
const SKEW = 40 * 60_000
/** Doors have no storage faults here: `open-door.test.ts` covers a full disk. */
const STORAGE: StorageWatch = {
  heldUp: () => undefined,
  beforeRead: () => 'done',
  flushed: () => undefined,
  beforeWrite: () => 'done',
  afterDelete: () => undefined,
}

/** A device at a door: the product's own door over an unreliable connection, with its own list and clock. */
export type DoorDevice = {
  readonly name: string
  /** its id on the server; empty before the door was first opened */
  id(): string
  readonly line: Connection
  /** ids of scans that it has sent to the server, with the time of the last attempt */
  readonly asked: ReadonlyMap<string, number>
  isOpen(): boolean
  open(direction: Scan['direction']): Promise<void>
  /** @returns undefined: the page was killed before it showed a result */
  scan(code: string): Promise<ScanResult | undefined>
  state(): DoorState | undefined
  sendNow(): Promise<void>
  kept(): Promise<StoredDoor | undefined>
  /** @param how killed during any activity, or closed */
  end(how: 'kill' | 'close'): void
}

type DoorWorld = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly server: SimServer
  readonly isFair: () => boolean
  readonly form: TemplateId
  /** secret of its link */
  readonly secret: string
}

/** @param zones zones that this door admits; empty: all */
export function createDoorDevice(name: string, zones: readonly number[] | undefined, world: DoorWorld): DoorDevice {
  const { timeline, chance, server, isFair, form, secret } = world
  const disk = new IDBFactory()
  const line: Connection = { cookie: '', online: true, earlier: false, echoes: new Map(), heard: new Map() }
  const skew = chance.int(-SKEW, SKEW)
  const asked = new Map<string, number>()
  let [device, opened] = ['', 0]
  let page: { readonly process: Process; readonly door: OpenDoor } | undefined
  const clock = (): number => timeline.now() + skew
  const watch = {
    fateOf: () => (!isFair() && chance.happens(STRIKES) ? chance.pick(FATES) : null),
    served: () => undefined,
    left: () => undefined,
  }

  function askOf(process: Process, link: string) {
    const send = createFetch({ timeline, chance, server, watch }, line, process)
    return createSender(
      createTransport({
        fetch: (path, init) => {
          const { ask } = JSON.parse(init.body as string) as { readonly ask?: { readonly id: string } }
          if (ask !== undefined) asked.set(ask.id, timeline.now())
          const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${link}` }
          return send(path, { ...init, headers })
        },
        clock,
        timeout: (milliseconds) => {
          const controller = new AbortController()
          timeline.after(milliseconds, `${process.name} timeout`, () => controller.abort())
          return controller.signal
        },
        account: undefined,
      }),
    )
  }
  const storeOf = (process: Process) => openDoorStore({ indexedDB: storageFor(process, disk, STORAGE), IDBKeyRange })

  return {
    name,
    id: () => device,
    line,
    asked,
    isOpen: () => page !== undefined,
    open: async (direction) => {
      const process = startProcess(`${name}#${++opened}`)
      const kept = storeOf(process)
      // Store calls of a killed page never return.
      const store = new Proxy(kept, {
        get: (of, part: keyof typeof kept) => {
          const act = of[part] as (...args: unknown[]) => Promise<unknown>
          return part === 'close' ? act : (...args: unknown[]) => alone(process, () => act(...args))
        },
      })
      const door = openDoor({
        form,
        store,
        askAs: (link) => (link === undefined ? undefined : askOf(process, link)),
        secret,
        device: () => generateDeviceId(chance.bytes(16)),
        clock,
        random: chance.next,
        subtle: crypto.subtle,
        setTimer: (listener, milliseconds) =>
          timeline.after(milliseconds, `${process.name} timer`, () => process.alive && listener()),
        onLine: () => () => undefined,
      })
      page = { process, door }
      await unlessKilled(
        process,
        new Promise<void>((resolve) => door.subscribe(() => door.state().phase !== 'opening' && resolve())),
      )
      if (!process.alive) return
      const settings = { ...door.state().settings, name, direction, ...(zones === undefined ? {} : { zones }) }
      await unlessKilled(process, door.set(settings))
      const row = await kept.read(form)
      if (row.ok) device = row.value?.row.device ?? device
    },
    scan: async (code) => {
      if (page === undefined) return undefined
      const { process, door } = page
      return unlessKilled(process, door.scan(code))
    },
    state: () => page?.door.state(),
    sendNow: async () => page?.door.sendNow(),
    kept: async () => {
      const process = startProcess(`${name} looked at`)
      const read = await storeOf(process).read(form)
      killProcess(process)
      return read.ok ? read.value : undefined
    },
    end: (how) => {
      if (page === undefined) return
      const { process, door } = page
      page = undefined
      if (how === 'close') door.close()
      killProcess(process)
    },
  }
}

/** Returns the result, unless the process is killed before. */
async function unlessKilled<T>(process: Process, work: Promise<T>): Promise<T | undefined> {
  const killed = new Promise<undefined>((resolve) => void process.locks.add(() => resolve(undefined)))
  const result = await Promise.race([work, killed])
  return process.alive ? result : undefined
}
