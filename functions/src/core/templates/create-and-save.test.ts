import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { MAX_TEMPLATE_BYTES } from '#domain/templates/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, FOREIGN_AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { addPerson, buildWorld, codeOf } from '#tests/support/server/world.ts'

const ID = templateIdOf('A')

async function start() {
  const world = await buildWorld()
  return { world, calls: templateCalls(world) }
}

describe('a new template', () => {
  it('is version 1, with the names of its area and municipality, and nothing that the sender says of the rest', async () => {
    const { world, calls } = await start()
    const forged = {
      ...buildDraft(),
      version: 7,
      deleted: true,
      lastEdit: { date: NOW, username: 'x' },
      formEditedInfo: [{ date: NOW, username: 'x' }],
      areaInfo: { nombre: 'x' },
      duplicatedInfo: {},
    }
    const said = await calls.create('gil', ID, forged)
    expect(said.status).toBe(200)
    expect(said.template).toEqual({
      ...buildDraft(),
      id: ID,
      version: 1,
      lastEdit: { date: NOW, username: 'gil' },
      timeStamp: NOW,
      deleted: false,
      areaInfo: { nombre: 'inspeccion', id: 'inspeccion' },
      municipioInfo: { nombre: 'Villa Serena' },
    })
    expect(await world.store.get(keys.template(ID))).toEqual(said.template)
    expect(await world.store.get(keys.templateVersion(ID, 1))).toEqual(said.template)
  })

  it('sent again is the same template, however its fields are ordered, also after someone changed it', async () => {
    const { calls } = await start()
    const reversed = Object.fromEntries(Object.entries(buildDraft()).reverse())
    const first = await calls.create('gil', ID)
    expect(await calls.create('gil', ID, reversed)).toEqual(first)
    const changed = await calls.save('sofia', ID, 1, buildDraft({ titulo: 'Otro' }))
    expect((await calls.create('gil', ID)).template).toEqual(changed.template)
  })

  it('that is too long to be read is refused as that, and so is such a save', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    const sent = {
      cookie: await world.signIn('gil'),
      body: '{}',
      headers: { 'content-length': String(MAX_TEMPLATE_BYTES + 1) },
    }
    for (const [method, path] of [
      ['POST', '/api/templates'],
      ['PUT', `/api/templates/${ID}`],
    ] as const) {
      const response = await world.ask(method, path, sent)
      expect([response.status, await codeOf(response)]).toEqual([413, 'request.too-large'])
    }
  })

  it('under an id that another one has is refused, and says what is there to those who may see it only', async () => {
    const { calls } = await start()
    const { template } = await calls.create('gil', ID)
    const other = buildDraft({ titulo: 'Otro' })
    expect(await calls.create('sofia', ID, other)).toEqual({ status: 409, code: 'template.exists', current: template })
    expect(await calls.create('uma', ID, buildDraft({ areas: [FOREIGN_AREA] }))).toEqual({
      status: 409,
      code: 'template.exists',
    })
  })

  it('under the id of one that is gone is refused: a repeated request brings nothing back to life', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    expect((await calls.remove('gil', ID)).deleted).toBe('removed')
    expect(await calls.create('gil', ID)).toEqual({ status: 410, code: 'template.deleted' })
    expect(await world.store.get(keys.template(ID))).toBeUndefined()
  })

  it.each([
    ['an area that does not exist', [`${AREA}-vieja`], 422, 'template.invalid'],
    ['an area beyond their reach', [OTHER_AREA], 403, 'access.forbidden'],
    ['one of two areas beyond their reach', [AREA, OTHER_AREA], 403, 'access.forbidden'],
    ['the same area twice', [AREA, AREA], 422, 'template.broken'],
  ])('in %s is refused', async (_, areas, status, code) => {
    const { world, calls } = await start()
    expect(await calls.create('gil', ID, buildDraft({ areas }))).toMatchObject({ status, code })
    expect(await world.store.get(keys.template(ID))).toBeUndefined()
  })

  it.each(['nuevo', 'comercios2', 'a'.repeat(26), 'A'.repeat(25), '__proto__', 'A/B'])(
    'under the name %s is refused: ids are made by devices',
    async (id) => {
      const { calls } = await start()
      expect(await calls.ask('gil', 'POST', '', { id, draft: buildDraft() })).toEqual({
        status: 400,
        code: 'request.malformed',
      })
    },
  )
})

