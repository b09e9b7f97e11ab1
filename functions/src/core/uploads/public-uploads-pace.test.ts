import { beforeEach, describe, expect, it } from 'vitest'
import { hashOf } from '#tests/support/builders/submit.ts'
import { MINE, photos, publish, sendPublic, visitPublic, type Sending } from '#tests/support/server/public-files.ts'
import { base64, locationOf, PNG, pngOf, TUS } from '#tests/support/server/uploads.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { DEFAULT_TUNING } from '../tuning.ts'

let world: World
let from: { address: string | undefined }
const send = (bytes: Uint8Array, how: Sending = {}) => sendPublic(world, bytes, how)
beforeEach(async () => {
  from = { address: '192.0.2.1' }
  world = await buildWorld({ addressOf: () => from.address })
  await publish(world, photos())
})

describe('the pace of files of the public', () => {
  const { publicFilesUnit: STRETCH, publicFilesBurstPerAddress: BURST } = DEFAULT_TUNING
  const { publicFilesIntervalPerAddress: INTERVAL } = DEFAULT_TUNING
  const LARGE = 4 * 1024 * 1024

  async function untilRefused(): Promise<{ readonly taken: number; readonly refusal: Response }> {
    for (let taken = 0; taken < 500; taken += 1) {
      const response = await send(pngOf(100 + taken), { length: LARGE })
      if (response.status !== 201) return { taken, refusal: response }
    }
    throw new Error('never refused')
  }

  it('is bounded by address in bytes, continues after the announced time, and leaves other addresses alone', async () => {
    const { taken, refusal } = await untilRefused()
    expect([taken, refusal.status, await codeOf(refusal)]).toEqual([BURST / (LARGE / STRETCH), 429, 'request.too-many'])
    from.address = '192.0.2.2'
    expect((await send(PNG)).status).toBe(201)
    from.address = '192.0.2.1'
    world.clock.now += INTERVAL * Math.ceil(Number(refusal.headers.get('retry-after')) / (INTERVAL / 1000))
    expect((await send(PNG)).status).toBe(201)
  })

  it('is bounded by form, from however many addresses', async () => {
    world = await buildWorld({ addressOf: () => from.address, tuning: { publicFilesBurstPerForm: 10 } })
    await publish(world, photos())
    const statuses = []
    for (let address = 0; address < 12; address += 1) {
      from.address = `198.51.100.${address}`
      statuses.push((await send(pngOf(100 + address))).status)
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  })

  it('leaves an account at the same address alone', async () => {
    await untilRefused()
    const cookie = await world.signIn('ines')
    const headers = {
      ...TUS,
      'upload-length': String(PNG.length),
      'upload-metadata': `sha256 ${base64(hashOf(PNG))},type ${base64('image/png')},name ${base64('a.png')}`,
    }
    expect((await world.ask('POST', '/api/uploads', { cookie, headers })).status).toBe(201)
  })

  it('keeps at most so many unfinished uploads of an address, by however many devices', async () => {
    const first = locationOf(await send(pngOf(100)))
    for (let device = 0; device < 64; device += 1)
      await send(pngOf(200 + device), { secret: String(device).padStart(64, '0') })
    expect((await visitPublic(world, 'HEAD', first, MINE)).status).toBe(404)
  })

  it('keeps at most eight times as many of a whole /48, from however many of its networks', async () => {
    from.address = '2001:db8:7:1::1'
    const first = locationOf(await send(pngOf(100)))
    for (let network = 0; network < 8 * 64; network += 1) {
      from.address = `2001:db8:7:${(network + 2).toString(16)}::1`
      expect((await send(pngOf(200 + network))).status).toBe(201)
    }
    expect((await visitPublic(world, 'HEAD', first, MINE)).status).toBe(404)
  })
})

describe('what strangers announce and do not send', () => {
  const LARGE = 4 * 1024 * 1024
  const announce = (index: number) => send(pngOf(100 + index), { length: LARGE })

  it('of one network, however wide, leaves a form to everybody else', async () => {
    for (let index = 0; index < 300; index += 1) {
      from.address = `2001:db8:7:${index.toString(16)}::1`
      await announce(index)
    }
    from.address = '192.0.2.9'
    expect((await send(PNG)).status).toBe(201)
  })

  it('from everywhere is given back when it does not come, and a puzzle lets in until then', async () => {
    for (let index = 0; index < 300; index += 1) {
      from.address = `198.51.${index % 250}.${index}`
      await announce(index)
    }
    from.address = '192.0.2.9'
    const refused = await send(PNG)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { details: { challenge: expect.any(String) as string } } })
    world.clock.now += DEFAULT_TUNING.publicFileSilence
    expect((await send(PNG)).status).toBe(201)
  })

  it('is announced again when its bytes come after all', async () => {
    const bytes = pngOf(600_000)
    const path = locationOf(await send(bytes))
    world.clock.now += DEFAULT_TUNING.publicFileSilence
    // Other new uploads leave it no space until they have been idle long enough.
    for (let index = 0; index < 60; index += 1) await send(pngOf(100 + index), { length: LARGE })
    const more = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    expect((await visitPublic(world, 'PATCH', path, MINE, more, bytes)).status).toBe(429)
    world.clock.now += DEFAULT_TUNING.publicFileSilence + 60_000
    expect((await visitPublic(world, 'PATCH', path, MINE, more, bytes)).status).toBe(204)
  })
})
