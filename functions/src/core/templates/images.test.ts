import { describe, expect, it } from 'vitest'
import { MAX_HEADER_IMAGE_BYTES } from '#domain/kernel/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateIdOf } from '#tests/support/server/templates.ts'
import { DAY, ID, imageOf, isStored, JPEG, png, start, withImage } from '#tests/support/server/template-images.ts'
import { addPerson, codeOf } from '#tests/support/server/world.ts'
import { sweepImages } from './images.ts'

describe('a header image', () => {
  it('is sent before the form is saved, seen by its sender only, and then by anyone who sees the form', async () => {
    const { world, calls, send, see } = await start()
    const bytes = png()
    const image = await imageOf(await send('gil', bytes))
    expect(image).toMatchObject({ url: `/api/templates/${ID}/images/${image.sha256}`, bytes: 64, type: 'image/png' })
    const seenBy = async () =>
      Promise.all(['gil', 'ines', 'uma', 'nobody'].map(async (who) => (await see(who, image.url)).status))
    expect(await seenBy()).toEqual([200, 404, 404, 404])
    expect((await calls.create('gil', ID, withImage(image.url))).status).toBe(200)
    expect(await seenBy()).toEqual([200, 200, 404, 404])
    await calls.setScope('gil', ID, true)
    expect(await seenBy()).toEqual([200, 200, 200, 200])
    const shown = await see('nobody', image.url)
    expect(new Uint8Array(await shown.arrayBuffer())).toEqual(bytes)
    expect(shown.headers.get('cache-control'), 'a form is shown with it without a network, too').toBe(
      'private, max-age=31536000, immutable',
    )
    expect([
      shown.headers.get('content-type'),
      shown.headers.get('content-disposition')?.split(';')[0],
      shown.headers.get('x-content-type-options'),
    ]).toEqual(['image/png', 'inline', 'nosniff'])
    expect(world.log).toEqual([])
  })

  it('sent twice is one', async () => {
    const { world, send } = await start()
    expect(await imageOf(await send('gil', png()))).toEqual(await imageOf(await send('gil', png())))
    expect(await world.store.count({ collection: 'imagenes' })).toBe(1)
  })

  it.each([
    [
      'a drawing',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      422,
      'file.wrong-type',
    ],
    ['a page', new TextEncoder().encode('<!doctype html><script>alert(1)</script>'), 422, 'file.wrong-type'],
    ['a GIF', new TextEncoder().encode('GIF89a..............'), 422, 'file.wrong-type'],
    ['a document', new TextEncoder().encode('%PDF-1.7\n............'), 422, 'file.wrong-type'],
    ['nothing', new Uint8Array(), 422, 'file.wrong-type'],
    ['a byte too many', png(1, MAX_HEADER_IMAGE_BYTES + 1), 413, 'file.too-large'],
  ])('is no %s, of which no byte stays', async (_, bytes, status, code) => {
    const { world, send } = await start()
    const response = await send('gil', bytes)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    expect([await world.files.list(), await world.store.count({ collection: 'imagenes' })]).toEqual([[], 0])
    expect(world.log).toEqual([])
  })

  it('of 5 MB is taken, and so is a JPEG', async () => {
    const { send } = await start()
    await imageOf(await send('gil', png(1, MAX_HEADER_IMAGE_BYTES)))
    expect((await imageOf(await send('gil', new Uint8Array([...JPEG, ...png()])))).type).toBe('image/jpeg')
  })

  it('is bytes that may also be someone’s photo: refusing or removing the one leaves the other', async () => {
    const { world, send, drop } = await start()
    const image = await imageOf(await send('gil', png()))
    await world.put(`files/ines~${image.sha256}`, { sha256: image.sha256, bytes: image.bytes, author: 'ines' })
    expect(await drop('gil', image.url)).toBe(204)
    world.clock.now += DAY
    expect(await sweepImages(world.ports)).toBe(1)
    expect(await isStored(world, image)).toBe(true)
  })
})

describe('removing it', () => {
  it('takes the bytes with it after a day, while no version shows it; twice is once', async () => {
    const { world, calls, send, see, drop } = await start()
    const image = await imageOf(await send('gil', png()))
    expect(await drop('gil', image.url)).toBe(204)
    world.clock.now += DAY / 2
    expect(await drop('gil', image.url)).toBe(204)
    world.clock.now += DAY / 2
    expect(await sweepImages(world.ports)).toBe(1)
    expect([await isStored(world, image), (await see('gil', image.url)).status]).toEqual([false, 404])
    expect(await drop('gil', image.url)).toBe(204)
    expect(await calls.create('gil', ID, withImage(image.url))).toMatchObject({
      status: 422,
      problems: [{ code: 'template.image-missing' }],
    })
  })

  it('can be undone until then: a form that is saved with it keeps it, and so does sending it again', async () => {
    const { world, calls, send, drop } = await start()
    const [saved, again] = [await imageOf(await send('gil', png(1))), await imageOf(await send('gil', png(2)))]
    for (const { url } of [saved, again]) await drop('gil', url)
    world.clock.now += DAY - 1000
    expect((await calls.create('gil', ID, withImage(saved.url))).status).toBe(200)
    await imageOf(await send('gil', png(2)))
    world.clock.now += 2 * DAY
    expect(await sweepImages(world.ports)).toBe(0)
    expect([await isStored(world, saved), await isStored(world, again)]).toEqual([true, true])
  })

  it('keeps it once a version shows it, because answers show that version', async () => {
    const { world, calls, send, see, drop } = await start()
    const image = await imageOf(await send('gil', png()))
    await calls.create('gil', ID, withImage(image.url))
    expect((await calls.save('gil', ID, 1, buildDraft())).status).toBe(200)
    expect(await drop('gil', image.url)).toBe(204)
    world.clock.now += 2 * DAY
    expect(await sweepImages(world.ports)).toBe(0)
    expect([await isStored(world, image), (await see('ines', image.url)).status]).toEqual([true, 200])
    // The old version can be restored, including its image.
    expect((await calls.save('gil', ID, 2, withImage(image.url))).status).toBe(200)
  })

  it('and sending a kept one again does not make it go', async () => {
    const { world, calls, send } = await start()
    const image = await imageOf(await send('gil', png()))
    await calls.create('gil', ID, withImage(image.url))
    expect(await imageOf(await send('gil', png()))).toEqual(image)
    world.clock.now += 31 * DAY
    expect([await sweepImages(world.ports), await isStored(world, image)]).toEqual([0, true])
  })

  it('leaves another form its own, whose image has the same bytes', async () => {
    const { world, send, see, drop } = await start()
    const [first, second] = [await imageOf(await send('gil', png())), await imageOf(await send('gil', png(), 'nota'))]
    const dropped = async (url: string) => {
      await drop('gil', url)
      world.clock.now += DAY
      return sweepImages(world.ports)
    }
    expect(await dropped(first.url)).toBe(1)
    expect([await isStored(world, second), (await see('gil', second.url)).status]).toEqual([true, 200])
    expect(await dropped(second.url)).toBe(1)
    expect(await isStored(world, second)).toBe(false)
  })
})

