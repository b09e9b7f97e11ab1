import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#domain/audit/index.ts'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { change, edit } from '#tests/support/builders/changes.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { buildDraft, templateCalls, templateIdOf } from '#tests/support/server/templates.ts'
import {
  answered,
  askChanges,
  buildPortalWorld,
  FORM,
  pushedBy,
  revisionOf,
} from '#tests/support/server/portal-world.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import { there } from '#tests/support/there.ts'

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

const abbreviate = async (world: World) =>
  (await noted(world)).map(({ action, username, from, target, municipality, details }) => ({
    action,
    username,
    from,
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

  it('who completed, corrected, moved and deleted an answer, once each and without its values', async () => {
    const world = await buildWorld()
    const id = answerIdSchema.parse(await answerFrom(world, 'ines', 1))
    const key = keys.answer(id)
    const stored = there(await world.store.get(key))
    const unanswered = JSON.stringify(stored.secciones, (name, value) => (name === 'respuesta' ? undefined : value))
    const states = [
      { id: 0, nombre: 'Recibida', transiciones: [1] },
      { id: 1, nombre: 'En obra', transiciones: [] },
    ]
    await world.put(key, {
      ...stored,
      secciones: JSON.parse(unanswered),
      estados: { disponibles: states, actual: 0, inicial: 0, history: [] },
    })
    const of = { answer: id, template: stored.idPlantilla }
    const value = (respuesta: string) => ({ respuesta })
    const completed = edit('0/0', null, value('Ana vive en Mitre 1204'))
    const corrected = edit('0/0', value('Ana vive en Mitre 1204'), value('una luz rota'))
    const late = edit('0/0', value('Ana vive en Mitre 1204'), value('ninguna luz'))
    const mutations = [
      change('answer.edit', { ...of, correction: completed, signatures: [] }),
      change('answer.correct', { ...of, base: 2, correction: corrected, resolves: [], reason: 'Ana llamó' }),
      change('answer.correct', { ...of, base: 2, correction: late, resolves: [] }),
      change('answer.changeState', { ...of, base: 4, from: 0, to: 1 }),
      // The answer is in this state already.
      change('answer.changeState', { ...of, base: 4, from: 0, to: 1 }),
      // A state that the answer may not return to.
      change('answer.changeState', { ...of, base: 5, from: 1, to: 0 }),
      change('answer.delete', { ...of, base: 5 }),
    ]
    const statuses: string[] = []
    for (const mutation of mutations) {
      statuses.push((await pushedBy(world, 'sofia', mutation)).status)
      await pushedBy(world, 'sofia', mutation)
    }
    expect(statuses).toEqual(['applied', 'applied', 'merged', 'applied', 'applied', 'rejected', 'applied'])
    const code = 'VIS1'
    const by = { username: 'sofia', from: '192.0.2.1', target: key, municipality: MUNICIPALITY }
    expect(await abbreviate(world)).toEqual([
      { ...by, action: 'answer.completed', details: { code, version: 2 } },
      { ...by, action: 'answer.corrected', details: { code, version: 3 } },
      { ...by, action: 'answer.corrected', details: { code, version: 4, conflicts: 1 } },
      { ...by, action: 'answer.moved', details: { code, stateBefore: 'Recibida', stateNow: 'En obra' } },
      { ...by, action: 'answer.deleted', details: { code } },
    ])
    expect(JSON.stringify(await noted(world))).not.toMatch(/Ana|Mitre|luz/)
  })

  it('that changes were requested and made, and nothing of the citizen who made them', async () => {
    const world = await buildPortalWorld()
    const { entered, submit } = await answered(world)
    const request = await askChanges(world, submit.answer, 'Ana dice otra cosa')
    await pushedBy(world, 'sofia', request)
    const revision = revisionOf(entered.visit.author, submit.answer)
    const permit = await world.permit(entered, revision)
    for (let turn = 0; turn < 2; turn += 1) await world.push(revision.author, permit, [revision])
    const { version: base } = there(await world.store.get(keys.answer(submit.answer)))
    const marks = { comment: '', answers: [], images: [], documents: [], sections: [] }
    const at = there(there(await world.store.get(keys.answer(submit.answer))).requestsForChanges.at(-1)).revisedAt
    const ends = { requests: 1, revised: true, ...(at === undefined ? {} : { at }) }
    const end = change('answer.requestChanges', { ...marks, answer: submit.answer, template: FORM, base, ends })
    expect((await pushedBy(world, 'sofia', end)).status).toBe('applied')
    const code = 'VIS1'
    const about = { target: keys.answer(submit.answer), municipality: MUNICIPALITY }
    const sofia = { username: 'sofia', from: '192.0.2.1' }
    expect(await abbreviate(world)).toEqual([
      { ...about, ...sofia, action: 'answer.changes-requested', details: { code, version: 2 } },
      { ...about, username: 'citizen', from: '', action: 'answer.revised', details: { code, version: 3 } },
      { ...about, ...sofia, action: 'answer.changes-requested', details: { code, version: 4, ended: true } },
    ])
    expect(JSON.stringify(await noted(world))).not.toMatch(/Ana|luz|luces|30111222/)
    expect(JSON.stringify(await noted(world))).not.toContain(entered.visit.author)
  })

  it('no change of an answer that was refused to a stranger, an inspector or another municipality', async () => {
    const world = await buildWorld()
    const answer = await answerFrom(world, 'ines', 1)
    const correction = edit('0/0', { respuesta: 'Nota 1' }, { respuesta: 'dos' })
    for (const user of ['ines', 'uma', 'olga'])
      expect(
        await pushedBy(
          world,
          user,
          change('answer.correct', { answer, template: 'nota', correction, resolves: [] }, user),
        ),
      ).toMatchObject({ status: 'rejected' })
    expect(await noted(world)).toEqual([])
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
