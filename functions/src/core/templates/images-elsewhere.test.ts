import { describe, expect, it } from 'vitest'
import { formTemplateSchema } from '#domain/templates/index.ts'
import { keys } from '#domain/store/index.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateIdOf } from '#tests/support/server/templates.ts'
import { ID, imageOf, png, start, withImage } from '#tests/support/server/template-images.ts'

describe('an address that is no image of this form', () => {
  const OTHER = templateIdOf('B')
  const elsewhere = [
    `/api/templates/${ID}`,
    `/api/templates/${ID}/images/`,
    `/api/templates/${ID}/images/${'a'.repeat(64)}/..`,
    `//elsewhere.example/api/templates/${ID}/images/${'a'.repeat(64)}`,
    'https://elsewhere.example/a.png',
  ]

  it.each(elsewhere)('is refused, as header and as logo: %s', async (url) => {
    const { calls } = await start()
    const missing = (field: string) => ({
      status: 422,
      problems: [{ code: 'template.image-missing', place: { kind: 'field', field } }],
    })
    expect(await calls.create('gil', ID, { ...buildDraft(), headerImageURL: url })).toMatchObject(
      missing('headerImageURL'),
    )
    expect(await calls.create('gil', ID, { ...buildDraft(), pdfSettings: { logo: url } })).toMatchObject(
      missing('pdfSettings'),
    )
  })

  it('is not copied, and not read where an older server has stored it', async () => {
    const { world, calls } = await start()
    const url = '/api/templates/comercios'
    await calls.create('gil', ID)
    await world.put(keys.template(ID), { ...(await world.store.get(keys.template(ID))), headerImageURL: url })
    const stored = (await calls.open('sofia', ID)).template
    expect([stored?.headerImageURL, formTemplateSchema.parse(stored).headerImageURL]).toEqual([url, undefined])
    await calls.duplicate('sofia', ID, { id: OTHER, area: AREA })
    expect((await calls.open('sofia', OTHER)).template?.headerImageURL).toBeUndefined()
  })

  it('is missed when it is an image of another form, even one that has been there', async () => {
    const { world, calls, send } = await start()
    const image = await imageOf(await send('gil', png(), OTHER))
    await calls.create('gil', ID)
    const draft = withImage(image.url)
    await world.put(keys.template(ID), { ...(await world.store.get(keys.template(ID))), ...draft })
    expect(await calls.save('gil', ID, 1, draft)).toMatchObject({
      status: 422,
      problems: [{ code: 'template.image-missing' }],
    })
  })
})
