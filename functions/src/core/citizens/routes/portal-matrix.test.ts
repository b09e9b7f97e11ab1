import { beforeEach, describe, expect, it } from 'vitest'
import { countStateEntries, buildRequestScope } from '#domain/corrections/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { municipalityPathSchema } from '#domain/kernel/index.ts'
import { ownAnswersSchema } from '#domain/citizens/index.ts'
import { keys, remove, unitForKeys } from '#domain/store/index.ts'
import { MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import {
  ANA,
  answered,
  answerOf,
  askChanges,
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
import { createCitizenLink } from '../links.ts'

let world: PortalWorld
beforeEach(async () => {
  world = await buildPortalWorld()
})

/*
 * Every route of a citizen with every kind of invalid session: all are refused alike, whether the answer exists or not.
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

  it('refuses anyone who is not here: no one, forged, over, ended, and a bearer of another kind', async () => {
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

  it('refuses what was good a moment ago: the municipality blocked, the answer someone else’s by now', async () => {
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

/* Both kinds of our links with every possible defect: all are refused like an unknown token. */
describe('a link of ours', () => {
  const SCOPES = ['revision', 'view'] as const
  type Kind = (typeof SCOPES)[number]
  const STATES = {
    disponibles: [
      { id: 0, nombre: 'Recibida', transiciones: [1] },
      { id: 1, nombre: 'En obra', transiciones: [0] },
    ],
    actual: 0,
    inicial: 0,
    history: [],
  }
  const login = (token: string, attempt = TRY) => world.login({ token, testMode: false, attempt })

  /** An answer of Ana's with an open request, and a link to it. */
  async function linked(kind: Kind) {
    const { submit } = await answered(world)
    await askChanges(world, submit.answer)
    const key = keys.answer(submit.answer)
    const change = async (facts: Partial<Answer>) =>
      world.put(key, { ...there(await world.store.get(key)), ...facts } as Answer)
    await change({ estados: STATES })
    const stored = there(await world.store.get(key))
    const scope =
      kind === 'revision' ? buildRequestScope(stored) : { kind, answer: stored.id, moves: countStateEntries(stored) }
    return { stored, change, token: there(await createCitizenLink(world.ports, stored, scope)) }
  }
  type Linked = Awaited<ReturnType<typeof linked>>
  const moved = {
    ...STATES,
    actual: 1,
    history: [{ date: NOW, userName: 'sofia', stateId: 1, stateName: 'En obra' }],
  }
  const parts = (token: string) => token.split('.') as [string, string, string]
  const resigned = (token: string, facts: object): string => {
    const [head, body, signature] = parts(token)
    const known = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    return `${head}.${Buffer.from(JSON.stringify({ ...known, ...facts })).toString('base64url')}.${signature}`
  }
  type Spoiled = (one: Linked) => Promise<string | void>
  const BOTH: Readonly<Record<string, Spoiled>> = {
    'with another citizen written into it': async ({ token }) => resigned(token, { citizen: EVA.id }),
    'with more time written into it': async ({ token }) => resigned(token, { until: '2100-01-01T00:00:00.000Z' }),
    'with a permit’s letter': async ({ token }) => token.replace('r1e.', 'r1p.'),
    'with a signature that is cut short': async ({ token }) => token.slice(0, -32),
    'that is over': async () => void (world.clock.now += 30 * DAY),
    'that was used': async ({ token }) => void (await login(token, 'D'.repeat(43))),
    'to an answer that is another citizen’s by now': async ({ change, stored }) =>
      change({ datosCiudadano: { ...there(stored.datosCiudadano), id: EVA.id } }),
    'to an answer whose citizen is only claimed by now': async ({ change, stored }) =>
      change({ datosCiudadano: { ...there(stored.datosCiudadano), _source: 'claimed' } }),
    'to an answer that is gone': async ({ stored }) => {
      const key = keys.answer(stored.id)
      await world.store.commit(unitForKeys([key], () => ({ result: true, writes: [remove(key)] })))
    },
  }
  const OF: Readonly<Record<Kind, Readonly<Record<string, Spoiled>>>> = {
    revision: {
      'to what was corrected meanwhile': async ({ change, stored }) =>
        change({ requestsForChanges: stored.requestsForChanges.map((one) => ({ ...one, needCompletition: false })) }),
      'to what is not asked alone any more': async ({ stored }) => void (await askChanges(world, stored.id, 'y más')),
    },
    view: { 'to a state that it has left': async ({ change }) => change({ estados: moved }) },
  }
  const cases = SCOPES.flatMap((kind) =>
    Object.entries({ ...BOTH, ...OF[kind] }).map(([name, spoil]) => [kind, name, spoil] as const),
  )

  it.each(cases)('(%s) %s lets no one in', async (kind, _, spoil) => {
    const one = await linked(kind)
    const token = (await spoil(one)) ?? one.token
    const [refused, never] = [await login(token), await login('never-given', 'E'.repeat(43))]
    expect([refused.status, await refused.text()]).toEqual([401, await never.text()])
  })

  it.each(SCOPES)(
    '(%s) is not used up by looking, opens one answer, and ends with a blocked municipality',
    async (kind) => {
      const { token, stored } = await linked(kind)
      const purpose = { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' }
      const page = `/ciudadano/${kind === 'view' ? 'ver' : 'revision'}/${stored.id}/${token}`
      for (const method of ['GET', 'HEAD']) {
        expect((await world.ask(method, page, { headers: purpose })).status).toBe(200)
        await world.ask(method, `/api/getCitizenLoginWithOaToken?token=${token}`, { headers: purpose })
      }
      const entered = (await (await login(token)).json()) as { readonly session: string }
      const other = await answered(world, ANA, 2)
      const look = async (id: string) => (await world.as(entered, 'GET', `/api/citizen/answers/${id}`)).status
      expect([await look(stored.id), await look(other.submit.answer)]).toEqual([200, 404])
      const path = municipalityPathSchema.parse(MUNICIPALITY)
      await world.put(path, { ...there(await world.store.get(keys.municipality(path))), inhabilitado: true })
      expect(await look(stored.id)).toBe(403)
    },
  )
})
