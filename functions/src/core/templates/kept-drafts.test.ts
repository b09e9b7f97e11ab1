import { describe, expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { pullResponseSchema } from '#domain/sync/index.ts'
import { AREA, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const ID = templateIdOf('A')
const NEXT = buildDraft({ titulo: 'Otro' })
const LATER = buildDraft({ titulo: 'Otro', descripcion: 'Más tarde' })

async function start() {
  const world = await buildWorld()
  return { world, calls: templateCalls(world) }
}

/** All data that a device pulls, as text. */
async function pullText(world: World, who: string): Promise<string> {
  const response = await world.ask('GET', '/api/sync/pull', { cookie: await world.signIn(who) })
  return JSON.stringify(pullResponseSchema.parse(await response.json()))
}

/** A restored backup has lost the version on screen; its number now belongs to other content. */
describe('an editor whose version or draft was lost by a restored backup', () => {
  const elsewhen = '2026-01-01T00:00:00.000Z'
  const refused = { status: 409, code: 'template.conflict' }

  it('neither publishes nor saves a draft over another version with the same number', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    const lost = { base: 1, baseAt: elsewhen, revision: 0 }
    expect(await calls.saveKept('gil', ID, lost, NEXT)).toMatchObject({ ...refused, current: { version: 1 } })
    expect(await calls.keep('gil', ID, lost, NEXT)).toMatchObject(refused)
    expect(await world.store.get(keys.template(ID))).toMatchObject({ version: 1, titulo: buildDraft().titulo })
    expect((await calls.keep('gil', ID, { ...lost, baseAt: NOW }, NEXT)).status).toBe(200)
  })

  it('neither replaces nor discards nor publishes another draft with the same revision', async () => {
    const { calls } = await start()
    await calls.keep('gil', ID, { base: 0, revision: 0 }, NEXT)
    const lost = { revision: 1, revisionAt: elsewhen }
    expect(await calls.keep('gil', ID, { base: 0, ...lost }, LATER)).toMatchObject(refused)
    expect(await calls.ask('gil', 'POST', '', { id: ID, ...lost, draft: LATER })).toMatchObject(refused)
    const discard = (at: string) => calls.ask('gil', 'DELETE', `/${ID}/draft?revision=1&revisionAt=${at}`)
    expect(await discard(elsewhen)).toEqual(refused)
    expect(await discard('never')).toMatchObject({ status: 400 })
    expect(await calls.atWork('gil', ID)).toMatchObject({ kept: { titulo: 'Otro' } })
    expect((await discard(NOW)).status).toBe(204)
  })
})

describe('a draft of a form that was never published', () => {
  it('is kept beside the forms: there is no form, no version and nothing to pull or to answer', async () => {
    const { world, calls } = await start()
    const said = await calls.keep('gil', ID, { base: 0, revision: 0 }, NEXT)
    expect(said).toEqual({
      status: 200,
      kept: {
        ...NEXT,
        id: ID,
        base: 0,
        revision: 1,
        seenIn: [AREA],
        lastEdit: { date: NOW, username: 'gil' },
        timeStamp: NOW,
      },
    })
    expect(await world.store.get(keys.template(ID))).toBeUndefined()
    expect(await world.store.get(keys.templateVersion(ID, 1))).toBeUndefined()
    for (const who of ['gil', 'sofia', 'ines', 'ada']) {
      expect(await pullText(world, who)).not.toContain(ID)
      expect((await calls.open(who, ID)).status).toBe(404)
    }
    expect((await world.ask('GET', `/api/public/forms/${ID}`)).status).toBe(404)
  })

  it('may lack whatever a form needs, but an area: its areas say who sees it', async () => {
    const { calls } = await start()
    const bare = buildDraft({ titulo: '', secciones: [] })
    expect((await calls.keep('gil', ID, { base: 0, revision: 0 }, bare)).status).toBe(200)
    const place = { kind: 'field', field: 'areas' }
    expect(await calls.keep('gil', ID, { base: 0, revision: 1 }, buildDraft({ areas: [] }))).toMatchObject({
      status: 422,
      problems: [{ code: 'template.area-required', place }],
    })
    expect((await calls.ask('gil', 'POST', '', { id: ID, revision: 1, draft: bare })).status).toBe(422)
  })

  it('is published as version 1 by anyone who has seen it, and is gone then', async () => {
    const { world, calls } = await start()
    await calls.keep('gil', ID, { base: 0, revision: 0 }, NEXT)
    const unseen = await calls.create('sofia', ID, LATER)
    expect(unseen).toMatchObject({ status: 409, code: 'template.conflict', current: null, kept: { revision: 1 } })
    const said = await calls.ask('sofia', 'POST', '', { id: ID, revision: 1, draft: LATER })
    expect(said.template).toMatchObject({ version: 1, descripcion: 'Más tarde' })
    expect(await world.store.get(keys.keptDraft(ID))).toBeUndefined()
    expect(await pullText(world, 'ines')).toContain('Más tarde')
  })

  it('under an id that is no device’s, or that a form had which is gone, is refused', async () => {
    const { calls } = await start()
    expect((await calls.keep('gil', 'nuevo', { base: 0, revision: 0 })).status).toBe(404)
    await calls.create('gil', ID)
    await calls.remove('gil', ID)
    expect(await calls.keep('gil', ID, { base: 0, revision: 0 })).toEqual({ status: 410, code: 'template.deleted' })
  })

  it('is not found, nor said to be there, by anyone who creates under its id and may not edit it', async () => {
    const { calls } = await start()
    await calls.keep('ada', ID, { base: 0, revision: 0 }, buildDraft({ areas: [OTHER_AREA] }))
    const refused = { status: 409, code: 'template.exists' }
    expect(await calls.create('gil', ID)).toEqual(refused)
    expect(await calls.keep('gil', ID, { base: 0, revision: 1 })).toEqual(refused)
    expect((await calls.discard('gil', ID, 1)).status).toBe(404)
  })
})

describe('a draft of the next version', () => {
  it('changes nothing of what devices, answers and the public have', async () => {
    const { world, calls } = await start()
    const { template } = await calls.create('gil', ID, buildDraft({ opcionales: { publico: true } }))
    const before = [await pullText(world, 'ines'), await (await world.ask('GET', `/api/public/forms/${ID}`)).text()]
    expect((await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)).status).toBe(200)
    expect([await pullText(world, 'ines'), await (await world.ask('GET', `/api/public/forms/${ID}`)).text()]).toEqual(
      before,
    )
    expect((await calls.open('ines', ID)).template).toEqual(template)
    expect((await calls.versions('ines', ID)).versions).toHaveLength(1)
    expect(await calls.version('ines', ID, 2)).toMatchObject({ code: 'template.version-unknown' })
    expect(await calls.atWork('gil', ID)).toMatchObject({ template: { version: 1 }, kept: { base: 1, titulo: 'Otro' } })
  })

  it('is published by a save that has seen it; one that has not is shown it', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    await calls.keep('sofia', ID, { base: 1, revision: 0 }, NEXT)
    expect(await calls.save('gil', ID, 1, LATER)).toMatchObject({
      status: 409,
      current: { version: 1 },
      kept: { titulo: 'Otro', lastEdit: { username: 'sofia' } },
    })
    const { template } = await calls.saveKept('gil', ID, { base: 1, revision: 1 }, LATER)
    expect(template).toMatchObject({ version: 2, lastEdit: { username: 'gil' } })
    expect(await world.store.get(keys.keptDraft(ID))).toBeUndefined()
    expect((await calls.versions('gil', ID)).versions).toHaveLength(2)
  })

  it('of two people is one of theirs, and the other is shown it', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)
    expect(await calls.keep('sofia', ID, { base: 1, revision: 0 }, LATER)).toMatchObject({
      status: 409,
      kept: { revision: 1 },
    })
    expect((await calls.keep('sofia', ID, { base: 1, revision: 1 }, LATER)).kept).toMatchObject({ revision: 2 })
    expect(await calls.keep('gil', ID, { base: 1, revision: 1 }, NEXT)).toMatchObject({
      status: 409,
      kept: { descripcion: 'Más tarde' },
    })
  })

  it('that was begun under a version before is not kept over the newer one', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    await calls.save('sofia', ID, 1, NEXT)
    expect(await calls.keep('gil', ID, { base: 1, revision: 0 }, LATER)).toMatchObject({
      status: 409,
      current: { version: 2 },
    })
  })

  it('sent again is the same draft', async () => {
    const { calls } = await start()
    const first = await calls.keep('gil', ID, { base: 0, revision: 0 }, NEXT)
    expect(await calls.keep('gil', ID, { base: 0, revision: 0 }, NEXT)).toEqual(first)
  })

  it('is not judged by the locks of answers before it is published', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    await world.put(keys.templateCounter(ID), { count: 1 })
    expect((await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)).status).toBe(200)
    expect((await calls.saveKept('gil', ID, { base: 1, revision: 1 }, NEXT)).status).toBe(422)
  })

  it('follows the scope switch of its form: publishing it does not throw the switch back', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)
    await calls.setScope('gil', ID, true)
    const { kept } = await calls.atWork('gil', ID)
    expect(kept).toMatchObject({ base: 2, revision: 2, opcionales: { publico: true }, titulo: 'Otro' })
  })

  it('follows it also where it ties a citizen to the answers: its author decides between the two, no one makes the form private unseen', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    const citizen = buildDraft({ opcionales: { ciudadano: true } })
    await calls.keep('gil', ID, { base: 1, revision: 0 }, citizen)
    await calls.setScope('gil', ID, true)
    const { kept } = await calls.atWork('gil', ID)
    expect(kept).toMatchObject({ base: 2, revision: 2, opcionales: { publico: true, ciudadano: true } })
    const both = buildDraft({ opcionales: { publico: true, ciudadano: true } })
    expect(await calls.saveKept('gil', ID, { base: 2, revision: 2 }, both)).toMatchObject({
      status: 422,
      problems: [{ code: 'option.not-with-citizen' }, { code: 'option.not-with-public' }],
    })
  })
})

