import { describe, expect, it } from 'vitest'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'
import { MISBEHAVIOURS } from './misbehaviour.ts'
import { callAs, citizenActs, NEW_CITIZEN, withRegistry } from '#tests/support/server/registry.ts'

/** The citizen registry, from the request of a page to the external system and back. */
const registry = withRegistry()

describe('the calls of the registry', () => {
  it('find a person and a legal entity by their number, however it is written, and note each look without a value of theirs', async () => {
    const world = await registry.connected()
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '30.111.222' })).toEqual([
      200,
      {
        status: 'ok',
        result: {
          id: '9001',
          nombre: 'Rosa',
          apellido: 'Leiva',
          email: 'rosa.leiva@example.org',
          telefono: '',
          calle: 'Belgrano 120',
        },
      },
    ])
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '30-71234567-1' })).toMatchObject([
      200,
      { status: 'ok', result: { apellido: 'Dummy' } },
    ])
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '30111223' })).toEqual([200, { status: 'fail' }])
    const noted = await citizenActs(world)
    expect(noted.map(({ target, details, username }) => [target, details, username])).toEqual([
      [`${MUNICIPALITY}/ciudadanos/9001`, { by: 'number', found: true }, 'ines'],
      [`${MUNICIPALITY}/ciudadanos/9003`, { by: 'number', found: true }, 'ines'],
      [MUNICIPALITY, { by: 'number', found: false }, 'ines'],
    ])
    expect(JSON.stringify(noted)).not.toMatch(/30111222|Rosa/)
  })

  it('find whom a hash stands for', async () => {
    const world = await registry.connected()
    expect(await callAs(world, 'ines', 'getCitizenByHash', { hash: 'hash-de-rosa' })).toMatchObject([
      200,
      { status: 'ok', result: { id: '9001', dni: '30111222' } },
    ])
    expect(await callAs(world, 'ines', 'getCitizenByHash', { hash: 'x' })).toEqual([200, { status: 'fail' }])
  })

  it('create someone once, who is found from then on; the registry’s own word is passed on when it will not', async () => {
    const world = await registry.connected()
    const created = await callAs(world, 'ines', 'createCitizen', NEW_CITIZEN)
    expect(created).toMatchObject([
      200,
      { status: 'ok', message: '', result: { otrosDatos: { dni: '31222333' }, idCiudadano: expect.any(String) } },
    ])
    expect(await callAs(world, 'ines', 'createCitizen', NEW_CITIZEN)).toEqual(created)
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '31222333' })).toMatchObject([200, { status: 'ok' }])
    expect(await callAs(world, 'pablo', 'createCitizen', { ...NEW_CITIZEN, nombre: 'Eva' })).toEqual([
      200,
      { status: 'fail', message: 'Ya existe un ciudadano con ese número' },
    ])
    const acts = ['citizen.created', 'citizen.created', 'citizen.looked-up']
    expect((await citizenActs(world)).map(({ action }) => action)).toEqual(acts)
    await world.put(FOREIGN_MUNICIPALITY, { ...buildMunicipality({ idMuniCore: 22 }), path: FOREIGN_MUNICIPALITY })
    const other = { ...NEW_CITIZEN, dni: '31444555', municipioPath: FOREIGN_MUNICIPALITY }
    expect(await callAs(world, 'ada', 'createCitizen', { ...NEW_CITIZEN, dni: '31444555' })).not.toEqual(
      await callAs(world, 'ada', 'createCitizen', other),
    )
  })

  it.each([
    ['a name with a bracket', { nombre: '<b>' }],
    ['an ID of dashes', { dni: '---' }],
    ['an e-mail without a point', { email: 'ana@x' }],
    ['a tax number with another prefix', { tipoDocumentoId: 11, dni: '24712345671' }],
    ['a phone of words', { telefono: 'no' }],
  ])('create nobody with %s', async (_name, change) => {
    const world = await registry.connected()
    const [status] = await callAs(world, 'ines', 'createCitizen', { ...NEW_CITIZEN, dni: '32000000', ...change })
    expect([400, 422]).toContain(status)
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '32000000' })).toEqual([200, { status: 'fail' }])
  })

  it('are for those who answer forms of the municipality, and at a pace', async () => {
    const world = await registry.connected()
    const who = (name: string, data: object = {}) => callAs(world, name, 'getCitizen', { dni: '30111222', ...data })
    expect(await who('uma')).toEqual([403, 'access.forbidden'])
    expect(await who('gil')).toEqual([403, 'access.forbidden'])
    expect(await who('ines', { municipioPath: FOREIGN_MUNICIPALITY })).toEqual([403, 'access.forbidden'])
    expect(await who('ada')).toMatchObject([200, { status: 'ok' }])
    expect(await who('ada', { municipioPath: FOREIGN_MUNICIPALITY })).toEqual([
      422,
      'connector.municipality-not-linked',
    ])
    for (let look = 0; look < DEFAULT_TUNING.citizensBurst; look += 1)
      expect((await who('ines', { dni: String(30_000_000 + look) }))[0]).toBe(200)
    expect(await who('ines')).toEqual([429, 'request.too-many'])
    expect(await callAs(world, 'ines', 'createCitizen', { ...NEW_CITIZEN, dni: '33000000' })).toEqual([
      429,
      'request.too-many',
    ])
    expect((await who('pablo'))[0]).toBe(200)
    world.clock.now += DEFAULT_TUNING.citizensInterval
    expect((await who('ines'))[0]).toBe(200)
  })

  it.each(MISBEHAVIOURS)('on a bad day (%s) are refused with their own codes', async (how) => {
    const world = await registry.connected()
    registry.wait(300)
    registry.sandbox.misbehave(how)
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '30111222' })).toEqual([502, 'citizen.search-failed'])
    expect(await callAs(world, 'ines', 'getCitizenByHash', { hash: 'x' })).toEqual([502, 'citizen.search-failed'])
    expect(await callAs(world, 'ines', 'createCitizen', { ...NEW_CITIZEN, dni: '34000000' })).toEqual([
      502,
      'citizen.create-failed',
    ])
  })

  it('say so where this server knows no registry', async () => {
    const world = await buildWorld()
    await world.put(MUNICIPALITY, buildMunicipality({ idMuniCore: 21 }))
    expect(await callAs(world, 'ines', 'getCitizen', { dni: '30111222' })).toEqual([501, 'connector.not-configured'])
  })
})
