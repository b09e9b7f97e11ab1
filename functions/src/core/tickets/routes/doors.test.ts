import { describe, expect, it } from 'vitest'
import { doorEventSchema, doorReportSchema, type Ticket } from '#domain/tickets/index.ts'
import { generateMutationId, toInstant } from '#domain/kernel/index.ts'
import { refundUnit } from '#domain/payments/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { bytesFor } from '#tests/support/builders/submit.ts'
import { DOOR_PATH, eventDoors, SOUTH, south } from '#tests/support/server/door-asks.ts'
import { there } from '#tests/support/there.ts'

/** Exchanges of doors, by staff and by a link, in time and late. */
const HOUR = 3_600_000
const FORM = buildTicketForm().id

const { event, bought, asked, synced, scan } = eventDoors()

describe('a door', () => {
  it('hears of its event, keys and tickets, and of no name and no number', async () => {
    const tickets = await bought()
    const known = await synced({ cookie: await event.world.signIn('ines') })
    expect(doorEventSchema.parse(known.event)).toMatchObject({
      title: buildTicketForm().titulo,
      isTest: false,
      again: 'never',
      opens: Date.parse('2027-01-10T21:00:00.000Z') - 12 * HOUR,
      zones: [
        { zone: 7, name: 'Platea' },
        { zone: 2, name: 'Campo' },
      ],
    })
    expect(known.keys).toHaveLength(1)
    expect(new Map(known.tickets.map(([id, ...rest]) => [id, rest]))).toEqual(
      new Map(tickets.map(({ id }) => [id, [7, 'valid']])),
    )
    const text = JSON.stringify(known)
    for (const { number, qrCode } of tickets) {
      expect(text).not.toContain(number)
      expect(text).not.toContain(qrCode)
    }
    for (const secret of ['Ana Paz', '30111222', 'ana@relevo', 'privateKey', 'secret'])
      expect(text).not.toContain(secret)
  })

  it('hears only of what is new: a refund, in the commit of its fact, and scans of others', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    const one = await synced({ cookie })
    const nothing = await synced({ cookie }, { listAfter: one.listNext, scansAfter: one.scansNext })
    expect([nothing.tickets, nothing.scans, nothing.more]).toEqual([[], [], false])
    const wish = { id: generateMutationId(bytesFor(9)), amount: 5_000, reason: 'Lluvia' }
    await event.world.put(keys.paymentOrder(first.order), {
      ...there(await event.world.store.get(keys.paymentOrder(first.order))),
      facts: [buildFact('paid', { provider: 'desk' })],
    })
    await event.world.store.commit(
      refundUnit(first.order, wish, 'sofia' as never, { now: toInstant(0), effects: new Set() }),
    )
    await synced({ cookie }, { ...south, scans: [scan(first, { isAdmitted: true }, SOUTH)] })
    const news = await synced({ cookie }, { listAfter: one.listNext, scansAfter: one.scansNext })
    expect(news.tickets).toEqual([[second.id, 7, 'refunded']])
    expect(news.scans).toMatchObject([{ ticket: first.id, door: 'Sur', isAdmitted: true }])
  })

  it('is not given its own scans, and a scan that comes again, or late, is one', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    const late = scan(first, { at: event.world.clock.now - 10 * HOUR, isAdmitted: true })
    // A scan of an unknown ticket is stored, and not sent to other doors.
    const stray = scan('f'.repeat(20), { isAdmitted: false, why: 'forged' })
    const batch = { scans: [late, stray] }
    for (let times = 0; times < 3; times += 1) expect(await synced({ cookie }, batch)).toMatchObject({ scans: [] })
    // Not even with another result: a stored scan never changes.
    await synced({ cookie }, { scans: [{ ...late, isAdmitted: false, why: 'forged' }] })
    expect((await synced({ cookie }, south)).scans).toMatchObject([{ id: late.id, at: late.at, isAdmitted: true }])
  })

  it('whose clock is ahead has seen what it tells by now', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    await synced({ cookie }, { scans: [scan(first, { at: event.world.clock.now + 99 * HOUR, isAdmitted: true })] })
    expect((await synced({ cookie }, south)).scans).toMatchObject([{ at: event.world.clock.now }])
  })

  it('starts again from a cursor that was never given', async () => {
    await bought()
    const cookie = await event.world.signIn('ines')
    for (const listAfter of ['99999.other', 'x', ''])
      expect((await synced({ cookie }, { listAfter })).tickets).toHaveLength(2)
  })
})

