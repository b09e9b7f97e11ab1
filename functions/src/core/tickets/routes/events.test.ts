import { describe, expect, it, vi } from 'vitest'
import { readEventGuests, readEventSales, type Ticket } from '#domain/tickets/index.ts'
import { addFactsUnit } from '#domain/payments/judge/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildTicketForm, OWNER, STEPPING } from '#tests/support/builders/paying.ts'
import { buildFact } from '#tests/support/builders/payments.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { eventDoors } from '#tests/support/server/door-asks.ts'
import { buy } from '#tests/support/server/event-world.ts'
import { there } from '#tests/support/there.ts'
import { addPerson } from '#tests/support/server/world.ts'

const FORM = buildTicketForm().id
const { event, bought, synced, scan } = eventDoors()

async function page(who: string, part: 'sales' | 'guests') {
  const cookie = await event.world.signIn(who)
  const response = await event.world.ask('GET', `/api/events/${FORM}/${part}`, { cookie })
  return { status: response.status, body: (await response.json()) as unknown }
}

describe('the sales of an event', () => {
  it('are its places by zone with entries, and its money by zone and day', async () => {
    await addPerson(event.world.put, buildUser('tere', 'ROLE_TESORERIA', [OTHER_AREA]))
    const [first] = (await bought()) as [Ticket]
    await event.world.put(keys.zoneStock(FORM, 7, 'live'), { taken: 3, sold: 2, moves: 1 })
    await synced({ cookie: await event.world.signIn('ines') }, { scans: [scan(first, { isAdmitted: true })] })
    // A payment of the test account does not count in a live sale.
    await buy(event.world, 77, { mode: 'test', facts: [buildFact('paid', { reference: 'pi_77' })] })
    const { status, body } = await page('tere', 'sales')
    expect(status).toBe(200)
    expect(readEventSales.reply.parse(body)).toMatchObject({
      title: buildTicketForm().titulo,
      eventDate: '2027-01-10T21:00:00.000Z',
      address: 'Teatro Municipal',
      isTest: false,
      timeZone: 'America/Argentina/Buenos_Aires',
      zones: [
        { zone: 7, name: 'Platea', places: 5, sold: 2, held: 1, left: 2, used: 1, kept: 10_000 },
        { zone: 2, name: 'Campo', places: 100, sold: 0, held: 0, left: 100, used: 0, kept: 0 },
      ],
      days: [{ day: '2026-11-20', zone: 7, name: 'Platea', received: 10_000, returned: 0 }],
    })
  })

  it('counts money on the days of the closings, in their time zone', async () => {
    // 23:30 on the 20th in Buenos Aires.
    const [{ order }] = (await bought({ facts: [buildFact('paid', { at: '2026-11-21T02:30:00.000Z' })] })) as [Ticket]
    const cookie = await event.world.signIn('sofia')
    const body = { municipality: MUNICIPALITY, day: '2026-11-20' }
    expect((await event.world.ask('POST', '/api/payments/closings', { cookie, body })).status).toBe(200)
    const place = there(await event.world.store.get(keys.municipality(OWNER)))
    await event.world.put(keys.municipality(OWNER), { ...place, settings: { timeZone: 'Europe/Madrid' } })
    const lost = (dispute: string, amount: number, at: string) =>
      buildFact('disputed', { reference: 'dp_1', of: 'pi_1', dispute, amount, at: `2026-11-${at}:00.000Z` })
    const late = buildFact('refunded', { reference: 're_1', of: 'pi_1', amount: 400, at: '2026-11-21T02:40:00.000Z' })
    const facts = [late, lost('lost', 9_600, '23T12:00'), lost('won', 9_600, '25T12:00')]
    await event.world.store.commit(addFactsUnit(order, facts, STEPPING))
    expect(readEventSales.reply.parse((await page('sofia', 'sales')).body)).toMatchObject({
      timeZone: 'America/Argentina/Buenos_Aires',
      days: [
        { day: '2026-11-25', received: 0, returned: -9_600 },
        { day: '2026-11-23', received: 0, returned: 9_600 },
        // Refunded on the 20th, which was closed when it became known.
        { day: '2026-11-21', received: 0, returned: 400 },
        { day: '2026-11-20', received: 10_000, returned: 0 },
      ],
    })
  })

  it('count its failed e-mails without reading those of other municipalities', async () => {
    const [{ order }] = (await bought()) as [Ticket]
    const failing = { kind: 'mail.send', state: 'dead', attempts: 30, dueAt: '2027-01-09T00:00:00.000Z', payload: {} }
    const put = (id: string, municipality: string) =>
      event.world.put(keys.job(`mail.send~${id}`), { ...failing, id: `mail.send~${id}`, municipality } as never)
    for (const id of [`${order}~moved2`, `${order}~moved3~T1`, `${order}~receipt`, 'other~moved2']) {
      await put(id, OWNER)
      await put(`${id}~far`, 'paises/UY/provincias/montevideo/municipios/puerto-claro')
    }
    const read = vi.spyOn(event.world.store, 'query')
    expect((await page('sofia', 'sales')).body).toMatchObject({ failedEmails: 2 })
    const documents = (await Promise.all(read.mock.results.map(({ value }) => value))).flat()
    const jobs = documents.filter(({ key }) => key.startsWith('jobs/mail.send~'))
    expect(jobs.map(({ document }) => document.municipality)).toEqual(Array(4).fill(OWNER))
  })

  it('read at most 5,000 failed jobs, only those since a cancellation, and let other requests run', async () => {
    await bought()
    const template = there(await event.world.store.get(keys.template(FORM)))
    const cancelled = toInstant(event.world.clock.now)
    const sale = { ...template.ticketSale, cancelled } as never
    await event.world.put(keys.template(FORM), { ...template, ticketSale: sale })
    const { query } = event.world.store
    const document = { id: 'mail.send~x~receipt', municipality: OWNER, dueAt: cancelled }
    const searches: unknown[] = []
    let others = 0
    vi.spyOn(event.world.store, 'query').mockImplementation(async (asked) => {
      if (asked.collection !== 'jobs' || asked.where?.['state'] !== 'dead') return query(asked)
      searches.push([asked.where, asked.range, asked.limit])
      if (searches.length > 20) throw new Error('reads on')
      setImmediate(() => (others += 1))
      return Array(500).fill({ key: 'jobs/mail.send~x~receipt', document })
    })
    expect((await page('sofia', 'sales')).status).toBe(200)
    const search = [{ state: 'dead', municipality: OWNER }, { field: 'dueAt', from: cancelled }, 500]
    expect([searches, others]).toEqual([Array(10).fill(search), 10])
  })
})

