import { createHash, webcrypto } from 'node:crypto'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { RequestSender } from '#domain/endpoints/index.ts'
import { generateDeviceId, type Problem, refuse, templateIdSchema } from '#domain/kernel/index.ts'
import { doorDataSchema, type DoorData, type DoorSync, doorSyncSchema, encodeTicket } from '#domain/tickets/index.ts'
import { type DoorStore, openDoorStore } from '#local/doors/index.ts'
import { openDoor } from '#sync/doors/index.ts'
import { eventually } from '#tests/journeys/support/waiting.ts'

export const FORM = templateIdSchema.parse('concierto')
export const MARK = 'a1b2c3d4e5f60718'
export const NUMBER = '00112233445566778899'
export const OTHER = 'ffeeddccbbaa99887766'
export const NOON = Date.UTC(2026, 10, 25, 12)
export function hashOf(number: string): string {
  return createHash('sha256').update(number).digest('hex').slice(0, 20)
}

const pair = webcrypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>

/** Content of a ticket's QR code. @param signed key pair; default: that of this world's server */
export async function codeOf(ticket: string, signed = pair): Promise<string> {
  const { privateKey } = await signed
  return encodeTicket(
    { event: MARK, ticket, zone: 0, isTest: false, key: 1 },
    { sign: async (bytes) => new Uint8Array(await webcrypto.subtle.sign('Ed25519', privateKey, bytes)) },
  )
}
async function publicKey(): Promise<string> {
  return Buffer.from(await webcrypto.subtle.exportKey('raw', (await pair).publicKey)).toString('base64')
}

/** A server that follows the contract and knows one ticket and all scans sent to it. */
function buildServer(more: Partial<DoorData> = {}) {
  const server = {
    isThere: true,
    /** number of requests that failed without a server */
    cuts: 0,
    /** promise that a request without a server waits for */
    failing: undefined as Promise<void> | undefined,
    /** whether this device has an account */
    isSignedIn: true,
    refuses: undefined as { readonly problem: Problem; readonly status: number } | undefined,
    clock: () => NOON,
    deviceClock: () => NOON,
    /** whether it accepts no scans */
    drops: false,
    /** links unknown to the server */
    stale: new Set<string | undefined>(),
    bodies: [] as DoorSync[],
    secrets: [] as (string | undefined)[],
    verdict: undefined as DoorData['verdict'],
    /** delay of a reply in real milliseconds */
    delay: 0,
    news: {} as Partial<DoorData>,
    scans: () => server.bodies.flatMap(({ scans }) => scans),
  }
  const asAccountOr = (secret: string | undefined): RequestSender =>
    (async (_: unknown, input: { readonly body: unknown }, signal?: AbortSignal) => {
      const cut = { kind: 'retry', problem: { code: 'network.unreachable' } }
      if (!server.isThere) {
        server.cuts += 1
        await server.failing
        return cut
      }
      server.secrets.push(secret)
      if (server.stale.has(secret)) return { kind: 'sign-in', problem: { code: 'session.required' }, status: 401 }
      if (server.refuses !== undefined)
        return { kind: server.refuses.status === 401 ? 'sign-in' : 'refused', ...server.refuses }
      const body = doorSyncSchema.parse(input.body)
      server.bodies.push(body)
      if (body.ask !== undefined && server.delay > 0) {
        await new Promise((resolve) => setTimeout(resolve, server.delay))
        if (signal?.aborted === true) return cut
      }
      const value = doorDataSchema.parse({
        event: {
          form: FORM,
          title: 'Concierto',
          mark: MARK,
          isTest: false,
          again: 'never',
          zones: [{ zone: 0, name: 'Platea' }],
        },
        keys: [{ number: 1, publicKey: await publicKey() }],
        tickets: body.listAfter === undefined ? [[hashOf(NUMBER), 0, 'valid']] : [],
        listNext: 'l1',
        scans: [],
        scansNext: 's1',
        more: false,
        at: server.clock(),
        ...more,
        ...server.news,
        ...(server.drops ? { dropped: body.scans.map(({ id }) => id) } : {}),
        ...(body.ask === undefined ? {} : { verdict: server.verdict }),
      })
      return { kind: 'ok', value, sentAt: server.deviceClock(), gotAt: server.deviceClock() }
    }) as unknown as RequestSender
  const askAs = (secret: string | undefined): RequestSender | undefined =>
    secret === undefined && !server.isSignedIn ? undefined : asAccountOr(secret)
  return { server, askAs }
}

type Opening = {
  readonly secret?: string
  readonly name?: string
  readonly locks?: LockManager
  /** writes that this device refuses, as if full */
  readonly full?: ReadonlySet<keyof DoorStore>
  /** delay before replies are stored */
  readonly slow?: () => Promise<unknown>
}

/** A device: `open` opens a window, `kill` ends it during any activity. */
function buildDevice({ server, askAs }: ReturnType<typeof buildServer>) {
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  const device = { now: NOON, behind: 0, ids: 1, chance: 0 }
  server.deviceClock = () => device.now
  server.clock = () => device.now + device.behind
  const open = async ({ secret, name = 'Norte', locks, full = new Set(), slow }: Opening = {}) => {
    const kept = openDoorStore(storage)
    const store = new Proxy(kept, {
      get: (of, part: keyof DoorStore) => {
        if (full.has(part)) return async () => refuse('device.storage-full')
        if (part !== 'receive' || slow === undefined) return of[part]
        return async (...given: Parameters<DoorStore['receive']>) => slow().then(() => of.receive(...given))
      },
    })
    const timers = new Set<ReturnType<typeof setTimeout>>()
    const online = new Set<(isOnline: boolean) => void>()
    const door = openDoor({
      form: FORM,
      store,
      askAs,
      secret,
      device: () => generateDeviceId(new Uint8Array(16).fill(device.ids++)),
      clock: () => device.now,
      random: () => device.chance,
      subtle: crypto.subtle,
      locks,
      setTimer: (listener, milliseconds) => {
        const timer = setTimeout(listener, milliseconds)
        timers.add(timer)
        return () => clearTimeout(timer)
      },
      onLine: (listener) => {
        online.add(listener)
        return () => online.delete(listener)
      },
    })
    await eventually('an open door', () => door.state().phase !== 'opening')
    if (server.isThere) await door.sendNow()
    if (name !== '') await door.set({ ...door.state().settings, name })
    return {
      ...door,
      store,
      setOnline: (isOnline: boolean) => online.forEach((listener) => listener(isOnline)),
      kill: () => {
        door.close()
        timers.forEach(clearTimeout)
        store.close()
      },
    }
  }
  return { device, open }
}

/** One server, one device, and functions that open the door on it. @param more additional knowledge of the server */
export async function doorWorld(more: Partial<DoorData> = {}) {
  const built = buildServer(more)
  return { ...built, ...buildDevice(built) }
}
export async function saidOf(said: ReturnType<ReturnType<typeof openDoor>['scan']>) {
  const found = await said
  if (found.kind !== 'said') throw new Error(found.kind)
  return found
}
export const ADMITTED = { kind: 'admitted', direction: 'entry', isUnlisted: false } as const
