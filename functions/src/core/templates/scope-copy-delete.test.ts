import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { pullResponseSchema } from '#domain/sync/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE, toVersion } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildDraft, remember, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, type World } from '#tests/support/server/world.ts'

const ID = templateIdOf('A')
const COPY = templateIdOf('B')
const PUBLIC = { publico: true, automaticDownload: true, customizedVoucher: true }

async function start() {
  const world = await buildWorld()
  return { world, calls: templateCalls(world) }
}

async function push(world: World, seed: number): Promise<unknown> {
  const template = buildPlainTemplate()
  const body = {
    protocol: 1,
    device: DEVICE,
    account: 'ines',
    mutations: [toVersion(buildPlainSubmit(seed), template)],
  }
  const response = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  return ((await response.json()) as { readonly results: readonly unknown[] }).results[0]
}

describe('the scope switch', () => {
  it('is a version of its own, so that an editor that was open hears of it', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    const { template } = await calls.setScope('gil', ID, true)
    expect(template).toMatchObject({ version: 2, opcionales: { publico: true }, lastEdit: { username: 'gil' } })
    expect(await calls.save('sofia', ID, 1, buildDraft({ titulo: 'x' }))).toMatchObject({
      status: 409,
      current: { opcionales: { publico: true } },
    })
    // Setting the current value writes nothing.
    expect((await calls.setScope('sofia', ID, true)).template?.version).toBe(2)
  })

  it('takes along what only a public form has', async () => {
    const { calls } = await start()
    expect(
      (await calls.create('gil', ID, buildDraft({ opcionales: PUBLIC, customizedVoucherText: 'Gracias' }))).status,
    ).toBe(200)
    const { template } = await calls.setScope('gil', ID, false)
    expect(template?.opcionales).toMatchObject({ publico: false, automaticDownload: false, customizedVoucher: false })
    expect(template?.customizedVoucherText).toBe('Gracias')
  })

  it.each(['ciudadano', 'citizenAssociationFromCitizenPortal'])(
    'never makes a form public that has %s',
    async (option) => {
      const { world, calls } = await start()
      await calls.create('gil', ID, buildDraft({ opcionales: { [option]: true } }))
      const before = await world.store.get(keys.template(ID))
      expect(await calls.setScope('gil', ID, true)).toEqual({ status: 422, code: 'template.cannot-be-public' })
      expect(await world.store.get(keys.template(ID))).toEqual(before)
    },
  )

  it('is not locked by answers', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    await world.put(keys.templateCounter(ID), { count: 3 })
    expect((await calls.setScope('gil', ID, true)).status).toBe(200)
  })
})

