import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connectSystems, type ExternalSystemAddresses } from '#connectors/connect.ts'
import type { ExternalSystemDeps } from '#connectors/http.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { MISBEHAVIOURS } from './misbehaviour.ts'
import { startSandbox, type Sandbox } from './start.ts'

/** Over real HTTP: what the connectors understand, and that no external system can hang, deceive or break them. */
let sandbox: Sandbox
let noted: { readonly system: string; readonly why: string }[] = []

const deps = (patience = 10_000): ExternalSystemDeps => ({
  fetch: (url, init) => fetch(url, init),
  // Shortens the connector's timeouts for tests.
  timeout: (milliseconds) => AbortSignal.timeout(Math.min(milliseconds, patience)),
  failed: (facts) => noted.push(facts),
})

function clients(addresses: ExternalSystemAddresses = sandbox.addresses, patience?: number) {
  const { municipalSystem, booking } = connectSystems(deps(patience), addresses)
  if (municipalSystem === undefined || booking === undefined) throw new Error('The sandbox has both systems')
  return { municipalSystem, booking }
}

const type = (change: object = {}) => ({
  muniCoreUsername: 'gil',
  muniCoreAreaId: '102',
  formTitle: 'Comercios',
  publico: false,
  ...change,
})

const CODE = { answer: 'a1' as AnswerId, tenant: 'villa-serena', municipalityId: 21 }
const TIED = { areaId: '102', idTipoIncidente: '5001' }
const ANSWER = { id: 'a1' as AnswerId, titulo: 'Comercios', codigoMunicipio: 'VIS1', muniCore: TIED }
const FACTS = { username: 'gil', municipalityId: 21, url: 'https://forms.example.org/ver/a1', citizen: undefined }

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.misbehave(undefined)
  noted = []
})

describe('on a good day', () => {
  it('areas, incident types and agendas are what the systems say', async () => {
    const { municipalSystem, booking } = clients()
    const areas = await municipalSystem.areas('gil', false)
    expect(areas.ok && areas.value.find((area) => area.areaId === '102')).toEqual({
      areaId: '102',
      areaDescripcion: 'Inspección General',
    })
    expect(await municipalSystem.createIncidentType(type(), false)).toEqual({
      ok: true,
      value: expect.stringMatching(/^\d+$/),
    })
    expect(await booking.agendas(21)).toEqual({
      ok: true,
      value: {
        groupsProcedure: expect.arrayContaining([{ id: '32', name: 'Habilitaciones comerciales' }]),
        tenantId: 'tenant-21',
        tenantUniqueName: 'municipio-21',
      },
    })
    expect(noted).toEqual([])
  })

  it('a type whose name is taken is refused as that, and the same request again is the same type', async () => {
    const { municipalSystem } = clients()
    const first = await municipalSystem.createIncidentType(type({ formTitle: 'Bares', requestId: 'r1' }), false)
    expect(await municipalSystem.createIncidentType(type({ formTitle: 'Bares', requestId: 'r1' }), false)).toEqual(
      first,
    )
    expect(
      await municipalSystem.createIncidentType(type({ formTitle: 'bares ', requestId: 'r2' }), false),
    ).toMatchObject({
      ok: false,
      problem: { code: 'connector.incident-type-exists', details: { title: 'bares ' } },
    })
    // The other cloud is a separate system without this type.
    expect((await municipalSystem.createIncidentType(type({ formTitle: 'Bares' }), true)).ok).toBe(true)
  })

  it('a username is one segment of the address, whatever is in it', async () => {
    const { municipalSystem } = clients()
    for (const username of ['../tipos-incidencia', 'a/b?c#d', 'ñandú 😀', '%2e%2e'])
      expect((await municipalSystem.areas(username, false)).ok, username).toBe(true)
  })
})