describe('a logo for the PDF', () => {
  const withLogo = (logo: string) => buildDraft({ pdfSettings: { logoChecked: true, logo } })

  it('is kept with the form, copied with it, and missed when it is not there', async () => {
    const { world, calls, send, see } = await start()
    const logo = await imageOf(await send('sofia', png()))
    expect((await calls.create('sofia', ID, withLogo(logo.url))).status).toBe(200)
    const { template } = await calls.duplicate('sofia', ID, { id: templateIdOf('B'), area: AREA })
    expect(template?.pdfSettings).toMatchObject({
      logoChecked: true,
      logo: `/api/templates/${templateIdOf('B')}/images/${logo.sha256}`,
    })
    expect(await calls.create('sofia', templateIdOf('C'), withLogo(logo.url))).toMatchObject({
      status: 422,
      problems: [{ code: 'template.image-missing', place: { kind: 'field', field: 'pdfSettings' } }],
    })
    world.clock.now += 60 * DAY
    expect(await sweepImages(world.ports)).toBe(0)
    expect((await see('ines', template?.pdfSettings?.logo ?? '')).status).toBe(200)
  })
})

describe('the image of a copy', () => {
  it('is its own, and stays when the original goes', async () => {
    const { world, calls, send, see } = await start()
    await addPerson(world.put, buildUser('olivia', 'ROLE_INSPECTOR', [OTHER_AREA]))
    const image = await imageOf(await send('sofia', png()))
    await calls.create('sofia', ID, withImage(image.url))
    const { template } = await calls.duplicate('sofia', ID, { id: templateIdOf('B'), area: OTHER_AREA })
    expect(template?.headerImageURL).toBe(`/api/templates/${templateIdOf('B')}/images/${image.sha256}`)
    await calls.remove('sofia', ID)
    // olivia never saw the original.
    expect([
      (await see('olivia', image.url)).status,
      (await see('olivia', template?.headerImageURL ?? '')).status,
    ]).toEqual([404, 200])
    expect((await calls.save('sofia', templateIdOf('B'), 1, { ...template, titulo: 'x' })).status).toBe(200)
  })
})

describe('images that no one saves', () => {
  it('go after 30 days, with their bytes; a saved one stays', async () => {
    const { world, calls, send } = await start()
    const [kept, lost] = [await imageOf(await send('gil', png(1))), await imageOf(await send('gil', png(2)))]
    await calls.create('gil', ID, withImage(kept.url))
    world.clock.now += 29 * DAY
    expect(await sweepImages(world.ports)).toBe(0)
    world.clock.now += 2 * DAY
    expect(await sweepImages(world.ports)).toBe(1)
    expect([await isStored(world, kept), await isStored(world, lost)]).toEqual([true, false])
  })

  it('are at most 50 for an account: the oldest makes room', async () => {
    const { world, send } = await start()
    const first = await imageOf(await send('gil', png(0)))
    for (let seed = 1; seed <= 55; seed += 1) {
      world.clock.now += 1000
      await imageOf(await send('gil', png(seed)))
    }
    expect(await world.store.count({ collection: 'imagenes' })).toBe(50)
    expect(await isStored(world, first)).toBe(false)
  })
})

describe('who may send one', () => {
  it('anyone who may edit the form; for an unsaved one, anyone who may create forms; for a removed one, no one', async () => {
    const { world, calls, send } = await start()
    await addPerson(world.put, buildUser('dora', 'ROLE_GENERADOR', [OTHER_AREA]))
    const status = async (who: string, id: string) => (await send(who, png(), id)).status
    expect([await status('ines', ID), await status('dora', ID), await status('nobody', ID)]).toEqual([403, 200, 401])
    expect([await status('ines', 'nota'), await status('dora', 'nota'), await status('gil', 'nota')]).toEqual([
      403, 404, 200,
    ])
    await calls.create('gil', ID, buildDraft({ areas: [AREA] }))
    await calls.remove('gil', ID)
    expect(await status('gil', ID)).toBe(410)
  })
})
