import { describe, expect, it } from 'vitest'
import { ok } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildTemplate, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Connectors } from './ports.ts'

/** References that a form may not contain: things of another system that its author was not offered. */
describe('a form', () => {
  const [ID, OTHER] = [templateIdOf('A'), templateIdOf('B')]
  const AGENDA = {
    appointmentData: { id: '31', name: 'Licencias' },
    tenantId: 't-21',
    tenantUniqueName: 'villa-serena',
  }
  const TIE = { username: 'gil', areaId: '102', areaDescripcion: 'Inspección', idTipoIncidente: '1' }
  const withTie = (tie: object, more: object = {}) =>
    buildDraft({ opcionales: { incidentes: true }, muniCore: tie, ...more })
  const withAgenda = (agenda: object, more: object = {}) =>
    buildDraft({ opcionales: { addAppointment: true }, appointmentGroup: agenda, ...more })
  const states = (...types: readonly (string | undefined)[]) => {
    const disponibles = types.map((idTipoIncidente, id) => ({
      id,
      nombre: `Estado ${id}`,
      transiciones: [],
      ...(idTipoIncidente === undefined ? {} : { idTipoIncidente }),
    }))
    return { estados: { disponibles, inicial: 0, history: [] } }
  }

  /** gil and sofia of two linked municipalities request types 1 (area 102) and 2 (103), uma 3; all request agendas. */
  async function asked() {
    let types = 0
    const connectors: Connectors = {
      municipalSystem: {
        hasUser: async () => ok(true),
        areas: async () => ok([]),
        createIncidentType: async () => ok(String((types += 1))),
        identifiers: () => Promise.reject(new Error('not asked')),
        identifier: () => Promise.reject(new Error('not asked')),
      },
      booking: {
        agendas: async (id) =>
          ok({
            groupsProcedure: [{ id: String(id + 10), name: 'Licencias' }],
            tenantId: `t-${id}`,
            tenantUniqueName: id === 21 ? 'villa-serena' : 'puerto-claro',
          }),
        encrypt: () => Promise.reject(new Error('not asked')),
      },
    }
    const world = await buildWorld({}, openMemoryStore(), connectors)
    await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
    await world.put(FOREIGN_MUNICIPALITY, { ...buildMunicipality({ idMuniCore: 35 }), path: FOREIGN_MUNICIPALITY })
    const call = async (who: string, name: string, data: object) =>
      expect(
        (await world.ask('POST', `/api/${name}`, { cookie: await world.signIn(who), body: { data } })).status,
      ).toBe(200)
    const type = (muniCoreUsername: string, muniCoreAreaId: string) => ({
      muniCoreUsername,
      muniCoreAreaId,
      formTitle: muniCoreAreaId,
      publico: false,
    })
    await call('gil', 'createTipoIncidencia', type('gil', '102'))
    await call('sofia', 'createTipoIncidencia', type('sofia', '103'))
    await call('uma', 'createTipoIncidencia', type('uma', '104'))
    for (const [who, municipalityId] of [
      ['gil', 21],
      ['uma', 35],
    ] as const)
      await call(who, 'getTurneroGroupProcedure', { municipalityId, typeProcedureId: 2 })
    return { world, calls: templateCalls(world) }
  }

  const area = { kind: 'field', field: 'muniCore.areaId' }
  const FORGED: readonly (readonly [string, object, string, object])[] = [
    ['incidents of no type', withTie({ ...TIE, idTipoIncidente: undefined }), 'template.incident-type-missing', area],
    ['a type that nobody made', withTie({ ...TIE, idTipoIncidente: '99' }), 'template.incident-type-unknown', area],
    [
      'a type under a hostile name',
      withTie({ ...TIE, idTipoIncidente: '../\ud800 1' }),
      'template.incident-type-unknown',
      area,
    ],
    ['another area than that of its type', withTie({ ...TIE, areaId: '103' }), 'template.incident-type-unknown', area],
    [
      'a type of another municipality',
      withTie({ ...TIE, areaId: '104', idTipoIncidente: '3' }),
      'template.incident-type-unknown',
      area,
    ],
    [
      'somebody else’s username',
      withTie({ ...TIE, username: 'sofia' }),
      'template.municore-user-unknown',
      { kind: 'field', field: 'muniCore' },
    ],
    [
      'a username without incidents',
      buildDraft({ opcionales: { ciudadano: true }, muniCore: { username: 'sofia' } }),
      'template.municore-user-unknown',
      { kind: 'field', field: 'muniCore' },
    ],
    [
      'a state without its type',
      withTie({ ...TIE, perState: true }, states('1', undefined)),
      'template.incident-type-missing',
      { kind: 'state', state: 1, field: 'nombre' },
    ],
    [
      'a state with a type of another area',
      withTie({ ...TIE, perState: true }, states('1', '2')),
      'template.incident-type-unknown',
      { kind: 'state', state: 1, field: 'nombre' },
    ],
    [
      'an agenda that is not there',
      withAgenda({ ...AGENDA, appointmentData: { id: '32', name: 'Licencias' } }),
      'template.agenda-unknown',
      { kind: 'field', field: 'appointmentGroup' },
    ],
    [
      'an agenda under another name',
      withAgenda({ ...AGENDA, appointmentData: { id: '31', name: 'Gratis' } }),
      'template.agenda-unknown',
      { kind: 'field', field: 'appointmentGroup' },
    ],
    [
      'another town’s agenda',
      withAgenda({
        ...AGENDA,
        appointmentData: { id: '45', name: 'Licencias' },
        tenantId: 't-35',
        tenantUniqueName: 'puerto-claro',
      }),
      'template.agenda-unknown',
      { kind: 'field', field: 'appointmentGroup' },
    ],
    [
      'an agenda of another tenant',
      withAgenda({ ...AGENDA, tenantId: 't-35' }),
      'template.agenda-unknown',
      { kind: 'field', field: 'appointmentGroup' },
    ],
  ]

  it.each(FORGED)('names nothing in other systems that they did not give: %s', async (_what, draft, code, place) => {
    const { world, calls } = await asked()
    expect(await calls.create('gil', ID, draft)).toMatchObject({ status: 422, problems: [{ code, place }] })
    await calls.create('gil', OTHER)
    expect(await calls.save('gil', OTHER, 1, draft)).toMatchObject({ status: 422, problems: [{ code, place }] })
    expect(await world.store.get(keys.template(OTHER))).toMatchObject({ version: 1 })
    expect(world.log).toEqual([])
  })

  it('names what the calls gave, and anyone who edits it next keeps that', async () => {
    const { calls } = await asked()
    expect(
      (
        await calls.create(
          'gil',
          ID,
          withTie(TIE, { appointmentGroup: AGENDA, opcionales: { incidentes: true, addAppointment: true } }),
        )
      ).status,
    ).toBe(200)
    const kept = withTie(TIE, {
      appointmentGroup: AGENDA,
      opcionales: { incidentes: true, addAppointment: true },
      titulo: 'Otro',
    })
    expect((await calls.save('sofia', ID, 1, kept)).status).toBe(200)
    // A type that she requested under her own name may be used in her form.
    expect(
      (await calls.save('sofia', ID, 2, withTie({ username: 'sofia', areaId: '103', idTipoIncidente: '2' }))).status,
    ).toBe(200)
    expect(
      (
        await calls.save(
          'gil',
          ID,
          3,
          withTie({ username: 'sofia', areaId: '103', idTipoIncidente: '2' }, { titulo: 'De Gil' }),
        )
      ).status,
    ).toBe(200)
  })

  it('keeps what it had from before there was a memory, but not what was switched off, nor in another municipality', async () => {
    const { world, calls } = await asked()
    await addPerson(world.put, buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [AREA, FOREIGN_AREA]))
    const old = { ...TIE, username: 'nadie', idTipoIncidente: '900' }
    const both = {
      opcionales: { incidentes: true, addAppointment: true },
      muniCore: old,
      appointmentGroup: { ...AGENDA, tenantId: 'old' },
    }
    for (const id of [ID, OTHER])
      await world.put(
        keys.template(id),
        buildTemplate({ id }, { ...both, ...(id === OTHER ? { opcionales: {} } : {}) }),
      )
    expect((await calls.save('vera', ID, 1, buildDraft({ ...both, titulo: 'Otro' }))).status).toBe(200)
    const codes = async (id: string, base: number, draft: object) =>
      (await calls.save('vera', id, base, draft)).problems?.map(({ code }) => code)
    expect(await codes(OTHER, 1, buildDraft(both))).toEqual([
      'template.agenda-unknown',
      'template.incident-type-unknown',
    ])
    expect(await codes(ID, 2, buildDraft({ ...both, areas: [FOREIGN_AREA] }))).toEqual([
      'template.agenda-unknown',
      'template.municore-user-unknown',
      'template.incident-type-unknown',
    ])
    // Without a municipality its references cannot be checked; the missing area is reported.
    expect(await codes(ID, 2, buildDraft({ ...both, areas: [] }))).toEqual(['template.area-required'])
  })

  it('cannot be made public, or private, by who has no switch for it', async () => {
    const { world, calls } = await asked()
    await addPerson(world.put, buildUser('tina', 'ROLE_SUPERVISOR'))
    const refused = {
      status: 422,
      problems: [{ code: 'option.not-for-role', place: { kind: 'option', option: 'publico' } }],
    }
    expect(await calls.create('tina', ID, buildDraft({ opcionales: { publico: true } }))).toMatchObject(refused)
    await calls.create('gil', ID, buildDraft({ opcionales: { publico: true } }))
    expect(await calls.save('tina', ID, 1, buildDraft())).toMatchObject(refused)
  })
})