describe('assets', () => {
  const near = { latitud: -31.4167, longitud: -64.1836, tipoIncidenteId: '5001', username: 'ines', radio: '1' } as const

  it('are those near a point, and each can be asked for by its id', async () => {
    const { municipalSystem } = clients()
    const found = await municipalSystem.identifiers(near, false)
    const all = found.ok ? found.value : []
    expect(all.map(({ descripcionIdentificadorTipo }) => descripcionIdentificadorTipo)).toEqual([
      'Luminaria',
      'Árbol',
      'Desagüe',
    ])
    expect(all[0]?.geolocalizaciones).toEqual([{ latitud: -31.417, longitud: -64.184 }])
    const idIdentifier = all[0]?.idIdentificador ?? ''
    expect(await municipalSystem.identifier({ idIdentifier, username: 'ines' }, false)).toMatchObject({
      ok: true,
      value: { idIdentificador: idIdentifier, descripcion: all[0]?.descripcion, tipoIdentificador: 'Luminaria' },
    })
    expect(noted).toEqual([])
  })

  it('that cannot be had are refused, and noted', async () => {
    const { municipalSystem } = clients()
    const failed = { ok: false, problem: { code: 'connector.identifiers-failed' } }
    expect(await municipalSystem.identifiers({ ...near, username: 'fuera-de-servicio' }, false)).toEqual(failed)
    expect(await municipalSystem.identifier({ idIdentifier: 'nothing', username: 'ines' }, false)).toEqual(failed)
    expect(noted).toHaveLength(2)
  })
})

describe('incidents and codes for booking', () => {
  it('an incident is created once for a key, in the name, area, type and cloud of its answer', async () => {
    const { municipalSystem } = clients()
    const key = 'incident.create~a1'
    const first = await municipalSystem.createIncident(ANSWER, key, FACTS)
    expect(first).toEqual({ ok: true, value: { id: expect.stringMatching(/^8\d+$/) } })
    expect(await municipalSystem.createIncident(ANSWER, key, FACTS)).toEqual(first)
    expect(sandbox.incidents.main).toMatchObject([
      { username: 'gil', areaId: '102', idTipoIncidente: '5001', titulo: 'Comercios', codigo: 'VIS1' },
    ])
    const elsewhere = { ...ANSWER, muniCore: { ...TIED, usarAWS: true } }
    await municipalSystem.createIncident(elsewhere, 'incident.create~a2', FACTS)
    expect([sandbox.incidents.main.length, sandbox.incidents.aws.length]).toEqual([1, 1])
  })

  it.each([
    ['the system will not', TIED, { username: 'desconocido' }, 'incident.failed'],
    ['it does not know the area', { ...TIED, areaId: '7' }, {}, 'incident.failed'],
    ['the form names no user', TIED, { username: undefined }, 'incident.failed'],
    ['the form names no type', { areaId: '102' }, {}, 'incident.failed'],
    ['the system is out of service', TIED, { username: 'fuera-de-servicio' }, 'network.unreachable'],
  ] as const)('no incident where %s', async (_, muniCore, facts, code) => {
    const made = await clients().municipalSystem.createIncident({ ...ANSWER, muniCore }, 'incident.create~none', {
      ...FACTS,
      ...facts,
    })
    expect(made).toEqual({ ok: false, problem: { code }, ...(code === 'incident.failed' ? { isFinal: true } : {}) })
  })

  it('the code of an answer is the same each time, and the page says what it was opened with', async () => {
    const { booking } = clients()
    const code = await booking.encrypt(CODE)
    expect(code).toEqual({ ok: true, value: expect.stringMatching(/.+/) })
    expect(await booking.encrypt(CODE)).toEqual(code)
    const page = await (await fetch(`${booking.page}?code=%3Cb%3Ex&tenant=villa-serena`)).text()
    expect(page).toContain('&lt;b&gt;x')
    expect(page).toContain('villa-serena')
  })
})