describe('the end of a draft', () => {
  it('leaves what is published, and counts on: a later draft is never taken for it', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)
    expect((await calls.discard('sofia', ID, 1)).status).toBe(204)
    expect(await calls.atWork('gil', ID)).toMatchObject({ status: 200, kept: null, template: { version: 1 } })
    expect((await calls.keep('sofia', ID, { base: 1, revision: 0 }, LATER)).kept).toMatchObject({ revision: 2 })
    expect((await calls.keep('gil', ID, { base: 1, revision: 1 }, NEXT)).status).toBe(409)
  })

  it('takes nothing from anyone who has it open: they may keep it again', async () => {
    const { calls } = await start()
    await calls.keep('gil', ID, { base: 0, revision: 0 }, NEXT)
    await calls.discard('sofia', ID, 1)
    expect((await calls.keep('gil', ID, { base: 0, revision: 1 }, LATER)).kept).toMatchObject({ revision: 2 })
  })

  it('is refused where someone has kept it again, and is done where it is done', async () => {
    const { calls } = await start()
    await calls.create('gil', ID)
    await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)
    await calls.keep('gil', ID, { base: 1, revision: 1 }, LATER)
    expect(await calls.discard('sofia', ID, 1)).toEqual({ status: 409, code: 'template.conflict' })
    expect((await calls.discard('sofia', ID, 2)).status).toBe(204)
    expect((await calls.discard('sofia', ID, 2)).status).toBe(204)
  })

  it('comes with the end of its form', async () => {
    const { world, calls } = await start()
    await calls.create('gil', ID)
    await calls.keep('gil', ID, { base: 1, revision: 0 }, NEXT)
    await world.put(keys.templateCounter(ID), { count: 1 })
    expect((await calls.remove('gil', ID)).deleted).toBe('kept')
    expect(await world.store.get(keys.keptDraft(ID))).toBeUndefined()
    expect((await calls.atWork('gil', ID)).status).toBe(410)
  })
})
