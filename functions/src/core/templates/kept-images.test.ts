import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { FOREIGN_AREA } from '#tests/support/builders/template.ts'
import { DAY, ID, imageOf, isStored, png, start, withImage } from '#tests/support/server/template-images.ts'
import { buildDraft, templateCalls } from '#tests/support/server/templates.ts'
import { addPerson } from '#tests/support/server/world.ts'
import { sweepImages } from './images.ts'

describe('an image that only a draft shows', () => {
  async function kept() {
    const started = await start()
    const image = await imageOf(await started.send('gil', png()))
    expect((await started.calls.keep('gil', ID, { base: 0, revision: 0 }, withImage(image.url))).status).toBe(200)
    const later = async (days: number) => {
      started.world.clock.now += days * DAY
      await sweepImages(started.world.ports)
    }
    return { ...started, image, later }
  }

  it('is seen by anyone who may edit the draft, and by no one else', async () => {
    const { see, image } = await kept()
    const seen = await Promise.all(
      ['gil', 'sofia', 'ada', 'ines', 'uma', 'nobody'].map(async (who) => (await see(who, image.url)).status),
    )
    expect(seen).toEqual([200, 200, 200, 404, 404, 404])
  })

  it('is sent, and taken away, by anyone who may edit the draft, and by no one else', async () => {
    const { world, send, drop } = await kept()
    await addPerson(world.put, buildUser('eva', 'ROLE_GENERADOR', [FOREIGN_AREA]))
    const { url, sha256 } = await imageOf(await send('gil', png(2)))
    const sent = await world.store.get(keys.templateImage(ID, sha256))
    expect([(await send('eva', png(3))).status, await drop('eva', url)]).toEqual([409, 409])
    expect(await world.store.get(keys.templateImage(ID, sha256))).toEqual(sent)
  })

  it('stays as long as the draft does, also when it is sent or taken away once more in the meantime', async () => {
    const { world, send, drop, image, later } = await kept()
    await later(20)
    await imageOf(await send('gil', png()))
    await drop('gil', image.url)
    await later(40)
    expect(await isStored(world, image)).toBe(true)
  })

  it.each([
    ['discarded', async (calls: ReturnType<typeof templateCalls>) => (await calls.discard('gil', ID, 1)).status],
    [
      'kept without it',
      async (calls: ReturnType<typeof templateCalls>) =>
        (await calls.keep('gil', ID, { base: 0, revision: 1 }, buildDraft())).status,
    ],
    [
      'published without it',
      async (calls: ReturnType<typeof templateCalls>) =>
        (await calls.ask('gil', 'POST', '', { id: ID, revision: 1, draft: buildDraft() })).status,
    ],
  ] as const)('goes a month after the draft was %s', async (_, act) => {
    const { world, image, later } = await kept()
    await later(60)
    // The earlier session has ended.
    expect(await act(templateCalls(world))).toBeLessThan(300)
    await later(29)
    expect(await isStored(world, image)).toBe(true)
    await later(2)
    expect(await isStored(world, image)).toBe(false)
  })

  it('stays for good once it is published', async () => {
    const { world, calls, image, later } = await kept()
    await calls.ask('gil', 'POST', '', { id: ID, revision: 1, draft: withImage(image.url) })
    await later(60)
    expect(await world.store.get(keys.templateImage(ID, image.sha256))).toMatchObject({ saved: true })
    expect(await isStored(world, image)).toBe(true)
  })
})
