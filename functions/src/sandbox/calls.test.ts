import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectSystems } from '#connectors/connect.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { addPerson, buildWorld, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** The form editor's calls, from the request of a page to the external system and back. */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
let patience = 10_000
beforeEach(() => {
  sandbox.misbehave(undefined)
  patience = 10_000
})

const deps = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  timeout: () => AbortSignal.timeout(patience),
  failed: () => {},
}

async function connected(): Promise<World> {
  const world = await buildWorld({}, openMemoryStore(), connectSystems(deps, sandbox.addresses))
  await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
  return world
}

async function call(world: World, who: string, name: string, data: unknown): Promise<readonly [number, unknown]> {
  const response = await world.ask('POST', `/api/${name}`, { cookie: await world.signIn(who), body: { data } })
  const { result, error } = (await response.json()) as {
    readonly result?: unknown
    readonly error?: { readonly code: string }
  }
  return [response.status, error?.code ?? result]
}

const type = (formTitle: string, change: object = {}) => ({
  muniCoreUsername: 'gil',
  muniCoreAreaId: '102',
  formTitle,
  publico: false,
  ...change,
})
const agendas = { municipalityId: 21, typeProcedureId: 2 }

describe('assets near a point', () => {
  const near = {
    latitud: '-31.4167',
    longitud: '-64.1836',
    tipoIncidenteId: '5001',
    username: 'ines',
    radio: '1',
    municipality: MUNICIPALITY,
  }

  it('are shown to anyone who answers forms there, under their own name, and one of them by its id', async () => {
    const world = await connected()
    const [status, reply] = await call(world, 'ines', 'getIdentifiers', near)
    expect(status).toBe(200)
    expect(reply).toMatchObject({ status: 'ok', result: [{ descripcionIdentificadorTipo: 'Luminaria' }, {}, {}] })
    const [{ idIdentificador } = { idIdentificador: '' }] = (
      reply as { readonly result: readonly { readonly idIdentificador: string }[] }
    ).result
    const one = { idIdentifier: idIdentificador, username: 'ines', municipality: MUNICIPALITY }
    expect(await call(world, 'ines', 'getIdentifierDataById', one)).toMatchObject([
      200,
      { status: 'ok', result: { idIdentificador, tipoIdentificador: 'Luminaria' } },
    ])
    expect(await call(world, 'ines', 'getIdentifierDataById', { ...one, idIdentifier: 'none' })).toEqual([
      502,
      'connector.identifiers-failed',
    ])
  })

  it('are shown without a municipality, too, as the specification asks: by that of the name', async () => {
    const world = await connected()
    const { municipality: _, ...asked } = near
    expect(await call(world, 'ines', 'getIdentifiers', asked)).toMatchObject([200, { status: 'ok' }])
  })

  it('are no one’s elsewhere, nor under another’s name', async () => {
    const world = await connected()
    for (const [who, change] of [
      ['ines', { username: 'carla' }],
      ['ines', { municipality: FOREIGN_MUNICIPALITY }],
      ['uma', { username: 'uma' }],
      ['gil', { username: 'gil' }],
    ] as const)
      expect(await call(world, who, 'getIdentifiers', { ...near, ...change }), JSON.stringify(change)).toEqual([
        403,
        'access.forbidden',
      ])
  })

  it.each([{ radio: '100' }, { latitud: '91' }, { longitud: '' }, { tipoIncidenteId: '' }, { municipality: 'x' }])(
    'are not looked for with %j',
    async (change) => {
      const world = await connected()
      expect(await call(world, 'ines', 'getIdentifiers', { ...near, ...change })).toEqual([400, 'request.malformed'])
    },
  )

  it('are asked for at a pace', async () => {
    const world = await connected()
    const cookie = await world.signIn('ines')
    const ask = () => world.ask('POST', '/api/getIdentifiers', { cookie, body: { data: near } })
    for (let asked = 0; asked < DEFAULT_TUNING.geocodeBurst; asked += 1) expect((await ask()).status).toBe(200)
    expect((await ask()).status).toBe(429)
  })
})

