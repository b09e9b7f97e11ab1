import { beforeEach, describe, expect, it } from 'vitest'
import { municipalityPathSchema } from '#domain/kernel/index.ts'
import { ownAnswersSchema } from '#domain/portal/index.ts'
import { keys } from '#domain/store/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import {
  ANA,
  answered,
  answerOf,
  buildPortalWorld,
  DAY,
  EVA,
  FORM,
  MINUTE,
  NAMESAKE,
  TRY,
  type PortalWorld,
} from '#tests/support/server/portal-world.ts'
import { there } from '#tests/support/there.ts'

let world: PortalWorld
beforeEach(async () => {
  world = await buildPortalWorld()
})

/*
 * Every route of a citizen × everything that may be wrong with who asks. What is refused is refused alike, whether the answer exists or not.
 */
describe('the matrix', () => {
  type Route = {
    readonly name: string
    readonly path: string
    readonly method?: string
    readonly body?: object
    readonly isOfAnswer?: true
  }
  const routesOf = (answer: string): readonly Route[] => {
    const own = `/api/citizen/answers/${answer}`
    const mutation = answerOf('public', 77).id
    return [
      { name: 'session', path: '/api/citizen/session' },
      { name: 'form', path: `/api/citizen/forms/${FORM}` },
      { name: 'list', path: '/api/citizen/answers' },
      { name: 'answer', path: own, isOfAnswer: true },
      { name: 'file', path: `${own}/files/${'a'.repeat(64)}`, isOfAnswer: true },
      { name: 'withdraw', path: `${own}/withdraw`, method: 'POST', body: { version: 1 }, isOfAnswer: true },
      {
        name: 'permit',
        path: '/api/citizen/permits',
        method: 'POST',
        body: { purpose: 'answer.revise', form: FORM, answer, mutation },
        isOfAnswer: true,
      },
      { name: 'sign-out', path: '/api/citizen/session', method: 'DELETE' },
    ]
  }
  const ask = ({ path, method = 'GET', body }: Route, session: string) =>
    world.as({ session }, method, path, body === undefined ? {} : { body })

  it('refuses whoever is not here: nobody, forged, over, ended, and a bearer of another kind', async () => {
    const { submit } = await answered(world)
    const over = await world.enter(ANA)
    world.clock.now += 15 * MINUTE
    const ended = await world.enter(ANA)
    await world.as(ended, 'DELETE', '/api/citizen/session')
    const cookie = (await world.signIn('sofia')).split('=')[1] ?? ''
    const refused = await Promise.all(
      routesOf(submit.answer).flatMap((route) =>
        ['', 'A'.repeat(43), over.session, ended.session, cookie].map(
          async (session) => (await ask(route, session)).status,
        ),
      ),
    )
    expect(refused).toEqual(refused.map(() => 401))
    expect(refused).toHaveLength(40)
  })

  it.each([
    ['another citizen', EVA],
    ['a citizen of another municipality with the same id', NAMESAKE],
  ])('refuses %s what is of the answer, in the same words as what is not there', async (_, who) => {
    const { submit } = await answered(world)
    const { session } = await world.enter(who)
    const nowhere = answerOf('public', 99).answer
    for (const [route, other] of routesOf(submit.answer).map(
      (one, index) => [one, routesOf(nowhere)[index]] as const,
    )) {
      if (route.isOfAnswer !== true || other === undefined) continue
      const [theirs, none] = await Promise.all([ask(route, session), ask(other, session)])
      const texts = [await theirs.text(), await none.text()]
      expect([route.name, theirs.status, none.status, texts[0] === texts[1]]).toEqual([route.name, 404, 404, true])
      expect(texts[0]).toContain('answer.not-of-citizen')
    }
    const list = ownAnswersSchema.parse(await (await world.as({ session }, 'GET', '/api/citizen/answers')).json())
    expect(list.answers).toEqual([])
  })

  it('changes nothing for a GET, a HEAD or a look ahead, and uses no token up', async () => {
    const { entered, submit } = await answered(world)
    world.tokens.set('unused', ANA)
    const before = JSON.stringify(await world.store.get(keys.answer(submit.answer)))
    const purpose = { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' }
    for (const { path } of routesOf(submit.answer))
      for (const method of ['GET', 'HEAD']) await world.as(entered, method, path, { headers: purpose })
    for (const method of ['GET', 'HEAD'])
      for (const path of [`/ciudadano/contestar/${FORM}/unused`, '/api/getCitizenLoginWithOaToken?token=unused'])
        await world.ask(method, path, { headers: purpose })
    expect(JSON.stringify(await world.store.get(keys.answer(submit.answer)))).toBe(before)
    expect(world.tokens.has('unused')).toBe(true)
    expect((await world.login({ token: 'unused', testMode: false, attempt: TRY })).status).toBe(200)
  })

  it('refuses what was good a moment ago: the municipality blocked, the answer somebody else’s by now', async () => {
    const { entered, submit } = await answered(world)
    const stored = there(await world.store.get(keys.answer(submit.answer)))
    await world.put(keys.answer(submit.answer), {
      ...stored,
      datosCiudadano: { ...there(stored.datosCiudadano), id: EVA.id },
    })
    expect((await world.as(entered, 'GET', `/api/citizen/answers/${submit.answer}`)).status).toBe(404)
    const path = municipalityPathSchema.parse(MUNICIPALITY)
    await world.put(path, { ...there(await world.store.get(keys.municipality(path))), inhabilitado: true })
    for (const route of routesOf(submit.answer)) expect((await ask(route, entered.session)).status).toBe(403)
  })

  it('takes a session that a clock which was ahead has begun for none', async () => {
    const ana = await world.enter(ANA)
    world.clock.now -= DAY
    expect((await world.as(ana, 'GET', '/api/citizen/session')).status).toBe(401)
  })
})
