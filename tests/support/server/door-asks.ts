import { beforeEach, expect } from 'vitest'
import type { z } from 'zod'
import { type Ticket, doorDataSchema, type DoorSync } from '#domain/tickets/index.ts'
import { buildTicketForm } from '../builders/paying.ts'
import { buy, putEvent } from './event-world.ts'
import { buildWorld, type World } from './world.ts'

const FORM = buildTicketForm().id
export const DOOR_PATH = `/api/doors/${FORM}`
const NORTH = 'N'.repeat(26)
export const SOUTH = 'S'.repeat(26)
export const south = { device: SOUTH, door: 'Sur' } as const
type Known = z.infer<typeof doorDataSchema>

type By = { readonly cookie?: string; readonly link?: string }

/**
 * An event on sale, with a new world for each test: requests of doors, and scans in the doors' format.
 * `bought` returns the tickets of one more paid order.
 */
export function eventDoors() {
  const event = {} as { world: World }
  let orders = 0
  beforeEach(async () => {
    orders = 0
    event.world = await buildWorld()
    await putEvent(event.world)
  })
  const bought = (change: Readonly<Record<string, unknown>> = {}) => buy(event.world, (orders += 1), change)
  return { event, bought, ...doorAsks(event) }
}

function doorAsks(event: { readonly world: World }) {
  let seq = 0
  async function asked(by: By, body: Partial<DoorSync>, path = DOOR_PATH) {
    const headers: Record<string, string> = by.link === undefined ? {} : { authorization: `Bearer ${by.link}` }
    const full = { device: NORTH, door: 'Norte', scans: [], ...body }
    return event.world.ask('POST', `${path}/sync`, {
      ...(by.cookie === undefined ? {} : { cookie: by.cookie }),
      headers,
      body: full,
    })
  }
  async function synced(by: By, body: Partial<Record<keyof DoorSync, unknown>> = {}): Promise<Known> {
    const reply = await asked(by, body as Partial<DoorSync>)
    if (reply.status !== 200) throw new Error(await reply.text())
    return doorDataSchema.parse(await reply.json())
  }
  const scan = (ticket: Ticket | string, change: object = {}, device: string = NORTH) => ({
    id: `${device}~${(seq += 1)}`,
    ticket: typeof ticket === 'string' ? ticket : ticket.id,
    at: event.world.clock.now,
    direction: 'entry',
    ...change,
  })
  async function linkBy(
    user: string,
    body: object = {},
  ): Promise<{ readonly id: string; readonly bearer: string; readonly until: string }> {
    const reply = await event.world.ask('POST', `${DOOR_PATH}/links`, {
      cookie: await event.world.signIn(user),
      body: { name: 'Puerta', ...body },
    })
    const link = (await reply.json()) as { id: string; url: string; until: string }
    expect(link.url).toMatch(new RegExp(`^/entradas/${FORM}#d1\\.`))
    return { id: link.id, bearer: link.url.split('#')[1] ?? '', until: link.until }
  }
  return { asked, synced, scan, linkBy }
}