describe('the ticket holders of an event', () => {
  it('are listed by name, one line for each order, with zone, people and entries, and without numbers', async () => {
    const tickets = await bought()
    const [first, second] = tickets as [Ticket, Ticket]
    const [third] = (await buy(event.world, 78, { fullName: 'Ábel Ríos', quanty: 1 })) as [Ticket]
    await buy(event.world, 79, { mode: 'test', fullName: 'Zoe' })
    await synced({ cookie: await event.world.signIn('ines') }, { scans: [scan(first, { isAdmitted: true })] })
    const { status, body } = await page('ines', 'guests')
    expect(status).toBe(200)
    expect(readEventGuests.reply.parse(body)).toEqual({
      title: buildTicketForm().titulo,
      guests: [
        { name: 'Ábel Ríos', zone: 'Platea', quantity: 1, used: 0 },
        { name: 'Ana Paz', zone: 'Platea', quantity: 2, used: 1 },
      ],
      unlisted: { blocked: 0, refunded: 0 },
    })
    const text = JSON.stringify(body)
    for (const { number, dni, email, id } of [first, second, third])
      for (const secret of [number, dni, email, id]) expect(text).not.toContain(secret)
  })

  it('leave out tickets that are no longer valid, and count those that were not transferred', async () => {
    const [first, second] = (await bought()) as [Ticket, Ticket]
    const [third, fourth, fifth] = (await buy(event.world, 78, { quanty: 3 })) as [Ticket, Ticket, Ticket]
    await event.world.put(keys.ticket(first.id), { ...first, state: 'refunded' })
    await event.world.put(keys.ticket(third.id), { ...third, state: 'transferred' })
    await event.world.put(keys.ticket(fourth.id), { ...fourth, state: 'blocked' })
    await event.world.put(keys.ticket(fifth.id), { ...fifth, state: 'blocked' })
    const { body } = await page('ines', 'guests')
    const { guests, unlisted } = readEventGuests.reply.parse(body)
    expect(guests).toEqual([{ name: second.ownerName, zone: 'Platea', quantity: 1, used: 0 }])
    expect(unlisted).toEqual({ blocked: 2, refunded: 1 })
  })
})