describe('refusals of the systems', () => {
  it.each([
    ['an area out of service', { muniCoreAreaId: '199' }],
    ['an unknown area', { muniCoreAreaId: '7' }],
    ['a title that is too long for it', { formTitle: 'x'.repeat(76) }],
  ])('%s: the type was not created', async (_, change) => {
    expect(await clients().municipalSystem.createIncidentType(type(change), false)).toMatchObject({
      ok: false,
      problem: { code: 'connector.incident-type-failed' },
    })
    expect(noted).toHaveLength(1)
  })

  it('a token that they do not know', async () => {
    const { municipalSystem, booking } = sandbox.addresses
    const stranger = clients({
      municipalSystem: { ...municipalSystem, token: 'wrong' },
      booking: { name: booking.name, url: booking.url },
    })
    expect(await stranger.municipalSystem.areas('gil', false)).toMatchObject({
      ok: false,
      problem: { code: 'connector.areas-failed' },
    })
    expect(await stranger.booking.agendas(21)).toMatchObject({
      ok: false,
      problem: { code: 'connector.agendas-failed' },
    })
    expect(JSON.stringify(noted)).not.toContain('wrong')
  })
})

describe('on a bad day', () => {
  it.each(MISBEHAVIOURS)(
    '%s: each call is refused with its own code within its time, and the reason is noted',
    async (how) => {
      sandbox.misbehave(how)
      const { municipalSystem, booking } = clients(sandbox.addresses, 300)
      const incident = () => municipalSystem.createIncident(ANSWER, 'incident.create~bad', FACTS)
      const began = performance.now()
      expect(await municipalSystem.areas('gil', false)).toEqual({
        ok: false,
        problem: { code: 'connector.areas-failed' },
      })
      expect(await municipalSystem.createIncidentType(type(), false)).toMatchObject({
        ok: false,
        problem: { code: 'connector.incident-type-failed' },
      })
      expect(await booking.agendas(21)).toEqual({ ok: false, problem: { code: 'connector.agendas-failed' } })
      expect(await municipalSystem.identifier({ idIdentifier: 'L1x1', username: 'gil' }, false)).toEqual({
        ok: false,
        problem: { code: 'connector.identifiers-failed' },
      })
      expect(await incident()).toEqual({ ok: false, problem: { code: 'network.unreachable' } })
      expect(await booking.encrypt(CODE)).toEqual({ ok: false, problem: { code: 'booking.failed' } })
      expect(performance.now() - began).toBeLessThan(5000)
      expect(noted.map(({ system }) => system)).toEqual([
        'municore',
        'municore',
        'turnero',
        'municore',
        'municore',
        'turnero',
      ])
    },
  )

  it('a reply without end is given up for its length, however patient we are', async () => {
    sandbox.misbehave('endless')
    expect((await clients().booking.agendas(21)).ok).toBe(false)
    expect(noted[0]?.why).toContain('longer than 1048576 bytes')
  })

  it('no one there', async () => {
    const gone = await startSandbox()
    await gone.close()
    expect(await clients(gone.addresses).booking.agendas(21)).toMatchObject({
      ok: false,
      problem: { code: 'connector.agendas-failed' },
    })
    expect(noted).toHaveLength(1)
  })

  it('the next day all is well again', async () => {
    const { booking } = clients()
    sandbox.misbehave('cut')
    expect((await booking.agendas(21)).ok).toBe(false)
    sandbox.misbehave(undefined)
    expect((await booking.agendas(21)).ok).toBe(true)
  })

  it('a municipality of the other cloud, whose address no one configured', async () => {
    const { municipalSystem, booking } = sandbox.addresses
    const half = clients({ municipalSystem, booking })
    expect(await half.municipalSystem.areas('gil', true)).toMatchObject({
      ok: false,
      problem: { code: 'connector.areas-failed' },
    })
    expect(noted).toMatchObject([{ why: 'its address is not configured' }])
  })
})