describe('a copy', () => {
  const NO_AGENDAS = { groupsProcedure: [], tenantId: 't', tenantUniqueName: 't' }
  const rich = buildDraft({
    opcionales: { incidentes: true, geolocalizacion: true },
    muniCore: { username: 'gil', areaId: '102', areaDescripcion: 'Inspección', idTipoIncidente: '5001' },
    estados: { disponibles: [{ id: 0, nombre: 'Abierto', transiciones: [], idTipoIncidente: '5002' }], inicial: 0 },
  })

  it('is what the original was, without incidents and without the tie to the management system, in the chosen area', async () => {
    const { world, calls } = await start()
    await addPerson(world.put, buildUser('root', 'ROLE_ADMIN'))
    await remember(world, '102', ['5001'], NO_AGENDAS)
    const { template } = await calls.create('root', ID, rich)
    world.clock.now += 60_000
    const date = new Date(world.clock.now).toISOString()
    const said = await calls.duplicate('root', ID, { id: COPY, area: OTHER_AREA })
    const { muniCore: _tie, ...content } = rich
    expect(said).toEqual({
      status: 200,
      template: {
        ...content,
        opcionales: { ...rich.opcionales, incidentes: false },
        estados: { ...rich.estados, disponibles: [{ id: 0, nombre: 'Abierto', transiciones: [] }] },
        areas: [OTHER_AREA],
        areaInfo: { nombre: 'arbolado', id: 'arbolado' },
        municipioInfo: { nombre: 'Villa Serena' },
        id: COPY,
        version: 1,
        timeStamp: date,
        deleted: false,
        duplicatedInfo: { username: 'root', date, parentFormId: ID },
      },
    })
    expect(await world.store.get(keys.templateVersion(COPY, 1))).toEqual(said.template)
    expect(await world.store.get(keys.template(ID))).toEqual(template)
    expect((await calls.versions('root', COPY)).versions).toEqual([{ version: 1, date, username: 'root' }])
  })

  it('has the title of the request, without the translations of the former title', async () => {
    const { calls } = await start()
    const source = buildDraft({ titulo: 'Comercios', tituloAlternativeLanguage_en: 'Shops' })
    await calls.create('sofia', ID, source)
    const { template } = await calls.duplicate('sofia', ID, { id: COPY, area: AREA, titulo: 'Comercios (copia)' })
    expect([template?.titulo, template?.tituloAlternativeLanguage_en]).toEqual(['Comercios (copia)', undefined])
    expect((await calls.duplicate('sofia', ID, { id: templateIdOf('C'), area: AREA })).template).toMatchObject({
      titulo: 'Comercios',
      tituloAlternativeLanguage_en: 'Shops',
    })
    for (const titulo of ['', ' \t', '\u200B', 'x'.repeat(2001)])
      expect(await calls.duplicate('sofia', ID, { id: templateIdOf('D'), area: AREA, titulo })).toMatchObject({
        status: 400,
      })
  })

  it('sent again with another title is refused, because the copy keeps its first title', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    const copy = { id: COPY, area: AREA }
    const first = await calls.duplicate('sofia', ID, { ...copy, titulo: 'Puestos' })
    expect(await calls.duplicate('sofia', ID, { ...copy, titulo: 'Ferias' })).toMatchObject({
      status: 409,
      code: 'template.exists',
    })
    expect(await calls.duplicate('sofia', ID, { ...copy, titulo: ' Puestos ' })).toEqual(first)
  })

  it('sent again is the same copy; under an id that another form has, it is refused', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    const first = await calls.duplicate('sofia', ID, { id: COPY, area: AREA })
    expect(await calls.duplicate('sofia', ID, { id: COPY, area: AREA })).toEqual(first)
    expect(await calls.duplicate('sofia', ID, { id: COPY, area: OTHER_AREA })).toMatchObject({
      status: 409,
      code: 'template.exists',
    })
    expect(await calls.duplicate('sofia', COPY, { id: ID, area: AREA })).toMatchObject({
      status: 409,
      code: 'template.exists',
    })
    await calls.remove('sofia', COPY)
    expect(await calls.duplicate('sofia', ID, { id: COPY, area: AREA })).toEqual({
      status: 410,
      code: 'template.deleted',
    })
  })

  it('goes only where its maker may create forms, and the administrator anywhere', async () => {
    const { world, calls } = await start()
    await addPerson(world.put, buildUser('dora', 'ROLE_SUPERVISOR_DUPLICADOR'))
    await calls.create('gil', ID)
    const copy = (who: string, letter: string, area: string) =>
      calls.duplicate(who, ID, { id: templateIdOf(letter), area })
    expect(await copy('dora', 'C', OTHER_AREA)).toEqual({ status: 403, code: 'access.forbidden' })
    expect(await copy('sofia', 'C', FOREIGN_AREA)).toEqual({ status: 403, code: 'access.forbidden' })
    expect(await copy('sofia', 'C', `${AREA}-vieja`)).toEqual({ status: 422, code: 'template.area-unknown' })
    expect((await copy('ada', 'D', FOREIGN_AREA)).template).toMatchObject({
      areas: [FOREIGN_AREA],
      municipioInfo: { nombre: 'Puerto Claro' },
    })
  })

  it('needs an area', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    expect(await calls.ask('sofia', 'POST', `/${ID}/duplicate`, { id: COPY })).toEqual({
      status: 400,
      code: 'request.malformed',
    })
    expect(await world.store.get(keys.template(COPY))).toBeUndefined()
  })

  it('leaves the agenda behind when it goes to another municipality', async () => {
    const { world, calls } = await start()
    const agenda = { appointmentData: { id: '31', name: 'Licencias' }, tenantId: 't', tenantUniqueName: 'villa-serena' }
    await remember(world, '102', [], {
      groupsProcedure: [agenda.appointmentData],
      tenantId: 't',
      tenantUniqueName: 'villa-serena',
    })
    expect(
      (await calls.create('sofia', ID, buildDraft({ opcionales: { addAppointment: true }, appointmentGroup: agenda })))
        .status,
    ).toBe(200)
    expect((await calls.duplicate('sofia', ID, { id: COPY, area: OTHER_AREA })).template).toMatchObject({
      opcionales: { addAppointment: true },
      appointmentGroup: agenda,
    })
    const { template } = await calls.duplicate('ada', ID, { id: templateIdOf('C'), area: FOREIGN_AREA })
    expect(template?.opcionales.addAppointment).toBe(false)
    expect(template).not.toHaveProperty('appointmentGroup')
  })

  it('of a deleted form is refused', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    await world.put(keys.templateCounter(ID), { count: 1 })
    await calls.remove('gil', ID)
    expect(await calls.duplicate('sofia', ID, { id: COPY, area: AREA })).toEqual({
      status: 410,
      code: 'template.deleted',
    })
  })
})

