import { beforeEach, describe, expect, it } from 'vitest'
import { answerIdSchema, toInstant } from '#domain/kernel/index.ts'
import { ownAnswerSchema, ownAnswersSchema, permitReplySchema } from '#domain/citizens/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  ANA,
  answered,
  answerOf,
  askChanges,
  buildPortalWorld,
  DAY,
  EVA,
  type Entered,
  FORM,
  MINUTE,
  resultOf,
  revisionOf,
  TRY,
  type PortalWorld,
} from '#tests/support/server/portal-world.ts'
import { there } from '#tests/support/there.ts'
import { codeOf } from '#tests/support/server/world.ts'
import { createCitizenLink } from '../links.ts'

let world: PortalWorld
beforeEach(async () => {
  world = await buildPortalWorld()
})
describe('correcting', () => {
  it('takes what was asked and nothing else, once; then it has been revised', async () => {
    const { entered, submit } = await answered(world)
    await askChanges(world, submit.answer)
    const mutation = revisionOf(submit.author, submit.answer)
    const permit = await world.permit(entered, mutation)
    expect(await resultOf(await world.push(submit.author, permit, [mutation]))).toMatchObject({ status: 'applied' })
    const again = revisionOf(submit.author, submit.answer)
    const late = await world.as(entered, 'POST', '/api/citizen/permits', {
      body: { purpose: again.kind, form: FORM, answer: again.answer, mutation: again.id },
    })
    expect(await codeOf(late)).toBe('answer.already-revised')
  })

  it('is held for staff when they ended the request, also with a permit that was renewed after the end', async () => {
    const { entered, submit } = await answered(world)
    const listed = async () => {
      const list = await (await world.as(entered, 'GET', '/api/citizen/answers')).json()
      return ownAnswersSchema.parse(list).answers.map(({ status, ended }) => [status, ended])
    }
    expect(await listed()).toEqual([['approved', undefined]])
    await askChanges(world, submit.answer)
    expect(await listed()).toEqual([['review', undefined]])
    const mutation = revisionOf(submit.author, submit.answer)
    const permit = await world.permit(entered, mutation)
    const stored = there(await world.store.get(keys.answer(submit.answer)))
    const [first] = stored.requestsForChanges
    const nothing = { answers: [], images: [], documents: [], sections: [] }
    const ended = { ...there(first), needCompletition: false, changesRequested: nothing }
    await world.put(keys.answer(submit.answer), { ...stored, requestsForChanges: [there(first), ended] })
    expect(await listed()).toEqual([['approved', true]])
    const { kind: purpose, template: form, answer, id } = mutation
    const reply = await world.as(entered, 'POST', '/api/citizen/permits', {
      body: { purpose, form, answer, mutation: id, renews: permit },
    })
    const fresh = permitReplySchema.parse(await reply.json()).permit
    const result = await resultOf(await world.push(submit.author, fresh, [mutation]))
    expect(result).toMatchObject({ status: 'merged', late: 'ended' })
    const own = await world.as(entered, 'GET', `/api/citizen/answers/${submit.answer}`)
    expect(ownAnswerSchema.parse(await own.json())).toMatchObject({ undecided: true, answer: { conflicts: [] } })
  })

  it('answers the request that it was begun for, and none that came later, also with a fresh permit', async () => {
    const { entered, submit } = await answered(world)
    await askChanges(world, submit.answer)
    const mutation = revisionOf(submit.author, submit.answer)
    const permit = await world.permit(entered, mutation)
    const stored = there(await world.store.get(keys.answer(submit.answer)))
    const [first] = stored.requestsForChanges
    if (first === undefined) throw new Error('Nothing is asked')
    await world.put(keys.answer(submit.answer), {
      ...stored,
      requestsForChanges: [{ ...first, needCompletition: false }, first],
    })
    const { kind: purpose, template: form, answer, id } = mutation
    const reply = await world.as(entered, 'POST', '/api/citizen/permits', {
      body: { purpose, form, answer, mutation: id, renews: permit },
    })
    const fresh = permitReplySchema.parse(await reply.json()).permit
    for (const one of [permit, fresh])
      expect(await resultOf(await world.push(submit.author, one, [mutation]))).toMatchObject({
        status: 'merged',
        late: 'revised',
      })
    const next = revisionOf(submit.author, submit.answer)
    const current = await world.permit(entered, next)
    expect(await resultOf(await world.push(submit.author, current, [next]))).toMatchObject({ status: 'applied' })
  })

  it('is held where a restored backup has given the number of its request to another one', async () => {
    const { entered, submit } = await answered(world)
    const before = there(await world.store.get(keys.answer(submit.answer)))
    await askChanges(world, submit.answer)
    const mutation = revisionOf(submit.author, submit.answer)
    const permit = await world.permit(entered, mutation)
    const asked = there(await world.store.get(keys.answer(submit.answer)))
    const other = { ...there(asked.requestsForChanges[0]), sentDateTime: toInstant(Date.UTC(2026, 10, 25)) }
    await world.put(keys.answer(submit.answer), { ...before, requestsForChanges: [other] })
    const { kind: purpose, template: form, answer, id } = mutation
    const renewed = await world.as(entered, 'POST', '/api/citizen/permits', {
      body: { purpose, form, answer, mutation: id, renews: permit },
    })
    const fresh = permitReplySchema.parse(await renewed.json()).permit
    expect(await resultOf(await world.push(submit.author, fresh, [mutation]))).toMatchObject({
      status: 'merged',
      late: 'lost',
    })
    const { requestsForChanges, conflicts } = there(await world.store.get(keys.answer(submit.answer)))
    expect([requestsForChanges, conflicts.map(({ late }) => late)]).toEqual([[other], ['lost']])
  })

  it('is refused on arrival when a restored backup has lost the secret of its permit, and not kept waiting', async () => {
    const { entered, submit } = await answered(world)
    await askChanges(world, submit.answer)
    const mutation = revisionOf(submit.author, submit.answer)
    const first = revisionOf(submit.author, submit.answer)
    const permit = await world.permit(entered, first)
    expect(await resultOf(await world.push(submit.author, permit, [first]))).toMatchObject({ status: 'applied' })
    const { kind: purpose, template: form, answer, id } = mutation
    const reply = await world.as(entered, 'POST', '/api/citizen/permits', {
      body: { purpose, form, answer, mutation: id, renews: `r1p.e30.${'0'.repeat(64)}` },
    })
    const fresh = permitReplySchema.parse(await reply.json()).permit
    expect(await resultOf(await world.push(submit.author, fresh, [mutation]))).toMatchObject({
      status: 'rejected',
      problem: { code: 'answer.already-revised' },
    })
  })

  it('gets no permit for a request that is no longer there', async () => {
    const { entered, submit } = await answered(world)
    await askChanges(world, submit.answer)
    const { kind: purpose, template: form, answer, id } = revisionOf(submit.author, submit.answer)
    const permitFor = (requestSentAt: string) =>
      world.as(entered, 'POST', '/api/citizen/permits', {
        body: { purpose, form, answer, mutation: id, requests: 1, requestSentAt },
      })
    expect(await codeOf(await permitFor('2026-11-25T00:00:00.000Z'))).toBe('answer.already-revised')
    const { requestsForChanges } = there(await world.store.get(keys.answer(submit.answer)))
    expect((await permitFor(there(requestsForChanges[0]).sentDateTime)).status).toBe(200)
  })

  it('by a link of ours is for that one request, once, and ends with it', async () => {
    const { submit } = await answered(world)
    const cookie = await world.signIn('sofia')
    const call = async (citizenId: string) =>
      world.ask('POST', '/api/getCitizenOAToken', {
        cookie,
        body: { data: { citizenId, respuesta: submit.answer } },
      })
    expect(await codeOf(await call('c1'))).toBe('answer.nothing-asked')
    await askChanges(world, submit.answer)
    expect([(await call('c2')).status, (await call('c1')).status]).toEqual([404, 200])
    const { result } = (await (await call('c1')).json()) as { result: { valor: string } }
    const spare = (await (await call('c1')).json()) as { result: { valor: string } }
    const by = (token: string) => world.login({ token, testMode: false, attempt: TRY })
    const entered = (await (await by(result.valor)).json()) as { session: string; visit: { only: string } }
    expect(entered.visit.only).toBe(submit.answer)
    expect((await world.as(entered, 'GET', `/api/citizen/answers/${submit.answer}`)).status).toBe(200)
    // A session by e-mail link does not show their other answers.
    expect((await world.as(entered, 'GET', '/api/citizen/answers')).status).toBe(403)
    expect((await world.as(entered, 'GET', `/api/citizen/forms/${FORM}`)).status).toBe(403)
    const forged = `${result.valor.slice(0, -1)}${result.valor.endsWith('0') ? '1' : '0'}`
    expect((await by(forged)).status).toBe(401)
    const mutation = revisionOf(submit.author, submit.answer)
    const permit = await world.permit(entered as never, mutation)
    expect((await resultOf(await world.push(submit.author, permit, [mutation]))).status).toBe('applied')
    expect((await by(spare.result.valor)).status).toBe(401)
    expect(
      await createCitizenLink(world.ports, there(await world.store.get(keys.answer(submit.answer)))),
    ).toBeUndefined()
  })

  it('by a link is over after thirty days', async () => {
    const { submit } = await answered(world)
    await askChanges(world, submit.answer)
    const token = there(await createCitizenLink(world.ports, there(await world.store.get(keys.answer(submit.answer)))))
    world.clock.now += 30 * DAY
    expect((await world.login({ token, testMode: false, attempt: TRY })).status).toBe(401)
  })
})

