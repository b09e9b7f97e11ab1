import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { getCountry, templateIdSchema } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { buildCountry, buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainTemplate, FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const LIST = '/publico/formularios/AR/cordoba/villa-serena'
const form = (id: string, change: object = {}) => ({
  ...buildPlainTemplate({ id: templateIdSchema.parse(id) }, { titulo: `Form ${id}`, opcionales: { publico: true } }),
  ...change,
})
const DAY = 86_400_000

async function town(...forms: readonly ReturnType<typeof form>[]): Promise<World> {
  const world = await buildWorld()
  for (const each of forms) await world.put(keys.template(each.id), each)
  return world
}
async function read(world: World, path = LIST, language = 'en') {
  const response = await world.ask('GET', path, { headers: { 'accept-language': language } })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const listed = (text: string) => [...text.matchAll(/href="\/publico\/contestar\/([^"]+)"/g)].map(([, id]) => id)

describe("the page of a municipality's public forms", () => {
  it('lists them by title, escaped, and never a form that is not public or was deleted', async () => {
    const { opcionales } = form('x')
    const world = await town(
      form('b', { titulo: 'B <b>', descripcion: 'Second & last' }),
      form('a'),
      form('hidden', { opcionales: { ...opcionales, publico: false } }),
      form('gone', { deleted: true }),
      form('elsewhere', { areas: [FOREIGN_AREA] }),
    )
    const { status, text, headers } = await read(world)
    expect([status, listed(text)]).toEqual([200, ['b', 'a']])
    expect(text).toContain('B &lt;b&gt;')
    expect(text).toContain('Second &amp; last')
    expect(text).not.toMatch(/<script/)
    expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'no-store'])
  })

  it('leaves out a form whose response limit is reached, at once', async () => {
    const limited = form('a', { opcionales: { ...form('a').opcionales, limitResponses: true }, responsesCount: 2 })
    const world = await town(limited)
    await world.put(keys.templateCounter(limited.id), { count: 1 })
    expect(listed((await read(world)).text)).toEqual(['a'])
    await world.put(keys.templateCounter(limited.id), { count: 2 })
    const { status, text } = await read(world)
    expect([status, listed(text)]).toEqual([200, []])
    expect(text).toContain('There are no forms to answer online at the moment.')
  })

  it('shows a sale from its announcement to its end, with its first day in the time of the municipality', async () => {
    const world = await town()
    const at = (days: number) => new Date(world.clock.now + days * DAY).toISOString()
    const sale = (saleFrom: string, saleUntil: string) => ({ ticketSale: { zones: [], saleFrom, saleUntil } })
    await world.put(keys.template(form('over').id), form('over', sale(at(-9), at(-1))))
    await world.put(keys.template(form('now').id), form('now', sale(at(-1), at(1))))
    await world.put(keys.template(form('soon').id), form('soon', sale('2026-12-01T02:00:00.000Z', at(99))))
    const { text } = await read(world)
    expect(new Set(listed(text))).toEqual(new Set(['now', 'soon']))
    expect(text.match(/Tickets on sale from [\d/]+/g)).toEqual(['Tickets on sale from 30/11/2026'])
  })

  it('replies alike to an unknown, a malformed and a blocked municipality, and to one of a blocked country', async () => {
    const world = await town(form('a'))
    const path = municipalityOfDocument(form('a'))
    const unknown = await read(world, '/publico/formularios/AR/cordoba/no-hay')
    const malformed = await read(world, '/publico/formularios/AR/%2e%2e/%00')
    await world.put(path, buildMunicipality({ inhabilitado: true }))
    const blocked = await read(world)
    await world.put(path, buildMunicipality())
    await world.put(getCountry(path), buildCountry({ inhabilitado: true }))
    const country = await read(world)
    for (const each of [unknown, malformed, blocked, country])
      expect([each.status, each.text]).toEqual([404, unknown.text])
    expect(unknown.text).toContain('This page does not exist')
    expect(unknown.text).toContain('href="/publico/formularios?lang=en"')
  })

  it.each([
    ['nothing else', {}, {}],
    ['an appointment', { addAppointment: true }, {}],
    ['a sale that is over', {}, { ticketSale: { zones: [], saleUntil: '2026-01-01T00:00:00.000Z' } }],
    ['a sale that is announced', {}, { ticketSale: { zones: [], saleFrom: '2030-01-01T00:00:00.000Z' } }],
    ['a response limit', { limitResponses: true }, { responsesCount: 9 }],
  ])('never shows a form that is only for people with the link, beside %s', async (_, options, change) => {
    const opcionales = { ...form('x').opcionales, linkOnly: true, ...options }
    const world = await town(form('hidden', { opcionales, ...change }))
    expect(listed((await read(world)).text)).toEqual([])
    expect((await read(world, '/publico/formularios')).text).not.toContain(LIST)
    await world.put(keys.template(form('a').id), form('a'))
    world.clock.now += 10_000
    expect(listed((await read(world)).text)).toEqual(['a'])
    expect((await read(world, '/publico/formularios')).text).toContain(LIST)
  })

  it('says no more of such a form where its municipality is blocked', async () => {
    const world = await town(form('hidden', { opcionales: { ...form('x').opcionales, linkOnly: true } }))
    await world.put(municipalityOfDocument(form('a')), buildMunicipality({ inhabilitado: true }))
    const unknown = await read(world, '/publico/formularios/AR/cordoba/no-hay')
    const { status, text } = await read(world)
    expect([status, text]).toEqual([404, unknown.text])
  })

  it('is limited by address', async () => {
    const world = await town(form('a'))
    const statuses: number[] = []
    for (let count = 0; count < 400 && statuses.at(-1) !== 429; count += 1) statuses.push((await read(world)).status)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is found from the list of municipalities, which names only those with public forms', async () => {
    const world = await town()
    expect((await read(world, '/publico/formularios')).text).toContain('There are no forms to answer online')
    await world.put(keys.template(form('a').id), form('a'))
    const { text } = await read(world, '/publico/formularios', 'es')
    expect(text.match(/href="\/publico\/formularios\/[^"]+"/g)).toEqual([`href="${LIST}?lang=es"`])
  })
})
