import { toHex } from '#domain/kernel/index.ts'
import {
  judgeTicket,
  REPEATED_SCAN_MS,
  decodeTicket,
  type DoorData,
  type DoorSync,
  type TicketRefusal,
  type TicketKeys,
  type TicketVerdict,
  type DecodedTicket,
} from '#domain/tickets/index.ts'
import type { DoorRecord, DoorSettings, LocalScan } from '#local/doors/index.ts'
import type { ScanResult } from './door-state.ts'

/** Pattern of a ticket's printed number, and the separators that may be typed between its parts. */
const TICKET_NUMBER = /^[0-9a-f]{20}$/
const SEPARATORS = /[\s·.-]/g

/** A code or typed number, with the hash that identifies its ticket; `hash` is missing for codes that are not ours. */
type ReadScan = { readonly read: DecodedTicket; readonly hash?: string | undefined }

/**
 * Reads a code or typed number. A typed number has no signature, so the list decides, as for a ticket whose signature
 * could not be verified.
 */
async function readScan(
  text: string,
  { mark, isTest }: Pick<DoorData['event'], 'mark' | 'isTest'>,
  keys: Pick<TicketKeys, 'verify'>,
  subtle: Pick<SubtleCrypto, 'digest'>,
): Promise<ReadScan> {
  const number = text.toLowerCase().replaceAll(SEPARATORS, '')
  const read: DecodedTicket = TICKET_NUMBER.test(number)
    ? { kind: 'ticket', signature: 'unchecked', event: mark, ticket: number, zone: 0, isTest, key: 0 }
    : await decodeTicket(text, keys)
  return read.kind === 'unknown' ? { read } : { read, hash: await hashTicketNumber(read.ticket, subtle) }
}

async function hashTicketNumber(number: string, subtle: Pick<SubtleCrypto, 'digest'>): Promise<string> {
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(number))
  return toHex(new Uint8Array(digest)).slice(0, 20)
}

/** Maximum wait for the server before this door decides by itself, milliseconds. */
const ASK_LIMIT = 700

/** A door's data at the time of a scan. */
type ScannerKnowledge = {
  readonly event: DoorData['event']
  readonly asOf: number
  readonly settings: DoorSettings
  readonly offset: number
  readonly device: string
  readonly keys: Pick<TicketKeys, 'verify'>
  readonly book: DoorRecord
  readonly isLive: boolean
}

type ScanRequest = NonNullable<DoorSync['ask']>

type ScannerDeps = {
  readonly subtle: Pick<SubtleCrypto, 'digest'>
  readonly clock: () => number
  /** undefined: there is no list yet, or the door's link has expired */
  readonly known: () => ScannerKnowledge | undefined
  readonly newId: () => Promise<string>
  readonly ask: (request: ScanRequest, signal: AbortSignal) => Promise<TicketVerdict | undefined>
  readonly timer: (listener: () => void, milliseconds: number) => () => void
  /** @returns whether the scan is on the disk */
  readonly note: (scan: LocalScan, isSent: boolean) => Promise<boolean>
  readonly tooSlow: () => void
}

/** Faults of the code itself, which the server does not check. */
const CODE_REASONS = ['forged', 'wrong-event', 'test-ticket', 'real-ticket-at-a-test'] as const
const FALSE_TICKET_REASONS: ReadonlySet<TicketRefusal> = new Set(CODE_REASONS)
/** Refusals that no newer data from the server can change. */
const FINAL_REASONS: ReadonlySet<TicketRefusal> = new Set([
  ...CODE_REASONS,
  'cancelled',
  'wrong-zone',
  'too-early',
  'too-late',
  'door-closed',
  'used',
])

