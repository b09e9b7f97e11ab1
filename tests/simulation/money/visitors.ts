import { createHash } from 'node:crypto'
import { type Ticket, buildEventMark, encodeTicket } from '#domain/tickets/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Chance } from '../chance.ts'
import type { Desks } from '../desks.ts'
import type { SimServer } from '../server.ts'
import type { Timeline } from '../timeline.ts'
import { createDoorDevice, type DoorDevice } from './door-device.ts'
import type { DoorLaws } from './door-laws.ts'
import type { Presented } from './door-looks.ts'
import { OWNER, SALE, TREASURER } from './fair.ts'

const SECOND = 1_000
const [DOORS_LEAST, DOORS_MOST] = [2, 3]
/** Shares of door pages that are offline, and that are killed instead of closed. */
const [OFFLINE, KILLED] = [0.5, 0.3]
/** Seconds of a visit at a door. */
const [SHORTEST, LONGEST] = [20, 60]

/** Maximum presses of staff until scans are discarded. */
const PRESSES = 200

/** Codes held before a scanner, repeated by frequency. */
const CODES = [
  ...(['ticket', 'ticket', 'ticket', 'ticket', 'ticket', 'newest', 'copy', 'copy', 'copy'] as const),
  ...(['held', 'again', 'again', 'number', 'forged', 'other event', 'other money'] as const),
]

/** Visitors at the show's doors, for seconds at a time, while its tickets are sold, refunded and transferred. */
export type Visitors = {
  /** one visit: some doors open, people come, and the doors are closed or killed */
  come(): Promise<void>
  /** staff block, unblock or transfer a ticket */
  staffAct(): Promise<void>
  /** staff end the link of the last door and discard its scans */
  discard(): Promise<void>
  /** without faults: all doors send and receive everything */
  settle(runUntil: (until: number) => Promise<void>): Promise<void>
  readonly devices: readonly DoorDevice[]
}

type Around = {
  readonly timeline: Timeline
  readonly chance: Chance
  readonly server: SimServer
  readonly desks: Desks
  readonly laws: DoorLaws
}