describe('a save', () => {
  it('is the next version with an entry of who and when; the one before stays as it was', async () => {
    const { world, calls } = await start()
    const first = await calls.create('gil', ID)
    world.clock.now += 60_000
    const { template } = await calls.save('sofia', ID, 1, buildDraft({ titulo: 'Otro', descripcion: '' }))
    const date = new Date(world.clock.now).toISOString()
    expect(template).toEqual({
      ...first.template,
      titulo: 'Otro',
      descripcion: '',
      version: 2,
      lastEdit: { date, username: 'sofia' },
    })
    expect(await world.store.get(keys.templateVersion(ID, 2))).toEqual(template)
    expect((await calls.version('ines', ID, 1)).template).toEqual(first.template)
    expect((await calls.versions('ines', ID)).versions).toEqual([
      { version: 2, date, username: 'sofia' },
      { version: 1, date: NOW, username: 'gil' },
    ])
    expect(await calls.version('ines', ID, 3)).toEqual({ status: 404, code: 'template.version-unknown' })
  })

  it('has its line written with it, once, and none where nothing is saved', async () => {
    const { world, calls } = await start()
    const lines = () => world.store.count({ collection: 'formEditedInfo', keyPrefix: `formularios/${ID}/` })
    await calls.create('gil', ID)
    await calls.create('gil', ID)
    expect([await lines(), await world.store.get(keys.versionLine(ID, 1))]).toEqual([
      1,
      { version: 1, date: NOW, username: 'gil' },
    ])
    await calls.save('sofia', ID, 1, buildDraft({ titulo: 'Otro' }))
    await calls.save('sofia', ID, 1, buildDraft({ titulo: 'Otro' }))
    await calls.save('gil', ID, 1, buildDraft({ titulo: 'Tarde' }))
    expect([await lines(), await world.store.get(keys.versionLine(ID, 2))]).toEqual([
      2,
      { version: 2, date: NOW, username: 'sofia' },
    ])
    await calls.remove('gil', ID)
    expect(await lines()).toBe(2)
  })

  it('is listed, fifty to a page, and every version is on one page', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    for (let version = 2; version <= 101; version += 1)
      await calls.setScope(version % 3 === 0 ? 'sofia' : 'gil', ID, version % 2 === 0)
    const all: number[] = []
    for (let query = '', pages = 0; ; pages += 1) {
      const { versions = [], more } = await calls.versions('ines', ID, query)
      expect(versions).toHaveLength([50, 50, 1][pages] ?? 0)
      all.push(...versions.map(({ version }) => version))
      for (const { version, username } of versions) expect(username).toBe(version % 3 === 0 ? 'sofia' : 'gil')
      if (more !== true) break
      query = `?before=${all.at(-1)}`
    }
    expect(all).toEqual(Array.from({ length: 101 }, (_, index) => 101 - index))
    expect(await calls.versions('ines', ID, '?before=1')).toEqual({ status: 200, versions: [], more: false })
    expect(await calls.versions('ines', ID, '?before=200')).toMatchObject({ versions: { length: 50 }, more: true })
    for (const before of ['0', '-1', 'x', '1.5', '1e12', '__proto__'])
      expect(await calls.versions('ines', ID, `?before=${before}`)).toEqual({ status: 400, code: 'request.malformed' })
    expect(await calls.versions('uma', ID, '?before=9')).toEqual({ status: 404, code: 'template.missing' })
  })

  it('leaves out what the draft leaves out', async () => {
    const { calls } = await start()
    await calls.create('gil', ID, buildDraft({ customizedVoucherText: 'Gracias' }))
    expect((await calls.save('gil', ID, 1, buildDraft())).template).not.toHaveProperty('customizedVoucherText')
  })

  it('over a version that is not the last one writes nothing and says what is there', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    const { template: theirs } = await calls.save('sofia', ID, 1, buildDraft({ titulo: 'De Sofía' }))
    for (const base of [1, 3]) {
      expect(await calls.save('gil', ID, base, buildDraft({ titulo: 'De Gil' }))).toEqual({
        status: 409,
        code: 'template.conflict',
        current: theirs,
      })
    }
    expect(await world.store.get(keys.template(ID))).toEqual(theirs)
    expect(await world.store.get(keys.templateVersion(ID, 3))).toBeUndefined()
  })

  it('sent again after a lost reply is the same save; the same content from someone else is a conflict', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    const draft = buildDraft({ titulo: 'Otro' })
    const first = await calls.save('gil', ID, 1, draft)
    expect(await calls.save('gil', ID, 1, draft)).toEqual(first)
    expect(await calls.save('sofia', ID, 1, draft)).toMatchObject({ status: 409 })
    expect(await calls.save('gil', ID, 7, draft)).toMatchObject({ status: 409 })
    await calls.save('sofia', ID, 2, buildDraft({ titulo: 'De Sofía' }))
    expect(await calls.save('gil', ID, 1, draft)).toMatchObject({ status: 409, current: { titulo: 'De Sofía' } })
  })

  it('restores an old version as a new one', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    await calls.save('gil', ID, 1, buildDraft({ titulo: 'Otro' }))
    const { template: old } = await calls.version('gil', ID, 1)
    const restored = await calls.save('gil', ID, 2, old)
    expect(restored.template).toMatchObject({ version: 3, titulo: buildDraft().titulo })
    const { versions } = await calls.versions('gil', ID)
    expect(versions?.map(({ username }) => username)).toEqual(['gil', 'gil', 'gil'])
  })

  it('moves a template between areas within reach, and leaves alone what is beyond it', async () => {
    const { world, calls } = await start()
    await addPerson(world.put, buildUser('dora', 'ROLE_GENERADOR', [AREA, OTHER_AREA]))
    await calls.create('dora', ID, buildDraft({ areas: [AREA, OTHER_AREA] }))
    const save = (who: string, base: number, areas: readonly string[], titulo: string) =>
      calls.save(who, ID, base, buildDraft({ areas, titulo }))
    // gil works only in the first area: he may edit the form, but not take it from the other area or give it to a
    // third.
    expect((await save('gil', 1, [AREA], 'a')).status).toBe(403)
    expect((await save('gil', 1, [AREA, OTHER_AREA, FOREIGN_AREA], 'a')).status).toBe(403)
    expect((await save('gil', 1, [AREA, OTHER_AREA], 'a')).status).toBe(200)
    const moved = await save('dora', 2, [OTHER_AREA], 'a')
    expect(moved.template).toMatchObject({ areas: [OTHER_AREA], areaInfo: { nombre: 'arbolado', id: 'arbolado' } })
    // For gil it no longer exists.
    expect(await save('gil', 3, [OTHER_AREA], 'b')).toEqual({ status: 404, code: 'template.missing' })
  })

  it('changes who governs a template only within reach of the area that did and of the one that will', async () => {
    const { world, calls } = await start()
    await addPerson(world.put, buildUser('dora', 'ROLE_GENERADOR', [AREA, OTHER_AREA]))
    await addPerson(world.put, buildUser('otto', 'ROLE_GENERADOR', [OTHER_AREA]))
    await calls.create('dora', ID, buildDraft({ areas: [AREA, OTHER_AREA] }))
    const turned = buildDraft({ areas: [OTHER_AREA, AREA], titulo: 'Otro' })
    // The first area determines who answers, the area's name and the prefix of codes.
    for (const who of ['gil', 'otto'])
      expect(await calls.save(who, ID, 1, turned)).toEqual({ status: 403, code: 'access.forbidden' })
    expect(await world.store.get(keys.template(ID))).toMatchObject({ version: 1, areaInfo: { id: 'inspeccion' } })
    expect((await calls.save('dora', ID, 1, turned)).template).toMatchObject({
      areas: [OTHER_AREA, AREA],
      areaInfo: { id: 'arbolado' },
    })
    expect((await calls.save('gil', ID, 2, buildDraft({ areas: [OTHER_AREA, AREA], titulo: 'De Gil' }))).status).toBe(
      200,
    )
  })

  it('counts the right of the moment: anyone who lost it while the editor was open is refused', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    await world.put(keys.user(buildUser('gil').id), buildUser('gil', 'ROLE_INSPECTOR'))
    expect(await calls.save('gil', ID, 1, buildDraft({ titulo: 'x' }))).toEqual({
      status: 403,
      code: 'access.forbidden',
    })
  })

  it('of a template that is not there, or is deleted, says so', async () => {
    const { world, calls } = await start()
    expect(await calls.save('gil', ID, 1, buildDraft())).toEqual({ status: 404, code: 'template.missing' })
    await calls.create('gil', ID)
    await world.put(keys.templateCounter(ID), { count: 1 })
    await calls.remove('gil', ID)
    expect(await calls.save('gil', ID, 1, buildDraft())).toEqual({ status: 410, code: 'template.deleted' })
    expect(await calls.open('gil', ID)).toEqual({ status: 410, code: 'template.deleted' })
  })

  it('never carries traces of an answer', async () => {
    const { calls } = await start()
    const draft = buildDraft()
    const text = JSON.stringify(draft)
    const tampered = [
      text.replace('"history":[]', `"history":[{"date":"${NOW}","userName":"x","stateId":0,"stateName":"x"}]`),
      text.replace('"texto":"Bar","checked":false', '"texto":"Bar","checked":true'),
      text.replace('"condition":"Depósito","checked":false', '"condition":"Depósito","checked":true'),
      text.replace('"seccionesRepetibles":[]', '"seccionesRepetibles":[{"orden":0,"preguntas":[]}]'),
    ]
    for (const one of tampered) {
      expect(one).not.toBe(text)
      expect(await calls.create('gil', ID, JSON.parse(one))).toMatchObject({ status: 422, code: 'template.broken' })
    }
  })
})
