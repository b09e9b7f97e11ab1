import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildPlainSubmit, DEVICE, toVersion } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { DAY, ID, imageOf, isStored, png, start, withImage } from '#tests/support/server/template-images.ts'
import { sweepImages } from './images.ts'

describe('images of a form that is removed', () => {
  async function removed() {
    const started = await start()
    const { world, calls, send } = started
    const image = await imageOf(await send('gil', png()))
    await calls.create('gil', ID, {
      ...withImage(image.url),
      secciones: buildPlainTemplate().secciones,
      opcionales: { headerImg: true },
      estados: undefined,
    })
    const [version] = [(await calls.open('gil', ID)).template]
    expect((await calls.remove('gil', ID)).deleted).toBe('removed')
    const later = async (days: number) => {
      world.clock.now += days * DAY
      await sweepImages(world.ports)
    }
    return { ...started, image, version, later }
  }

  it('go with their bytes after a month; the versions stay', async () => {
    const { world, image, later } = await removed()
    await later(29)
    expect(await isStored(world, image)).toBe(true)
    await later(2)
    expect([await isStored(world, image), await world.store.count({ collection: 'imagenes' })]).toEqual([false, 0])
    expect(await world.store.get(keys.templateVersion(ID, 1))).toBeDefined()
  })

  it('stay when an answer to it has come in the meantime, which is held and not lost', async () => {
    const { world, image, version, later } = await removed()
    if (version === undefined) throw new Error('no version')
    const body = {
      protocol: PROTOCOL_VERSION,
      device: DEVICE,
      account: 'ines',
      mutations: [toVersion(buildPlainSubmit(1), version)],
    }
    const pushed = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
    expect(await pushed.json()).toMatchObject({ results: [{ status: 'held', reason: { code: 'template.deleted' } }] })
    await later(31)
    await later(31)
    expect(await isStored(world, image)).toBe(true)
  })

  it('go although the first removal ended before them: asked again, it continues', async () => {
    const { world, calls, image, later } = await removed()
    const key = keys.templateImage(ID, image.sha256)
    const { expiresAt: _, ...stored } = (await world.store.get(key)) ?? {}
    await world.put(key, { ...stored, saved: true })
    expect((await calls.remove('gil', ID)).deleted).toBe('removed')
    await later(31)
    expect(await isStored(world, image)).toBe(false)
  })

  it('stay with a form that is kept because it has answers', async () => {
    const { world, calls, send } = await start()
    const image = await imageOf(await send('gil', png()))
    await calls.create('gil', ID, withImage(image.url))
    await world.put(keys.templateCounter(ID), { count: 1 })
    expect((await calls.remove('gil', ID)).deleted).toBe('kept')
    world.clock.now += 40 * DAY
    await sweepImages(world.ports)
    expect(await isStored(world, image)).toBe(true)
  })
})
