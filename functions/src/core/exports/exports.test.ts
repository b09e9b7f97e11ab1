import { describe, expect, it } from 'vitest'
import { generateCsv } from '#domain/integrations/index.ts'
import { listAudit } from '#domain/audit/index.ts'
import type { ExportBatch } from '#domain/exports/index.ts'
import { keys } from '#domain/store/index.ts'
import { templateIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { answerFrom, manyAnswers } from '#tests/support/server/answers.ts'
import { FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const NOTA = templateIdSchema.parse('nota')
type Call = Readonly<Record<string, unknown>>

/** Sends one call as this person. */
async function call(world: World, who: string, data: Call): Promise<Response> {
  const body = { data: { formData: { id: 'nota' }, ...data } }
  return world.ask('POST', '/api/generateCsv', { cookie: await world.signIn(who), body })
}
async function batch(world: World, who: string, data: Call = {}): Promise<ExportBatch> {
  const response = await call(world, who, data)
  const said: unknown = await response.json()
  expect([response.status, said]).toEqual([200, expect.anything()])
  return generateCsv.reply.parse((said as { readonly result: unknown }).result)
}
/** All batches of an export. */
async function whole(world: World, who: string, data: Call = {}): Promise<readonly ExportBatch[]> {
  const batches = [await batch(world, who, data)]
  for (let last = batches[0]?.lastDoc ?? null; last !== null; last = batches.at(-1)?.lastDoc ?? null)
    batches.push(await batch(world, who, { ...data, lastDoc: last }))
  return batches
}
const idsOf = (batches: readonly ExportBatch[]) => batches.flatMap(({ answers }) => answers.map(({ id }) => id))
const exportsIn = async (world: World) =>
  listAudit.reply
    .parse(
      await (
        await world.ask('GET', '/api/audit?action=answers.exported', { cookie: await world.signIn('ada') })
      ).json(),
    )
    .entries.map(({ username, target, municipality, details, from }) => ({
      username,
      target,
      municipality,
      details,
      from,
    }))

describe('an export', () => {
  it.each([{}, { filters: { municipalityCodeId: 'VIS1' } }])(
    'gives every answer once, batch by batch, for %j',
    async (how) => {
      const world = await buildWorld()
      const ids = await manyAnswers(world, 620)
      const batches = await whole(world, 'pablo', how)
      expect(batches.map(({ answers }) => answers.length)).toEqual([250, 250, 120])
      expect(idsOf(batches).toSorted()).toEqual(ids.toSorted())
      expect(batches.map(({ total, hidden }) => [total, hidden])).toEqual([
        [620, 0],
        [620, 0],
        [620, 0],
      ])
      const [first, second] = batches
      expect(first?.versions).toMatchObject([{ version: 1, secciones: [{ preguntas: [{ titulo: 'Nota' }] }] }])
      expect(second?.versions).toHaveLength(1)
      const named = await batch(world, 'pablo', { ...how, lastDoc: first?.lastDoc, sections: [1] })
      expect([named.versions, named.answers]).toEqual([[], second?.answers])
      expect(first?.answers[0]).toMatchObject({
        creadoPor: 'ines@relevo.example',
        templateVersion: 1,
        content: { values: { '0/0': { respuesta: 'nota 1' } } },
      })
    },
  )

  it('takes days from a program that has no clock of a person: those of the form’s municipality', async () => {
    const world = await buildWorld()
    const [first = '', second = ''] = await manyAnswers(world, 2)
    const at = async (id: string, fechaCreacion: string) => {
      const answer = there(await world.store.get(keys.answer(id as AnswerId)))
      await world.put(keys.answer(answer.id), { ...answer, fechaCreacion, lastUpdate: '2026-11-09T12:00:00.000Z' })
    }
    // In Argentina the first one is still on 2 November.
    await at(first, '2026-11-03T02:30:00.000Z')
    await at(second, '2026-11-03T03:00:00.000Z')
    const found = async (filters: Call) => idsOf(await whole(world, 'pablo', { filters }))
    expect(await found({ singleDate: '2026-11-02' })).toEqual([first])
    expect(await found({ singleDate: '2026-11-03' })).toEqual([second])
    expect(await found({ startDate: '2026-11-02', endDate: '2026-11-02' })).toEqual([first])
    expect(await found({ endDate: '2026-11-03T02:59:59.999Z' })).toEqual([first])
    expect(await found({ singleDate: '2026-11-09', lastUpdateCheck: true })).toHaveLength(2)
    expect(await found({ singleDate: '2026-11-09', lastUpdateCheck: false })).toEqual([])
    const municipality = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    await world.put(MUNICIPALITY, { ...municipality, settings: { timeZone: 'UTC' } })
    expect(await found({ singleDate: '2026-11-03' })).toHaveLength(2)
    expect((await call(world, 'pablo', { filters: { singleDate: '2026-02-30' } })).status).toBe(400)
  })

  it('gives those that were chosen, of the form and within reach, and nothing else', async () => {
    const world = await buildWorld()
    const ids = await manyAnswers(world, 5)
    const other = await answerFrom(world, 'ines', 7)
    await world.put(keys.answer(other as AnswerId), {
      ...there(await world.store.get(keys.answer(other as AnswerId))),
      idPlantilla: 'otra',
    })
    const answers = [ids[3], ids[1], other, '7'.repeat(26)]
    const chosen = { answers, filters: { municipalityCodeId: 'nothing has this' } }
    const batches = await whole(world, 'pablo', chosen)
    expect(new Set(idsOf(batches))).toEqual(new Set([ids[1], ids[3]]))
    expect(batches.map(({ total, lastDoc }) => [total, lastDoc])).toEqual([[2, null]])
    expect(await exportsIn(world)).toMatchObject([{ details: { answers: 2, filtered: true } }])
    const tooMany = { answers: Array.from({ length: 51 }, () => ids[0]) }
    expect((await call(world, 'pablo', tooMany)).status).toBe(400)
  })

  it('takes the payload of the specification, whose sections the server has itself', async () => {
    const world = await buildWorld()
    const ids = await manyAnswers(world, 1)
    const sections = [{ orden: 0, titulo: '', preguntas: [] }]
    const formData = { id: 'nota', states: [], optionalData: {}, muniCore: {} }
    const batches = await whole(world, 'pablo', { formData, sections, userRoles: ['ROLE_ADMIN'], userData: {} })
    expect([idsOf(batches), batches[0]?.versions.length]).toEqual([ids, 1])
  })

  it('keeps a batch small in bytes, too: answers of megabytes come a few at a time', async () => {
    const world = await buildWorld()
    const ids = await manyAnswers(world, 12, 'x'.repeat(1_000_000))
    const batches = await whole(world, 'pablo')
    expect(Math.max(...batches.map(({ answers }) => answers.length))).toBeLessThanOrEqual(4)
    expect(idsOf(batches).toSorted()).toEqual(ids.toSorted())
  })

  it('is refused for a code that says nothing, because everybody shares it', async () => {
    const world = await buildWorld()
    await manyAnswers(world, 1_001)
    const response = await call(world, 'pablo', { filters: { municipalityCodeId: 'VIS1' } })
    expect([response.status, await codeOf(response)]).toEqual([413, 'request.too-large'])
  })

  it('of nothing is one empty batch', async () => {
    const world = await buildWorld()
    expect(await batch(world, 'pablo')).toEqual({
      status: 'ok',
      answers: [],
      lastDoc: null,
      total: 0,
      hidden: 0,
      versions: [],
    })
  })

  it('meets neither twice nor never what came or went in the meantime', async () => {
    const world = await buildWorld()
    const ids = await manyAnswers(world, 300)
    const first = await batch(world, 'pablo')
    const rest = ids.filter((id) => !idsOf([first]).includes(id as AnswerId))
    await answerFrom(world, 'ines', 7, '2026-11-20T15:10:00.000Z')
    const second = await batch(world, 'pablo', { lastDoc: first.lastDoc })
    expect([idsOf([second]).toSorted(), first.total, second.total]).toEqual([rest.toSorted(), 300, 301])
  })

  it('holds what several filters together find, and counts what was looked through', async () => {
    const world = await buildWorld()
    await manyAnswers(world, 620)
    await answerFrom(world, 'carla', 900, '2026-11-03T12:00:00.000Z')
    const day = { startDate: '2026-11-03T00:00:00.000Z', endDate: '2026-11-03T23:59:59.999Z' }
    // A single letter is in no index, so each answer of the day is read.
    for (const [answerBy, many] of [
      ['c', 1],
      // All of them have the name Inés.
      ['i', 70],
      ['x', 0],
    ] as const) {
      const batches = await whole(world, 'pablo', { filters: { ...day, answerBy } })
      const [first] = batches
      expect(new Set(idsOf(batches)).size, answerBy).toBe(many)
      expect(batches.reduce((sum, { hidden }) => sum + hidden, 0) + idsOf(batches).length).toBe(first?.total)
    }
  })

  it('cannot continue with another filter than it began with', async () => {
    const world = await buildWorld()
    await manyAnswers(world, 300)
    const { lastDoc } = await batch(world, 'pablo')
    const response = await call(world, 'pablo', { lastDoc, filters: { state: '0' } })
    expect([response.status, await codeOf(response)]).toEqual([400, 'request.malformed'])
  })

  it('holds what the filter of the list finds, by code and by reference', async () => {
    const world = await buildWorld()
    for (const seed of [1, 2]) await answerFrom(world, 'ines', seed)
    const [one] = (await batch(world, 'pablo')).answers
    for (const municipalityCodeId of [one?.codigoMunicipio, ` ${one?.codigoMunicipio.toLowerCase()} `])
      expect(await batch(world, 'pablo', { filters: { municipalityCodeId } })).toMatchObject({
        answers: [{ id: one?.id }],
        total: 1,
        lastDoc: null,
      })
    expect((await batch(world, 'pablo', { filters: { municipalityCodeId: 'ZZZ-ZZZ' } })).answers).toEqual([])
  })
})

describe('who gets what', () => {
  it('is what their list holds: those who see only their own get those, whatever they say of themselves', async () => {
    const world = await buildWorld()
    const other = await answerFrom(world, 'ines', 1)
    const own = await answerFrom(world, 'carla', 2)
    const forged = { userRoles: ['ROLE_ADMIN'], userData: { email: 'ines@relevo.example', id: 'ines' } }
    expect(await batch(world, 'carla', forged)).toMatchObject({ answers: [{ id: own }], total: 1 })
    expect(idsOf([await batch(world, 'sofia')]).toSorted()).toEqual([other, own].toSorted())
    const code = there(await world.store.get(keys.answer(other as AnswerId))).codigoMunicipio
    expect(await batch(world, 'carla', { filters: { municipalityCodeId: code } })).toMatchObject({
      answers: [],
      total: 0,
    })
    // All these ids begin with zeros, so both match this reference.
    const reference = { filters: { municipalityCodeId: other.slice(0, 6) } }
    expect(await batch(world, 'carla', reference)).toMatchObject({ answers: [{ id: own }], total: 1 })
  })

  it('passes over and counts answers of an area that the form has left', async () => {
    const world = await buildWorld()
    const [moved, stayed] = [await answerFrom(world, 'ines', 1), await answerFrom(world, 'ines', 2)]
    const key = keys.answer(moved as AnswerId)
    await world.put(key, { ...there(await world.store.get(key)), areas: [FOREIGN_AREA] })
    expect(await batch(world, 'sofia')).toMatchObject({ answers: [{ id: stayed }], total: 2, hidden: 1 })
    expect(await batch(world, 'ada')).toMatchObject({ total: 2, hidden: 0 })
  })

  it.each([
    ['olga', 404, 'template.missing'],
    ['uma', 404, 'template.missing'],
    ['gil', 403, 'access.forbidden'],
  ])('refuses %s, and notes nothing', async (who, status, code) => {
    const world = await buildWorld()
    await answerFrom(world, 'ines', 1)
    const response = await call(world, who, {})
    expect([response.status, await codeOf(response), await exportsIn(world)]).toEqual([status, code, []])
  })

  it('refuses a form that is not there, and anyone who is not signed in', async () => {
    const world = await buildWorld()
    const none = await call(world, 'ada', { formData: { id: 'nowhere' } })
    expect([none.status, await codeOf(none)]).toEqual([404, 'template.missing'])
    const body = { data: { formData: { id: 'nota' } } }
    expect((await world.ask('POST', '/api/generateCsv', { body })).status).toBe(401)
  })
})

describe('the log', () => {
  it('has one entry for each export, however many batches it has', async () => {
    const world = await buildWorld()
    await manyAnswers(world, 620)
    await whole(world, 'sofia')
    await whole(world, 'pablo', { filters: { municipalityCodeId: 'VIS1' } })
    const entry = { target: keys.template(NOTA), municipality: MUNICIPALITY, from: '192.0.2.1' }
    expect(await exportsIn(world)).toEqual([
      { ...entry, username: 'pablo', details: { answers: 620, filtered: true } },
      { ...entry, username: 'sofia', details: { answers: 620 } },
    ])
  })

  it('cannot be gone around: a place is good for who began the export, for what they began, for a day', async () => {
    const world = await buildWorld()
    await manyAnswers(world, 300)
    await world.put(keys.template(templateIdSchema.parse('otra')), {
      ...there(await world.store.get(keys.template(NOTA))),
      id: 'otra',
    })
    const lastDoc = (await batch(world, 'pablo')).lastDoc ?? ''
    const later = lastDoc.replace(/^\d+/, (ends) => String(Number(ends) + 86_400_000))
    const elsewhere = lastDoc.replace(/\n.*$/, '\nrespuestas_formularios/A')
    const tries: readonly (readonly [string, Call])[] = [
      ['sofia', { lastDoc }],
      ['pablo', { lastDoc, filters: { municipalityCodeId: 'VIS1' } }],
      ['pablo', { lastDoc, formData: { id: 'otra' } }],
      ['pablo', { lastDoc: later }],
      ['pablo', { lastDoc: elsewhere }],
      ['pablo', { lastDoc: '' }],
      ['pablo', { lastDoc: `${'9'.repeat(13)}.${'0'.repeat(64)}.2026-12-01T00:00:00.000Z\nrespuestas_formularios/0` }],
    ]
    for (const [who, data] of tries) {
      const response = await call(world, who, data)
      expect([data, response.status, await codeOf(response)]).toEqual([data, 400, 'request.malformed'])
    }
    expect((await call(world, 'pablo', { lastDoc })).status).toBe(200)
    world.clock.now += 24 * 60 * 60 * 1000
    expect((await call(world, 'pablo', { lastDoc })).status).toBe(400)
    expect(await exportsIn(world)).toHaveLength(1)
  })
})
