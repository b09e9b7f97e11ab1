import { expect, it } from 'vitest'
import { ok, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildMunicipality } from '#tests/support/builders/people.ts'
import { buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, FOREIGN_MUNICIPALITY } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'
import type { Geocoder } from '../../ports.ts'
import { findUserByLogin } from '../../sessions/accounts.ts'

it('a server without a provider of maps says so, of tiles as of addresses, and knows no layer', async () => {
  const world = await buildWorld()
  const cookie = await world.signIn('ines')
  const get = (path: string) => world.ask('GET', `/api${path}`, { cookie })
  expect(await (await get('/map')).json()).toEqual({ layers: [], geocoder: false })
  for (const path of [
    '/tiles/default/15/10541/19411',
    '/geocode?q=Rondeau',
    '/geocode/reverse?latitude=-31.4&longitude=-64.1',
  ])
    expect([path, await codeOf(await get(path))]).toEqual([path, 'connector.not-configured'])
  expect(world.log).toEqual([])
})

it('an address is looked for near the town of the form, where the caller works there, and else near their own', async () => {
  const near: unknown[] = []
  const geocoder: Geocoder = {
    search: async (_, centre) => {
      near.push(centre?.latitude)
      return ok({ places: [], attribution: '' })
    },
    addressOf: async () => ok({ direccion: null, attribution: '' }),
  }
  const world = await buildWorld({}, undefined, { geocoders: { 'map-search': geocoder } })
  const at = (latitude: number) => ({ ubicacion: { latitude, longitude: -64 } })
  await world.put(MUNICIPALITY, { ...buildMunicipality(), ...at(-31) })
  await world.put(FOREIGN_MUNICIPALITY, { ...buildMunicipality(), path: FOREIGN_MUNICIPALITY, key: 'PCL', ...at(-34) })
  const cookie = await world.signIn('ines')
  const search = async (of: string) =>
    world.ask('GET', `/api/geocode?q=Rondeau${of === '' ? '' : `&municipality=${encodeURIComponent(of)}`}`, { cookie })
  for (const of of ['', MUNICIPALITY, FOREIGN_MUNICIPALITY]) expect((await search(of)).status).toBe(200)
  const ines = there(await world.store.get(keys.user(there(await findUserByLogin(world.store, 'ines')).id)))
  await world.put(keys.user(ines.id), { ...ines, areas: [...ines.areas, FOREIGN_AREA] })
  expect((await search(FOREIGN_MUNICIPALITY)).status).toBe(200)
  expect(near).toEqual([-31, -31, -31, -34])
})

it('a form of the portal that asks where has a map and an address search, and one that does not has none', async () => {
  const geocoder: Geocoder = {
    search: async () => ok({ places: [], attribution: '' }),
    addressOf: async () => ok({ direccion: null, attribution: '' }),
  }
  const world = await buildWorld({}, undefined, { geocoders: { 'map-search': geocoder } })
  const put = (id: string, options: object) => {
    const template = buildPlainTemplate()
    const opcionales = { ...template.opcionales, publico: false, ...options }
    const form = { ...template, id: templateIdSchema.parse(id), opcionales }
    return world.put(keys.template(form.id), form)
  }
  await put('lugar', { citizenAssociationFromCitizenPortal: true, geolocalizacion: true })
  await put('nota2', { citizenAssociationFromCitizenPortal: true, geolocalizacion: false })
  await put('interno', { geolocalizacion: true })
  const get = (path: string) => world.ask('GET', `/api/public/forms/${path}`)
  expect(await (await get('lugar/map')).json()).toMatchObject({ geocoder: true })
  expect((await get('lugar/geocode?q=Rondeau')).status).toBe(200)
  expect(await codeOf(await get('nota2/map'))).toBe('access.forbidden')
  expect(await codeOf(await get('interno/map'))).toBe('template.missing')
})
