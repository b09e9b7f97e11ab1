import { describe, expect, it } from 'vitest'
import type { Ticket } from '#domain/tickets/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { DOOR_PATH, eventDoors, SOUTH, south } from '#tests/support/server/door-asks.ts'
import { codeOf } from '#tests/support/server/world.ts'

/** Links that open a door without an account: what they allow, for how long, and how they end. */
const HOUR = 3_600_000
const FORM = buildTicketForm().id

const { event, bought, asked, synced, scan, linkBy } = eventDoors()

describe('a link', () => {
  it('cannot let people in outside the opening hours, by the clock of the server', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const { bearer: link } = await linkBy('sofia')
    const opens = Date.parse('2027-01-10T09:00:00.000Z')
    event.world.clock.now = opens - 19 * 24 * HOUR
    // The clock of the device is 19 days ahead.
    const early = scan(first, { at: opens + 60_000, isAdmitted: true })
    expect((await synced({ link }, { scans: [early] })).dropped).toEqual([early.id])
    expect((await synced({ link }, { ask: scan(first) })).verdict).toEqual({ kind: 'refused', why: 'door-closed' })
    event.world.clock.now = opens + HOUR
    const late = scan(second, { at: opens - 1, isAdmitted: true })
    const byStaff = scan(second, { at: opens - 2, isAdmitted: true })
    expect((await synced({ link }, { scans: [late] })).dropped).toEqual([late.id])
    expect((await synced({ cookie: await event.world.signIn('ines') }, { scans: [byStaff] })).dropped).toEqual([
      byStaff.id,
    ])
    // An exit and a refused scan admit no one.
    const out = scan(second, { at: opens - 1, direction: 'exit', isAdmitted: true })
    const refused = scan(second, { at: opens - 1, isAdmitted: false, why: 'door-closed' })
    expect((await synced({ link }, { scans: [out, refused] })).dropped).toBeUndefined()
    for (const ticket of [first, second])
      expect((await synced({ link }, { ask: scan(ticket) })).verdict).toMatchObject({ kind: 'admitted' })
  })

  it('opens the door of its form and nothing else, without an account, until it is ended', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    expect((await synced({ link }, { ask: scan(first) })).verdict).toMatchObject({ kind: 'admitted' })
    const headers = { authorization: `Bearer ${link}` }
    for (const [method, path] of [
      ['GET', `${DOOR_PATH}/report`],
      ['GET', `${DOOR_PATH}/links`],
      ['GET', `/api/answers/${first.order}/tickets`],
      ['GET', '/api/session'],
    ] as const)
      expect((await event.world.ask(method, path, { headers })).status).toBe(401)
    await event.world.put(keys.template('otro' as never), { ...buildTicketForm(), id: 'otro' })
    const other = await asked({ link }, {}, '/api/doors/otro')
    expect([other.status, await codeOf(other)]).toEqual([401, 'door.required'])
    const cookie = await event.world.signIn('sofia')
    const listed = await (await event.world.ask('GET', `${DOOR_PATH}/links`, { cookie })).text()
    expect(listed).toContain(id)
    expect(listed).not.toContain(link.slice(3))
    expect(JSON.stringify(await event.world.store.get(keys.doorLinks(FORM)))).not.toContain(link.slice(3))
    expect((await event.world.ask('DELETE', `${DOOR_PATH}/links/${id}`, { cookie })).status).toBe(204)
    expect(await codeOf(await asked({ link }, {}))).toBe('door.required')
  })

  it('is noted with each scan that is made by it, and with no other, and not given to other doors', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, id } = await linkBy('sofia')
    const cookie = await event.world.signIn('ines')
    await synced({ link }, { scans: [scan(first, { isAdmitted: true })], ask: scan(second) })
    await synced({ cookie }, { ...south, scans: [scan(first, { isAdmitted: true }, SOUTH)] })
    const linksOf = async ({ id: ticket }: Ticket) =>
      (await event.world.store.get(keys.ticketScans(FORM, ticket)))?.scans.map((kept) => kept.link)
    expect([await linksOf(first), await linksOf(second)]).toEqual([[id, undefined], [id]])
    expect(JSON.stringify((await synced({ cookie }, south)).scans)).not.toContain(id)
    const claimed = { ...scan(first, { isAdmitted: true }), link: '0'.repeat(20) }
    expect((await asked({ cookie }, { scans: [claimed] as never })).status).toBe(400)
  })

  it('ends with its event at the latest; what it saw before is still taken, and nothing is given', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const { bearer: link, until } = await linkBy('sofia', { until: '2099-01-01T00:00:00.000Z' })
    expect(until).toBe('2027-01-17T21:00:00.000Z')
    expect((await synced({ link })).event.until).toBe(Date.parse(until))
    expect((await synced({ cookie: await event.world.signIn('ines') })).event.until).toBeUndefined()
    event.world.clock.now = Date.parse(until) + HOUR
    const before = scan(first, { at: Date.parse(until) - HOUR, isAdmitted: true })
    const after = scan(second, { isAdmitted: true })
    const reply = await synced({ link }, { scans: [before, after], ask: scan(second) })
    expect(reply).toMatchObject({ tickets: [], keys: [], scans: [], verdict: { kind: 'refused', why: 'door-closed' } })
    expect([reply.dropped, reply.event.until]).toEqual([[after.id], Date.parse(until)])
    expect((await synced({ cookie: await event.world.signIn('ines') }, south)).scans).toMatchObject([{ id: before.id }])
    event.world.clock.now += 30 * 24 * HOUR
    expect(await codeOf(await asked({ link }, {}))).toBe('door.ended')
  })

  it('is guessed at by one address so often and no more, which keeps out none that is good', async () => {
    const { bearer } = await linkBy('sofia')
    const forged = `d1.${bearer.slice(3).split('').toReversed().join('')}`
    const codes = new Set<string | undefined>()
    for (let tries = 0; tries < 61; tries += 1) codes.add(await codeOf(await asked({ link: forged }, {})))
    expect([...codes]).toEqual(['door.required', 'request.too-many'])
    expect((await asked({ link: bearer }, {})).status).toBe(200)
  })

  it('is made and ended by those alone who record money of this form, and noted', async () => {
    const links = async (user: string, method: string, path = `${DOOR_PATH}/links`, body?: object) =>
      (
        await event.world.ask(method, path, {
          cookie: await event.world.signIn(user),
          ...(body === undefined ? {} : { body }),
        })
      ).status
    for (const [user, status] of [
      ['ines', 403],
      ['uma', 404],
      ['gil', 403],
      ['sofia', 200],
    ] as const) {
      expect([user, await links(user, 'POST', undefined, { name: 'Norte' })]).toEqual([user, status])
      expect([user, await links(user, 'GET')]).toEqual([user, status])
    }
    const noted = await event.world.store.query({ collection: 'audit', limit: 100 })
    const acts = noted.map(({ document }) => document).filter(({ action }) => action === 'door.link-made')
    expect(acts).toMatchObject([{ username: 'sofia', details: { name: 'Norte' } }])
  })
})
