import { generateDeviceId, templateIdSchema } from '../../../src/domain/kernel/index.ts'
import { MAX_TICKETS_PER_REPLY, type DoorData, encodeTicket } from '../../../src/domain/tickets/index.ts'
import { openDoorStore } from '../../../src/local/doors/index.ts'
import { openDoor } from '../../../src/sync/doors/index.ts'
import type { RequestSender } from '../../../src/domain/endpoints/index.ts'

const FORM = templateIdSchema.parse('concierto')
const MARK = 'a1b2c3d4e5f60718'
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Downloads a door's list with `listed` tickets and judges `scanned` of them offline, from the scanned text to the
 * verdict whose scan is stored.
 * @returns milliseconds of each, and of downloading the list; characters of its replies
 */
export async function judgeMany(listed: number, scanned: number) {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const publicKey = btoa(String.fromCharCode(...raw))
  const numbers = Array.from({ length: listed }, (_, index) => index.toString(16).padStart(20, '0'))
  const hashes = await Promise.all(
    numbers.map(async (number) =>
      hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(number))).slice(0, 20),
    ),
  )
  let isThere = true
  let characters = 0
  const ask = (async (_: unknown, { body }: { readonly body: { readonly listAfter?: string } }) => {
    if (!isThere) return { kind: 'retry', problem: { code: 'network.unreachable' } }
    const from = Number(body.listAfter ?? 0)
    const value: DoorData = {
      event: { form: FORM, title: 'Concierto', mark: MARK, isTest: false, again: 'never', zones: [] },
      keys: [{ number: 1, publicKey }],
      tickets: hashes.slice(from, from + MAX_TICKETS_PER_REPLY).map((hash) => [hash, 0, 'valid'] as const) as never,
      listNext: String(Math.min(listed, from + MAX_TICKETS_PER_REPLY)),
      scans: [],
      scansNext: '0',
      more: from + MAX_TICKETS_PER_REPLY < listed,
      at: Date.now(),
    }
    characters += JSON.stringify(value).length
    return { kind: 'ok', value, sentAt: Date.now(), gotAt: Date.now() }
  }) as unknown as RequestSender
  const begun = performance.now()
  const door = openDoor({
    form: FORM,
    store: openDoorStore(),
    askAs: () => ask,
    device: () => generateDeviceId(crypto.getRandomValues(new Uint8Array(16))),
    clock: () => Date.now(),
    random: () => Math.random(),
    subtle: crypto.subtle,
    setTimer: (listener, milliseconds) => {
      const timer = setTimeout(listener, milliseconds)
      return () => clearTimeout(timer)
    },
    onLine: () => () => undefined,
  })
  await new Promise<void>((resolve) => door.subscribe(() => door.state().asOf !== undefined && resolve()))
  const fetched = performance.now() - begun
  isThere = false
  await door.set({ name: 'Norte', direction: 'entry' })
  const step = Math.floor(listed / scanned)
  const each: number[] = []
  for (let index = 0; index < scanned; index += 1) {
    const ticket = numbers[index * step] ?? ''
    const code = await encodeTicket(
      { event: MARK, ticket, zone: 0, isTest: false, key: 1 },
      { sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes)) },
    )
    const from = performance.now()
    const said = await door.scan(code)
    each.push(performance.now() - from)
    if (said.kind !== 'said' || said.verdict.kind !== 'admitted' || !said.isKept) throw new Error(JSON.stringify(said))
  }
  door.close()
  return { each, fetched, characters, listed: door.state().listed }
}