describe('what a door asks', () => {
  it('is judged by what other doors have let in', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    await synced(
      { cookie },
      { ...south, scans: [scan(first, { isAdmitted: true, at: event.world.clock.now - HOUR }, SOUTH)] },
    )
    const { verdict } = await synced({ cookie }, { ask: scan(first) })
    expect(verdict).toMatchObject({ kind: 'refused', why: 'used', before: { door: 'Sur' } })
  })

  it('by two doors at once of one ticket lets one in', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    for (const ticket of [first, second]) {
      const replies = await Promise.all([
        synced({ cookie }, { ask: scan(ticket) }),
        synced({ cookie }, { ...south, ask: scan(ticket, {}, SOUTH) }),
      ])
      expect(new Set(replies.map(({ verdict }) => verdict?.kind))).toEqual(new Set(['admitted', 'refused']))
    }
    const report = doorReportSchema.parse(
      await (await event.world.ask('GET', `${DOOR_PATH}/report`, { cookie })).json(),
    )
    expect(report).toMatchObject({ doubles: [], refused: [{ why: 'used', count: 2 }] })
  })

  it('by the same id has the same answer, also when it is reported as a scan afterwards', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    const ask = scan(first)
    expect((await synced({ cookie }, { ask })).verdict).toMatchObject({ kind: 'admitted' })
    await synced({ cookie }, { scans: [{ ...ask, isAdmitted: false, why: 'unknown' }] })
    event.world.clock.now += HOUR
    expect((await synced({ cookie }, { ask })).verdict).toMatchObject({ kind: 'admitted' })
    const other = scan(first)
    for (let times = 0; times < 2; times += 1)
      expect((await synced({ cookie }, { ask: other })).verdict).toMatchObject({
        kind: 'refused',
        why: 'used',
        before: { door: 'Norte' },
      })
  })

  it('of tickets that are unknown, of another event, of play, or of a zone that is not let in here is refused', async () => {
    const [first] = (await bought()) as [Ticket, Ticket]
    const [other] = (await bought({ form: 'otro' })) as [Ticket]
    const [play] = (await bought({ mode: 'test' })) as [Ticket]
    const cookie = await event.world.signIn('ines')
    const said = async (ask: object) => (await synced({ cookie }, { ask })).verdict
    expect(await said(scan('f'.repeat(20)))).toEqual({ kind: 'refused', why: 'unknown' })
    expect(await said(scan(other))).toEqual({ kind: 'refused', why: 'wrong-event' })
    expect(await said(scan(play))).toEqual({ kind: 'refused', why: 'test-ticket' })
    expect(await said(scan(first, { zones: [2] }))).toEqual({ kind: 'refused', why: 'wrong-zone' })
    expect(await said(scan(first, { zones: [2, 7] }))).toMatchObject({ kind: 'admitted' })
  })
})

describe('the report', () => {
  it('counts by zone, and says with both places what two doors have let in twice', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const cookie = await event.world.signIn('ines')
    await event.world.put(keys.zoneStock(FORM, 7, 'live'), { taken: 2, sold: 2, moves: 1 })
    const at = event.world.clock.now
    await synced({ cookie }, { scans: [scan(first, { at, isAdmitted: true }), scan(second, { at, isAdmitted: true })] })
    const out = { direction: 'exit', isAdmitted: true, at: at + 2_000 }
    const twice = scan(first, { at: at + 1_000, isAdmitted: true }, SOUTH)
    const forged = scan('f'.repeat(20), { isAdmitted: false, why: 'forged' }, SOUTH)
    event.world.clock.now += 2_000
    await synced({ cookie }, { ...south, scans: [twice, scan(second, out, SOUTH), forged] })
    const report = doorReportSchema.parse(
      await (await event.world.ask('GET', `${DOOR_PATH}/report`, { cookie })).json(),
    )
    expect(report.zones).toEqual([
      { zone: 7, name: 'Platea', sold: 2, entered: 2, left: 1, inside: 1 },
      { zone: 2, name: 'Campo', sold: 0, entered: 0, left: 0, inside: 0 },
    ])
    expect(report.doubles).toMatchObject([{ ticket: first.id, first: { door: 'Norte' }, second: { door: 'Sur' } }])
    expect(report.refused).toEqual([{ why: 'forged', count: 1 }])
    expect(report.doors.map(({ door, scans }) => `${door} ${scans}`)).toEqual(['Sur 3', 'Norte 2'])
  })
})

it('whose form sells no tickets, or is of other areas or another municipality, is not there', async () => {
  for (const user of ['olga', 'uma'])
    expect((await asked({ cookie: await event.world.signIn(user) }, {})).status).toBe(404)
  for (const user of ['gil', 'carla'])
    expect((await asked({ cookie: await event.world.signIn(user) }, {})).status).toBe(403)
  expect((await asked({}, {})).status).toBe(401)
  await event.world.put(keys.template(FORM), buildTicketForm({ ticketSale: undefined }))
  expect((await asked({ cookie: await event.world.signIn('ada') }, {})).status).toBe(404)
})
