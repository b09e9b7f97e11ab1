import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'

const [ID, COPY] = [templateIdOf('A'), templateIdOf('B')]
const noted = async (world: World): Promise<readonly AuditEntry[]> =>
  (await world.store.query({ collection: 'audit', limit: 100 }))
    .map(({ document }) => document as unknown as AuditEntry)
    .filter(({ action }) => action !== 'session.started')
const abbreviatePlace = async (world: World) =>
  (await noted(world)).map(({ action, username, target, municipality, details }) => ({
    action,
    username,
    target,
    municipality,
    details,
  }))

describe('the log knows', () => {
  it('who published, switched, copied and deleted which form; not drafts, nor what changed nothing', async () => {
    const world = await buildWorld()
    const calls = templateCalls(world)
    const municipality = MUNICIPALITY
    await calls.create('gil', ID)
    await calls.create('gil', ID)
    await calls.keep('gil', ID, { base: 1, revision: 0 }, buildDraft({ titulo: 'Otro' }))
    await calls.discard('gil', ID, 1)
    await calls.save('sofia', ID, 1, buildDraft({ titulo: 'Otro' }))
    await calls.save('sofia', ID, 1, buildDraft({ titulo: 'Tarde' }))
    await calls.setScope('gil', ID, true)
    await calls.setScope('gil', ID, true)
    await calls.duplicate('sofia', ID, { id: COPY, area: AREA })
    await calls.remove('sofia', COPY)
    await world.put(keys.templateCounter(ID), { count: 1 })
    await calls.remove('sofia', ID)
    await calls.remove('sofia', ID)
    const [form, copy] = [keys.template(ID), keys.template(COPY)]
    expect(await abbreviatePlace(world)).toEqual([
      {
        action: 'form.published',
        username: 'gil',
        target: form,
        municipality,
        details: { title: buildDraft().titulo, version: 1 },
      },
      {
        action: 'form.published',
        username: 'sofia',
        target: form,
        municipality,
        details: { title: 'Otro', version: 2 },
      },
      {
        action: 'form.switched',
        username: 'gil',
        target: form,
        municipality,
        details: { title: 'Otro', version: 3, public: true },
      },
      {
        action: 'form.copied',
        username: 'sofia',
        target: copy,
        municipality,
        details: { title: 'Otro', version: 1, source: ID },
      },
      {
        action: 'form.deleted',
        username: 'sofia',
        target: copy,
        municipality,
        details: { title: 'Otro', removed: true },
      },
      {
        action: 'form.deleted',
        username: 'sofia',
        target: form,
        municipality,
        details: { title: 'Otro', removed: false },
      },
    ])
  })

  it('who decided about an answer that was held, and how', async () => {
    const world = await buildWorld()
    const template = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 1 })
    await world.put(keys.template(template.id), template)
    await world.put(keys.templateCounter(template.id), { count: 1 })
    const mutations = [buildPlainSubmit(1, 'uno'), buildPlainSubmit(2, 'dos')]
    const ines = await world.signIn('ines')
    await world.ask('POST', '/api/sync/push', {
      cookie: ines,
      body: { protocol: 1, device: DEVICE, account: 'ines', mutations },
    })
    const [one = '', other = ''] = mutations.map(({ answer }) => answer)
    const cookie = await world.signIn('sofia')
    for (let turn = 0; turn < 2; turn += 1) await world.ask('POST', `/api/held/${one}/accept`, { cookie })
    await world.ask('POST', `/api/held/${other}/discard`, { cookie, body: { reason: 'Repetido' } })
    expect(await abbreviatePlace(world)).toEqual([
      expect.objectContaining({
        action: 'held.accepted',
        username: 'sofia',
        municipality: MUNICIPALITY,
        details: { code: 'VIS1' },
      }),
      expect.objectContaining({ action: 'held.discarded', username: 'sofia', municipality: MUNICIPALITY, details: {} }),
    ])
    expect((await noted(world)).map(({ target }) => target.split('/').at(-1))).toEqual([one, other])
  })

  it('who took several answers as a PDF, of which form and how many; one alone is read, not taken in bulk', async () => {
    const world = await buildWorld()
    const ids = [await answerFrom(world, 'ines', 1), await answerFrom(world, 'ines', 2)]
    const cookie = await world.signIn('sofia')
    const ask = (answerId: unknown) => world.ask('POST', '/api/generatePdfv3', { cookie, body: { data: { answerId } } })
    expect((await ask(ids[0])).status).toBe(200)
    expect(await noted(world)).toEqual([])
    expect((await ask(ids)).status).toBe(200)
    expect(await abbreviatePlace(world)).toEqual([
      {
        action: 'answers.printed',
        username: 'sofia',
        target: keys.template(buildPlainTemplate().id),
        municipality: MUNICIPALITY,
        details: { answers: 2 },
      },
    ])
  })
})