export async function createVisitors({ timeline, chance, server, desks, laws }: Around): Promise<Visitors> {
  let isFair = false
  let isDiscarding = false
  const LINKS = `/api/doors/${SALE}/links`
  async function newLink(): Promise<{ readonly id: string; readonly secret: string }> {
    const made = await desks.ask(TREASURER, 'POST', LINKS, { name: 'Puertas' })
    if (made?.ok !== true) throw new Error('There is no link to the door')
    const { id, url } = (await made.json()) as { readonly id: string; readonly url: string }
    return { id, secret: url.split('#')[1] ?? '' }
  }
  const { secret } = await newLink()
  // The last door has a link of its own, whose scans staff may discard.
  const own = await newLink()
  const world = { timeline, server, isFair: () => isFair, form: SALE }
  const doors = chance.int(DOORS_LEAST, DOORS_MOST)
  const devices = Array.from({ length: doors }, (_, index) =>
    createDoorDevice(`Puerta ${index + 1}`, index === 0 && chance.happens(0.3) ? [7] : undefined, {
      ...world,
      secret: index === doors - 1 ? own.secret : secret,
      chance: chance.fork(),
    }),
  )
  const busy = new Set<DoorDevice>()
  const shown = new Map<DoorDevice, string[]>()
  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => void timeline.after(milliseconds, 'visitor', () => resolve()))

  async function present(door: DoorDevice, what: Presented): Promise<void> {
    const began = timeline.now()
    const direction = door.state()?.settings.direction ?? 'entry'
    shown.set(door, [...(shown.get(door) ?? []), what.ticket.id])
    const said = await door.scan(what.code)
    laws.shown({ device: door.id(), door: door.name, direction, what, began, ended: timeline.now(), said })
  }

  async function visit(door: DoorDevice, others: readonly DoorDevice[]): Promise<void> {
    const tickets = laws.tickets()
    if (tickets.length === 0) return
    const kind = chance.pick(CODES)
    const before = shown.get(door)?.at(-1)
    const ticket =
      (kind === 'newest' ? tickets.at(-1) : undefined) ??
      (kind === 'again' ? tickets.find(({ id }) => id === before) : undefined) ??
      chance.pick(tickets)
    const genuine = { kind: 'genuine', code: ticket.qrCode, ticket } as const
    switch (kind) {
      case 'copy':
        await Promise.all([door, ...others].map((one) => present(one, genuine)))
        return
      case 'held':
        for (let time = 0; time < 3; time += 1) {
          await present(door, genuine)
          await pause(chance.int(0, 900))
        }
        return
      case 'number':
        return present(door, { kind: 'typed', code: ticket.number.toUpperCase().replaceAll(/(.{5})/g, '$1 '), ticket })
      case 'forged':
      case 'other event':
      case 'other money':
        return present(door, { kind, code: await falseCode(kind, ticket), ticket })
      default:
        return present(door, genuine)
    }
  }

  /** A code signed with the municipality's own key, unless it is forged. */
  async function falseCode(kind: 'forged' | 'other event' | 'other money', ticket: Ticket): Promise<string> {
    const signer = (await server.store.get(keys.ticketKeys(OWNER)))?.keys.at(-1)
    const { privateKey = '', number: key = 1 } = signer ?? {}
    const event = kind === 'other event' ? buildEventMark('f'.repeat(64)) : markOf(ticket)
    const isTest = (ticket.mode === 'test') !== (kind === 'other money')
    const facts = { event, ticket: ticket.number, zone: ticket.zone, isTest, key }
    return encodeTicket(facts, {
      sign: async (bytes) => {
        if (kind === 'forged') return chance.bytes(64)
        const bytesOfKey = Uint8Array.from(Buffer.from(privateKey, 'base64'))
        const signing = await crypto.subtle.importKey('pkcs8', bytesOfKey, 'Ed25519', false, ['sign'])
        return new Uint8Array(await crypto.subtle.sign('Ed25519', signing, bytes))
      },
    })
  }
  const markOf = ({ form }: Ticket): string => buildEventMark(createHash('sha256').update(form).digest('hex'))

  async function turn(door: DoorDevice, others: readonly DoorDevice[]): Promise<void> {
    const direction = chance.happens(0.25) ? 'exit' : 'entry'
    door.line.online = !chance.happens(OFFLINE)
    await door.open(direction)
    const until = timeline.now() + chance.int(SHORTEST, LONGEST) * SECOND
    const end = chance.happens(KILLED) ? 'kill' : 'close'
    timeline.after(until - timeline.now(), `${door.name} is ${end === 'kill' ? 'killed' : 'closed'}`, () => {
      door.end(end)
      busy.delete(door)
    })
    while (timeline.now() < until && door.isOpen()) {
      await pause(chance.int(2, 15) * SECOND)
      if (chance.happens(0.15)) door.line.online = !door.line.online
      const open = others.filter((one) => one.isOpen())
      if (door.isOpen()) await visit(door, open)
    }
  }

  return {
    devices,
    come: async () => {
      if (laws.tickets().length === 0) return
      const free = devices.filter((one) => !busy.has(one) && chance.happens(0.7))
      for (const door of free) busy.add(door)
      await Promise.all(free.map((door, index) => turn(door, free.slice(index + 1))))
    },
    staffAct: async () => {
      const tickets = laws.tickets()
      if (tickets.length === 0) return
      const { order, id } = chance.pick(tickets)
      const at = `/api/answers/${order}/tickets/${id}`
      const act = chance.int(0, 2)
      if (act === 0) await desks.ask(TREASURER, 'POST', `${at}/block`, { reason: 'Copia' })
      else if (act === 1) await desks.ask(TREASURER, 'POST', `${at}/block`, {})
      else
        await desks.ask(TREASURER, 'POST', `${at}/hand-on`, {
          fullName: 'Eva Sol',
          // An ID number has a digit.
          dni: `E1${id.slice(0, 6)}`,
          email: `${id.slice(0, 6)}@relevo.example`,
        })
    },
    discard: async () => {
      const last = devices.at(-1)
      if (last === undefined || last.id() === '' || isDiscarding) return
      isDiscarding = true
      laws.discards(own.id, last)
      for (let press = 0; press < PRESSES; press += 1) {
        const reply = await desks.ask(TREASURER, 'POST', `${LINKS}/${own.id}/discard`)
        if (reply?.ok === true && ((await reply.json()) as { readonly isDone: boolean }).isDone) return laws.discarded()
        await pause(5 * SECOND)
      }
    },
    settle: async (runUntil) => {
      isFair = true
      for (const door of devices) {
        door.end('close')
        door.line.online = true
        void door.open('entry')
      }
      await timeline.settle()
      await runUntil(timeline.now() + 10 * SECOND)
      // Without faults, and with everything received.
      for (const door of devices) void visit(door, [])
      await timeline.settle()
      await runUntil(timeline.now() + 45 * SECOND)
    },
  }
}
