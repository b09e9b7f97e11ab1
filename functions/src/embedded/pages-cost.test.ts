import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { publicFormSchema } from '#domain/pages/index.ts'
import { keys } from '#domain/store/index.ts'
import { openSqliteStore } from './sqlite/store.ts'
import { photos, publish, sendPublic } from '#tests/support/server/public-files.ts'
import { PNG } from '#tests/support/server/uploads.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'

const SHELL = '<!doctype html><title>Relevo</title><body><div id="root"></div>'
const FORM = photos()
const from = { address: '192.0.2.1' }

async function town(): Promise<World> {
  const options = { publicShell: async () => SHELL, addressOf: () => from.address }
  const world = await buildWorld(options, openSqliteStore(':memory:'))
  await publish(world, FORM)
  return world
}
const page = (world: World, headers = {}) => world.ask('GET', `/publico/contestar/${FORM.id}`, { headers })
const form = (world: World, headers = {}) => world.ask('GET', `/api/public/forms/${FORM.id}`, { headers })

afterEach(() => vi.restoreAllMocks())

describe('what strangers ask about a form', () => {
  it('takes it apart once for each version, for pages and for the form together', async () => {
    const world = await town()
    const parse = vi.spyOn(publicFormSchema, 'parse')
    for (let time = 0; time < 5; time += 1) await page(world)
    expect(parse).toHaveBeenCalledTimes(1)
    for (let time = 0; time < 5; time += 1) await form(world)
    await sendPublic(world, PNG)
    expect(parse).toHaveBeenCalledTimes(1)
    await world.put(keys.template(FORM.id), { ...FORM, titulo: 'Otro', version: 2 })
    expect(await (await form(world)).json()).toMatchObject({ form: { titulo: 'Otro', version: 2 } })
    expect(parse).toHaveBeenCalledTimes(2)
    expect(await (await page(world)).text()).toContain('<h1>Otro</h1>')
  })

  it('is compressed once for each version, and says the same', async () => {
    const world = await town()
    const stream = vi.spyOn(globalThis, 'CompressionStream')
    const packed = async () => {
      const response = await form(world, { 'accept-encoding': 'gzip, br' })
      expect(response.headers.get('content-encoding')).toBe('gzip')
      return JSON.parse(gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()) as unknown
    }
    expect(await packed()).toEqual(await (await form(world)).json())
    await packed()
    expect(stream).toHaveBeenCalledTimes(1)
    const read = async () => {
      const response = await page(world, { 'accept-encoding': 'gzip' })
      return gunzipSync(new Uint8Array(await response.arrayBuffer())).toString()
    }
    expect(await read()).toBe(await (await page(world)).text())
    await read()
    expect(stream).toHaveBeenCalledTimes(2)
  })

  it('has a pace for an address, and continues after the announced time; others are not kept waiting', async () => {
    const world = await town()
    const { publicPagesBurst: burst, publicPagesInterval: interval } = DEFAULT_TUNING
    for (let time = 0; time < burst; time += 1) expect((await page(world)).status).toBe(200)
    const refused = await page(world)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await codeOf(await form(world))).toBe('request.too-many')
    from.address = '192.0.2.2'
    expect((await page(world)).status).toBe(200)
    from.address = '192.0.2.1'
    world.clock.now += interval
    expect((await page(world)).status).toBe(200)
  })
})
