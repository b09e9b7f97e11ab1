import { expect, it } from 'vitest'
import { buildWorld, codeOf } from '#tests/support/server/world.ts'

it('a server without a provider of maps says so, of squares as of addresses, and knows no layer', async () => {
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