/** @returns a function that checks codes one after another */
export function createScanner(deps: ScannerDeps): (text: string) => Promise<ScanResult> {
  let last:
    { readonly text: string; readonly result: ScanResult; readonly direction?: string; readonly at: number } | undefined
  /**
   * By ticket hash: requests that got no reply, after which this door refused the ticket. The server may have admitted
   * it.
   */
  const unheard = new Map<string, ScanRequest>()
  let queue: Promise<unknown> = Promise.resolve()

  async function look(text: string): Promise<ScanResult> {
    const oldKnowledge = deps.known()
    const direction = oldKnowledge?.settings.direction
    // Scanners repeat a code that stays in view. The period starts at the first scan, so that a copy of the ticket that
    // is shown later is checked.
    if (last?.text === text && last.direction === direction && Math.abs(deps.clock() - last.at) < REPEATED_SCAN_MS)
      return last.result.kind === 'said' ? { ...last.result, isRepeated: true } : last.result
    const result: ScanResult = oldKnowledge === undefined ? { kind: 'not-ready' } : await judged(text, oldKnowledge)
    last = { text, result, at: deps.clock(), ...(direction === undefined ? {} : { direction }) }
    return result
  }

  async function judged(text: string, oldKnowledge: ScannerKnowledge): Promise<ScanResult> {
    const { event, settings, book, device, asOf } = oldKnowledge
    const at = deps.clock() + oldKnowledge.offset
    const { read, hash } = await readScan(text, event, oldKnowledge.keys, deps.subtle)
    const listed = hash === undefined ? undefined : book.listed(hash)
    const door = {
      event: event.mark,
      device,
      isTest: event.isTest,
      isCancelled: event.isCancelled,
      direction: settings.direction,
      again: event.again,
      ...(settings.zones === undefined ? {} : { zones: settings.zones }),
      ...(event.opens === undefined ? {} : { opens: event.opens }),
      ...(event.closes === undefined ? {} : { closes: event.closes }),
    }
    const scans = hash === undefined ? [] : book.scansOf(hash)
    const ownVerdict = judgeTicket(read, door, { listed, asOf, scans }, at)
    const number = listed?.zone ?? (read.kind === 'ticket' && read.signature === 'good' ? read.zone : undefined)
    const zone = event.zones.find((eachZone) => eachZone.zone === number)?.name
    const said = { kind: 'said', at, asOf, zone, isKept: true } as const
    // A code that is not ours has no hash under which a scan could be stored.
    if (hash === undefined || ownVerdict.kind === 'same-scan') return { ...said, verdict: ownVerdict, by: 'door' }

    const facts = { ticket: hash, at, direction: settings.direction }
    const mayChange = ownVerdict.kind === 'admitted' || !FINAL_REASONS.has(ownVerdict.why)
    const before =
      ownVerdict.kind === 'refused' && FALSE_TICKET_REASONS.has(ownVerdict.why) ? undefined : unheard.get(hash)
    if (oldKnowledge.isLive && (mayChange || before !== undefined)) {
      const zones = settings.zones === undefined ? {} : { zones: settings.zones }
      let ask = before?.direction === settings.direction ? before : { id: await deps.newId(), ...facts, ...zones }
      let verdict = await asked(ask)
      // If the earlier request without a reply admitted the ticket, repeating it returns "admitted". Otherwise asks
      // again with a new id, because the state may have changed.
      if (ask === before && verdict !== undefined && verdict.kind !== 'admitted') {
        ask = { id: await deps.newId(), ...facts, ...zones }
        verdict = await asked(ask)
      }
      if (verdict !== undefined) {
        unheard.delete(hash)
        const isKept =
          verdict.kind === 'same-scan' || (await deps.note(toLocalScan(ask.id, facts, verdict, settings), true))
        return { ...said, isKept, verdict, by: 'server' }
      }
      if (ownVerdict.kind === 'refused') unheard.set(hash, ask)
    }
    if (ownVerdict.kind === 'admitted') unheard.delete(hash)
    // Uses a new id, because the server may have decided differently about the request, too late to be shown.
    const isKept = await deps.note(toLocalScan(await deps.newId(), facts, ownVerdict, settings), false)
    return { ...said, isKept, verdict: ownVerdict, by: 'door' }
  }

  async function asked(ask: ScanRequest): Promise<TicketVerdict | undefined> {
    const controller = new AbortController()
    let cancel = (): void => undefined
    const late = new Promise<'late'>((resolve) => {
      cancel = deps.timer(() => resolve('late'), ASK_LIMIT)
    })
    const verdict = await Promise.race([deps.ask(ask, controller.signal), late])
    cancel()
    if (verdict !== 'late') return verdict
    controller.abort()
    deps.tooSlow()
    return undefined
  }

  return (text) => {
    const result = queue.then(() => look(text.trim()))
    queue = result.catch(() => undefined)
    return result
  }
}

function toLocalScan(
  id: string,
  facts: Omit<ScanRequest, 'id' | 'zones'>,
  verdict: Exclude<TicketVerdict, { readonly kind: 'same-scan' }>,
  { name }: DoorSettings,
): LocalScan {
  return {
    id,
    ...facts,
    isAdmitted: verdict.kind === 'admitted',
    ...(verdict.kind === 'refused' ? { why: verdict.why } : {}),
    door: name,
  }
}