describe('the calls of the form editor', () => {
  it('give areas, incident types and agendas', async () => {
    const world = await connected()
    expect(await call(world, 'gil', 'getMuniCoreAreas', { username: 'Gil' })).toEqual([
      200,
      expect.arrayContaining([{ areaId: '103', areaDescripcion: 'Alumbrado Público' }]),
    ])
    expect(await call(world, 'gil', 'createTipoIncidencia', type('Baches'))).toEqual([
      200,
      { result: true, id: expect.stringMatching(/^\d+$/) },
    ])
    expect(await call(world, 'gil', 'getTurneroGroupProcedure', agendas)).toEqual([
      200,
      expect.objectContaining({ tenantId: 'tenant-21', tenantUniqueName: 'municipio-21' }),
    ])
    expect(world.log).toEqual([])
  })

  it('say what went wrong outside, each in its own words', async () => {
    const world = await connected()
    await call(world, 'gil', 'createTipoIncidencia', type('Luces'))
    expect(await call(world, 'gil', 'createTipoIncidencia', type('Luces'))).toEqual([
      409,
      'connector.incident-type-exists',
    ])
    expect(await call(world, 'gil', 'createTipoIncidencia', type('Luces', { muniCoreAreaId: '199' }))).toEqual([
      502,
      'connector.incident-type-failed',
    ])
    patience = 300
    for (const how of ['silence', 'html'] as const) {
      sandbox.misbehave(how)
      expect(await call(world, 'gil', 'getMuniCoreAreas', { username: 'gil' })).toEqual([502, 'connector.areas-failed'])
      expect(await call(world, 'gil', 'getTurneroGroupProcedure', agendas)).toEqual([502, 'connector.agendas-failed'])
    }
    expect(world.log).toEqual([])
  })

  it('ask the cloud of the municipality', async () => {
    const world = await connected()
    await call(world, 'gil', 'createTipoIncidencia', type('Plazas'))
    await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21, usarAWS: true }))
    // The name is free in the other cloud.
    expect(await call(world, 'gil', 'createTipoIncidencia', type('Plazas'))).toEqual([
      200,
      expect.objectContaining({ result: true }),
    ])
  })

  it('ask the system of the form’s municipality, of anyone who works there', async () => {
    const world = await connected()
    await world.put(FOREIGN_MUNICIPALITY, {
      ...buildMunicipality({ idMuniCore: 35, usarAWS: true }),
      path: FOREIGN_MUNICIPALITY,
    })
    await addPerson(world.put, buildUser('gina', 'ROLE_GENERADOR', [AREA, FOREIGN_AREA]))
    const make = (who: string, formTitle: string, municipality?: string) =>
      call(
        world,
        who,
        'createTipoIncidencia',
        type(formTitle, { muniCoreUsername: who, ...(municipality === undefined ? {} : { municipality }) }),
      )
    expect((await make('gina', 'Ferias'))[0]).toBe(200)
    // Her own municipality has the name; in the form's system, in the other cloud, it is free, then taken.
    expect((await make('gina', 'Ferias', MUNICIPALITY))[1]).toBe('connector.incident-type-exists')
    expect((await make('gina', 'Ferias', FOREIGN_MUNICIPALITY))[0]).toBe(200)
    expect((await make('uma', 'Ferias'))[1]).toBe('connector.incident-type-exists')
    expect(await make('gil', 'Ferias', FOREIGN_MUNICIPALITY)).toEqual([403, 'access.forbidden'])
    const areas = { username: 'gina', municipality: FOREIGN_MUNICIPALITY }
    expect((await call(world, 'gina', 'getMuniCoreAreas', areas))[0]).toBe(200)
    expect((await call(world, 'gina', 'getTurneroGroupProcedure', { municipalityId: 35, typeProcedureId: 2 }))[0]).toBe(
      200,
    )
    await world.put(FOREIGN_MUNICIPALITY, { ...buildMunicipality(), path: FOREIGN_MUNICIPALITY })
    expect(await call(world, 'gina', 'getMuniCoreAreas', areas)).toEqual([422, 'connector.municipality-not-linked'])
  })

  it('are for those who make forms', async () => {
    const world = await connected()
    for (const [name, data] of Object.entries({
      getMuniCoreAreas: { username: 'ines' },
      createTipoIncidencia: type('x', { muniCoreUsername: 'ines' }),
      getTurneroGroupProcedure: agendas,
    })) {
      expect(await call(world, 'ines', name, data), name).toEqual([403, 'access.forbidden'])
      expect((await world.ask('POST', `/api/${name}`, { body: { data } })).status, name).toBe(401)
    }
  })

  it('act under a person’s own name, or that of one whom they administer', async () => {
    const world = await connected()
    await addPerson(world.put, buildUser('gina', 'ROLE_GENERADOR', [AREA]))
    const areasOf = async (who: string, username: string) =>
      (await call(world, who, 'getMuniCoreAreas', { username }))[0]
    expect([
      await areasOf('gina', 'gil'),
      await areasOf('sofia', 'gil'),
      await areasOf('uma', 'gil'),
      await areasOf('ada', 'gil'),
      await areasOf('ada', 'nadie'),
    ]).toEqual([403, 200, 403, 200, 403])
    expect(await call(world, 'gina', 'createTipoIncidencia', type('x'))).toEqual([403, 'access.forbidden'])
  })

  it('give the agendas of the own municipality; any to the administrator', async () => {
    const world = await connected()
    const of = (who: string, municipalityId: unknown) =>
      call(world, who, 'getTurneroGroupProcedure', { municipalityId, typeProcedureId: 2 })
    expect(await of('gil', 35)).toEqual([403, 'access.forbidden'])
    expect((await of('gil', '21'))[0]).toBe(200)
    expect((await of('ada', 35))[0]).toBe(200)
    expect(await of('uma', 35)).toEqual([422, 'connector.municipality-not-linked'])
    await world.put(FOREIGN_MUNICIPALITY, { ...buildMunicipality({ idMuniCore: 35 }), path: FOREIGN_MUNICIPALITY })
    expect((await of('uma', 35))[0]).toBe(200)
  })

  it.each([
    ['getMuniCoreAreas', {}],
    ['getMuniCoreAreas', { username: '' }],
    ['getMuniCoreAreas', { username: 7 }],
    ['getMuniCoreAreas', null],
    ['createTipoIncidencia', type('x'.repeat(76))],
    ['createTipoIncidencia', type(' ')],
    ['createTipoIncidencia', type('x', { publico: 'no' })],
    ['createTipoIncidencia', type('x', { requestId: 'a\r\nb' })],
    ['getTurneroGroupProcedure', { municipalityId: 21, typeProcedureId: 3 }],
    ['getTurneroGroupProcedure', { municipalityId: 'x', typeProcedureId: 2 }],
    ['getTurneroGroupProcedure', { municipalityId: 0, typeProcedureId: 2 }],
  ])('refuse what does not fit: %s %j', async (name, data) => {
    expect(await call(await connected(), 'gil', name, data)).toEqual([400, 'request.malformed'])
  })

  it('say so where nothing is connected', async () => {
    const world = await buildWorld()
    await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
    for (const [name, data] of Object.entries({
      getMuniCoreAreas: { username: 'gil' },
      createTipoIncidencia: type('x'),
      getTurneroGroupProcedure: agendas,
    })) {
      expect(await call(world, 'gil', name, data), name).toEqual([501, 'connector.not-configured'])
    }
  })
})