describe("a citizen's own answers", () => {
  const list = async (entered: Entered) =>
    ownAnswersSchema.parse(await (await world.as(entered, 'GET', '/api/citizen/answers')).json())

  it('are listed with where they are, and tell nothing of who works on them', async () => {
    const { entered, submit } = await answered(world)
    await answered(world, EVA, 2)
    await askChanges(world, submit.answer)
    expect((await list(entered)).answers.map(({ id, status }) => [id, status])).toEqual([[submit.answer, 'review']])
    const text = await (await world.as(entered, 'GET', `/api/citizen/answers/${submit.answer}`)).text()
    expect(ownAnswerSchema.parse(JSON.parse(text)).answer.requestsForChanges).toHaveLength(1)
    for (const secret of ['sofia', 'relevo.example', 'changedBy', 'muniCore":{', 'timeStamp'])
      expect(text).not.toContain(secret)
  })

  it('show the newest of more than two hundred, and titles as their form has them in other languages', async () => {
    const { entered, submit } = await answered(world)
    const stored = there(await world.store.get(keys.answer(submit.answer)))
    const form = there(await world.store.get(keys.template(FORM)))
    await world.put(keys.template(FORM), { ...form, tituloAlternativeLanguage_pt: 'Luzes' })
    // Ids are unrelated to an answer's age: the newest has the last of them.
    const dated = (index: number) => toInstant(Date.UTC(2026, 0, 1) + index * MINUTE)
    for (let index = 0; index < 230; index += 1) {
      const id = answerIdSchema.parse(`Z${String(index).padStart(25, '0')}`)
      await world.put(keys.answer(id), { ...stored, id, fechaCreacion: dated(index), codigoMunicipio: `N${index}` })
    }
    const { answers, more } = await list(entered)
    expect([answers.length, more, answers[0]?.codigoMunicipio]).toEqual([200, true, 'VIS1'])
    expect(answers.at(-1)?.codigoMunicipio).toBe('N31')
    expect(answers[0]).toMatchObject({ titulo: stored.titulo, tituloAlternativeLanguage_pt: 'Luzes' })
    await world.put(keys.template(FORM), { ...form, titulo: 'Otra', tituloAlternativeLanguage_pt: 'Luzes' })
    expect((await list(entered)).answers[0]).not.toHaveProperty('tituloAlternativeLanguage_pt')
  })

  it('name those that are held, with their reason, and those that stay out, with the words of who has decided so', async () => {
    const { entered } = await answered(world)
    const form = there(await world.store.get(keys.template(FORM)))
    await world.put(keys.template(FORM), { ...form, opcionales: { ...form.opcionales, singleAnswer: true } })
    const [waits, out] = [answerOf(entered.visit.author, 2), answerOf(entered.visit.author, 3)]
    for (const one of [waits, out])
      expect((await resultOf(await world.push(one.author, await world.permit(entered, one), [one]))).status).toBe(
        'held',
      )
    const cookie = await world.signIn('sofia')
    const body = { reason: 'ya respondió' }
    expect((await world.ask('POST', `/api/held/${out.answer}/discard`, { cookie, body })).status).toBe(200)
    expect((await list(entered)).held.map(({ id, reason, discarded }) => [id, reason.code, discarded])).toEqual([
      [waits.answer, 'answer.already-answered', null],
      [out.answer, 'answer.already-answered', 'ya respondió'],
    ])
    expect((await list(await world.enter(EVA))).held).toEqual([])
    await world.ask('POST', `/api/held/${waits.answer}/accept`, { cookie, body: {} })
    expect((await list(entered)).held.map(({ id }) => id)).toEqual([out.answer])
    const held = there(await world.store.get(keys.held(out.answer)))
    for (let day = 0; day < 201; day += 1) {
      const { answer: id } = answerOf(entered.visit.author, 1_000 + day)
      const answer = { ...held.answer, id, fechaCreacion: toInstant(Date.UTC(2027, 0, 1 + day)) }
      await world.put(keys.held(id), { ...held, id, answer })
    }
    const newest = answerOf(entered.visit.author, 1_200).answer
    expect((await list(entered)).held.map(({ id }) => id)).toMatchObject({ 0: newest, length: 200 })
  })

  it('leave their record to the answer that comes in the place of one that was taken back', async () => {
    const entered = await world.enter({ ...ANA, record: 'mg-9' }, { form: FORM })
    const [one, next] = [answerOf(entered.visit.author, 1), answerOf(entered.visit.author, 2)]
    await world.push(one.author, await world.permit(entered, one), [one])
    const path = `/api/citizen/answers/${one.answer}/withdraw`
    expect((await world.as(entered, 'POST', path, { body: { version: 1 } })).status).toBe(204)
    await world.push(next.author, await world.permit(entered, next), [next])
    const stored = there(await world.store.get(keys.answer(next.answer)))
    expect(stored.portalCiudadanoData).toEqual({ idRespuestaMG: 'mg-9' })
  })

  it('are taken back while no one has begun, and free the form for another', async () => {
    const { entered, submit } = await answered(world)
    const path = `/api/citizen/answers/${submit.answer}`
    expect((await world.as(entered, 'POST', `${path}/withdraw`, { body: { version: 1 } })).status).toBe(204)
    expect((await world.as(entered, 'GET', path)).status).toBe(404)
    expect(await world.store.get(keys.deletedAnswer(submit.answer))).toMatchObject({ by: { username: 'ana.torres' } })
    expect(await world.store.get(keys.templateCounter(FORM))).toEqual({ count: 0 })
    // Offers another answer, but not this one again.
    const next = answerOf(submit.author, 9)
    expect((await resultOf(await world.push(submit.author, await world.permit(entered, next), [next]))).status).toBe(
      'applied',
    )
    await askChanges(world, next.answer)
    const begun = await world.as(entered, 'POST', `/api/citizen/answers/${next.answer}/withdraw`, {
      body: { version: 2 },
    })
    expect([begun.status, await codeOf(begun)]).toEqual([409, 'answer.work-begun'])
  })
})