describe('deleting', () => {
  it('marks a form that has answers, which stay readable, and says so again', async () => {
    const { world, calls } = await start()
    expect(await push(world, 1)).toMatchObject({ status: 'applied' })
    const before = await world.store.get(keys.template(buildPlainTemplate().id))
    expect(await calls.remove('gil', 'nota')).toEqual({ status: 200, deleted: 'kept' })
    const deletionInfo = { username: 'gil', date: NOW, emptyForm: false }
    expect(await world.store.get(keys.template(buildPlainTemplate().id))).toEqual({
      ...before,
      deleted: true,
      deletionInfo,
    })
    world.clock.now += 60_000
    expect(await calls.remove('sofia', 'nota')).toEqual({ status: 200, deleted: 'kept' })
    expect(await world.store.get(keys.template(buildPlainTemplate().id))).toMatchObject({ deletionInfo })
    const answer = await world.ask('GET', `/api/answers/${buildPlainSubmit(1).answer}`, {
      cookie: await world.signIn('ines'),
    })
    expect(answer.status).toBe(200)
  })

  it('removes a form that has none, and says so again; its versions stay', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    expect(await calls.remove('gil', ID)).toEqual({ status: 200, deleted: 'removed' })
    expect(await calls.remove('sofia', ID)).toEqual({ status: 200, deleted: 'removed' })
    expect(await calls.open('gil', ID)).toEqual({ status: 404, code: 'template.missing' })
    expect(await world.store.get(keys.template(ID))).toBeUndefined()
    expect(await world.store.get(keys.templateVersion(ID, 1))).toBeDefined()
    expect(await calls.remove('gil', templateIdOf('Z'))).toEqual({ status: 404, code: 'template.missing' })
  })

  it.each([
    [1, 'kept'],
    [0, 'removed'],
  ] as const)(
    'with %i answers before it, holds an answer that was on its way instead of losing it',
    async (answers, deleted) => {
      const { world, calls } = await start()
      if (answers > 0) await push(world, 1)
      expect((await calls.remove('gil', 'nota')).deleted).toBe(deleted)
      expect(await push(world, 2)).toMatchObject({ status: 'held', reason: { code: 'template.deleted' } })
    },
  )

  it.each([1, 0])('with %i answers, takes the form from devices with the next pull', async (answers) => {
    const { world, calls } = await start()
    if (answers > 0) await push(world, 1)
    const cookie = await world.signIn('pablo')
    const pull = async (from = '') =>
      pullResponseSchema.parse(await (await world.ask('GET', `/api/sync/pull${from}`, { cookie })).json())
    const first = await pull()
    expect(first.templates.map(({ id }) => id)).toContain('nota')
    await calls.remove('gil', 'nota')
    const next = await pull(`?${new URLSearchParams({ cursor: first.cursor, scope: first.scope }).toString()}`)
    expect([next.goneTemplates, next.templates]).toEqual([['nota'], []])
  })
})
describe('a version number that a restored backup has lost', () => {
  it('is given to no other version, by whatever way it is made, and a repeated request is recognised', async () => {
    const { world, calls } = await start()
    const [created, saved, copied] = [ID, templateIdOf('C'), COPY]
    await calls.create('gil', saved)
    for (const id of [created, saved, copied]) await world.put(keys.versionCounter(id), { count: 4 })
    const versions = [
      await calls.create('gil', created),
      await calls.create('gil', created),
      await calls.save('gil', saved, 1, buildDraft({ titulo: 'Otro' })),
      await calls.save('gil', saved, 1, buildDraft({ titulo: 'Otro' })),
      await calls.setScope('gil', saved, true),
      await calls.duplicate('sofia', saved, { id: copied, area: AREA }),
    ]
    expect(versions.map(({ status, template }) => [status, template?.version])).toEqual(
      [5, 5, 5, 5, 6, 5].map((version) => [200, version]),
    )
    expect(await world.store.get(keys.versionCounter(saved))).toEqual({ count: 6 })
  })
})
