import { describe, expect, it } from 'vitest'
import type { Ticket } from '#domain/tickets/index.ts'
import { MAX_PASSAGES } from '#domain/tickets/documents/ticket.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { DOOR_PATH, eventDoors, SOUTH, south } from '#tests/support/server/door-asks.ts'
import { codeOf } from '#tests/support/server/world.ts'

/** Discarding the scans of a door link: its effects everywhere, and who may do it. */
const HOUR = 3_600_000
const FORM = buildTicketForm().id
const DONE = { status: 200, scans: 0, isDone: true }

const { event, bought, asked, synced, scan, linkBy } = eventDoors()
const storedOf = async ({ id }: Ticket) => (await event.world.store.get(keys.ticketScans(FORM, id)))?.scans ?? []

async function ask(user: string, method: string, path: string) {
  const reply = await event.world.ask(method, `${DOOR_PATH}${path}`, { cookie: await event.world.signIn(user) })
  const text = await reply.text()
  return { status: reply.status, ...(text === '' ? {} : (JSON.parse(text) as object)) }
}
const discard = (link: string, user = 'sofia') => ask(user, 'POST', `/links/${link}/discard`)
const counted = (link: string, user = 'sofia') => ask(user, 'GET', `/links/${link}/scans`)

describe('discarding the scans of a link', () => {
  it('ends the link, keeps the scans on record, and lets their tickets in again', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    const cookie = await event.world.signIn('ines')
    await synced(
      { link },
      { scans: [scan(first, { isAdmitted: true }), scan(second, { isAdmitted: false, why: 'used' })] },
    )
    await synced({ cookie }, { ...south, scans: [scan(second, { isAdmitted: true }, SOUTH)] })
    expect(await counted(id)).toEqual({ status: 200, scans: 1 })
    event.world.clock.now += 10_000
    expect(await discard(id)).toEqual({ status: 200, scans: 1, isDone: true })
    expect(await counted(id)).toEqual({ status: 200, scans: 0 })
    // A refused scan admits no one, and other doors' scans do not belong to this link.
    expect(await storedOf(first)).toMatchObject([{ isAdmitted: false, why: 'discarded', link: id }])
    expect(await storedOf(second)).toMatchObject([
      { isAdmitted: false, why: 'used', link: id },
      { isAdmitted: true, device: SOUTH },
    ])
    const report = (await ask('sofia', 'GET', '/report')) as unknown as {
      zones: { entered: number }[]
      refused: object[]
      doors: { device: string; scans: number }[]
    }
    expect(report.zones.map(({ entered }) => entered).reduce((sum, one) => sum + one)).toBe(1)
    expect(report.refused).toEqual([{ why: 'used', count: 1 }])
    expect((await synced({ cookie }, { ask: scan(first) })).verdict).toMatchObject({ kind: 'admitted' })
    expect((await synced({ cookie }, { ask: scan(second) })).verdict).toMatchObject({ kind: 'refused', why: 'used' })
  })

  it('discards scans that arrive later from a device of the link, and tells it nothing more', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    const [before, refused] = [scan(first, { isAdmitted: true }), scan(second, { isAdmitted: false, why: 'unknown' })]
    expect(await discard(id)).toEqual(DONE)
    const doorReply = await synced({ link }, { scans: [before, refused], ask: scan(second) })
    expect(doorReply).toMatchObject({
      isOver: true,
      tickets: [],
      scans: [],
      verdict: { kind: 'refused', why: 'door-closed' },
    })
    expect(doorReply.dropped).toBeUndefined()
    expect(await storedOf(first)).toMatchObject([{ id: before.id, isAdmitted: false, why: 'discarded' }])
    expect(await storedOf(second)).toMatchObject([{ id: refused.id, isAdmitted: false, why: 'unknown' }])
    // Sent again it is the same scan.
    await synced({ link }, { scans: [before] })
    expect(await storedOf(first)).toHaveLength(1)
  })

  it('tells other doors, and the device itself', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    const cookie = await event.world.signIn('ines')
    const own = scan(first, { isAdmitted: true })
    const { scansNext } = await synced({ link }, { scans: [own] })
    await discard(id)
    const heard = { id: own.id, isAdmitted: false, why: 'discarded' }
    expect((await synced({ cookie }, south)).scans).toMatchObject([heard])
    expect((await synced({ cookie }, { scansAfter: scansNext })).scans).toMatchObject([heard])
  })

  it('can follow after the link was ended, is repeated without effect, and is noted once', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    await synced({ link }, { scans: [scan(first, { isAdmitted: true })] })
    expect(await ask('sofia', 'DELETE', `/links/${id}`)).toEqual({ status: 204 })
    expect(await codeOf(await asked({ link }, {}))).toBe('door.required')
    expect(await discard(id)).toEqual({ status: 200, scans: 1, isDone: true })
    expect(await discard(id)).toEqual(DONE)
    expect(await ask('sofia', 'GET', '/links')).toMatchObject({
      links: [{ id, ended: expect.any(String), discarded: { isDone: true } }],
    })
    const noted = await event.world.store.query({ collection: 'audit', limit: 100 })
    const acts = noted.map(({ document }) => document).filter(({ action }) => action === 'door.scans-discarded')
    expect(acts).toMatchObject([{ username: 'sofia', target: `puertas/${FORM}`, details: { name: 'Puerta' } }])
  })

  it('takes several requests for a large event, and says when it is done', async () => {
    const { id } = await linkBy('sofia')
    const tickets = Array.from({ length: 1_100 }, (_, index) => index.toString(16).padStart(20, '0'))
    for (const [index, ticket] of tickets.entries()) {
      const kept = { ...scan(ticket, { isAdmitted: true }), device: SOUTH, door: 'Sur', link: id }
      await event.world.put(keys.ticketScans(FORM, ticket), {
        form: FORM,
        ticket,
        zone: 0,
        scans: [{ ...kept, id: `${SOUTH}~${index}` }],
      } as never)
    }
    expect(await discard(id)).toEqual({ status: 200, scans: 1_000, isDone: false })
    expect(await ask('sofia', 'GET', '/links')).toMatchObject({ links: [{ discarded: { isDone: false } }] })
    let last = await discard(id)
    expect(last).toMatchObject({ scans: 100 })
    for (let more = 0; more < 3 && !(last as { isDone?: boolean }).isDone; more += 1) last = await discard(id)
    expect(last).toMatchObject({ isDone: true })
    expect(await counted(id)).toMatchObject({ scans: 0 })
  })

  it('counts discarded passages towards the passages that are kept of a ticket', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    const many = Array.from({ length: MAX_PASSAGES }, () => scan(first, { isAdmitted: true }))
    for (let from = 0; from < many.length; from += 500) await synced({ link }, { scans: many.slice(from, from + 500) })
    expect(await discard(id)).toMatchObject({ scans: MAX_PASSAGES })
    const late = scan(first, { isAdmitted: true })
    expect((await synced({ link }, { scans: [late] })).dropped).toEqual([late.id])
    expect(await storedOf(first)).toHaveLength(MAX_PASSAGES)
  })

  it('is for those alone who record money of this form', async () => {
    const { id } = await linkBy('sofia')
    for (const [user, status] of [
      ['ines', 403],
      ['uma', 404],
      ['gil', 403],
    ] as const) {
      expect([user, (await counted(id, user)).status]).toEqual([user, status])
      expect([user, (await discard(id, user)).status]).toEqual([user, status])
    }
    expect((await discard('0'.repeat(20))).status).toBe(404)
    expect(await discard(id)).toEqual(DONE)
  })
})

describe('an event whose hours are moved', () => {
  it('keeps an entry that was made in the hours of its moment and arrives after the move', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const form = buildTicketForm()
    await event.world.put(keys.templateVersion(FORM, 1), form)
    const cookie = await event.world.signIn('ines')
    const opens = Date.parse('2027-01-10T09:00:00.000Z')
    const early = scan(first, { at: opens + HOUR, isAdmitted: true })
    const moved = {
      ...form,
      version: 2,
      lastEdit: { date: new Date(opens + 2 * HOUR).toISOString(), username: 'gil' },
      ticketSale: { ...form.ticketSale, eventDate: '2027-02-10T21:00:00.000Z', eventEnd: '2027-02-11T01:00:00.000Z' },
    }
    await event.world.put(keys.template(FORM), moved as never)
    event.world.clock.now = opens + 4 * HOUR
    // This door did not know about the move: the event had no open door at that time.
    const unaware = scan(second, { at: opens + 3 * HOUR, isAdmitted: true })
    expect((await synced({ cookie }, { scans: [early, unaware] })).dropped).toEqual([unaware.id])
    expect(await storedOf(first)).toMatchObject([{ id: early.id, isAdmitted: true }])
  })
})
