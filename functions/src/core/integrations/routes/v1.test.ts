import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiScope, publishedAnswerSchema } from '#domain/integrations/index.ts'
import { toInstant, type MunicipalityPath } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { HOSTILE_TEXTS } from '#tests/support/bad-input/hostile-values.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { PHOTO } from '#tests/support/server/access-lines.ts'
import { answered } from '#tests/support/server/access-stage.ts'
import { hashOf } from '#tests/support/builders/submit.ts'
import { addPerson, buildWorld, codeOf, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'

const DAY = 24 * 60 * 60 * 1000
let world: World
let answer: string
beforeEach(async () => {
  world = await buildWorld()
  answer = await answered(world)
})

type Wish = {
  readonly scopes?: readonly ApiScope[]
  readonly areas?: readonly string[]
  readonly forms?: readonly string[]
  readonly days?: number
}

async function makeToken(by = 'sofia', wish: Wish = {}, municipality: string = MUNICIPALITY) {
  const path = `/api/municipalities/${encodePlaceId(municipality as MunicipalityPath)}/tokens`
  const body = { name: 'Tablero', scopes: ['answers:read', 'templates:read'], days: 30, ...wish }
  const reply = await world.ask('POST', path, { cookie: await world.signIn(by), body })
  expect(reply.status).toBe(200)
  return (await reply.json()) as { readonly text: string; readonly token: { readonly id: string } }
}
const read = (path: string, text?: string, headers: Readonly<Record<string, string>> = {}) =>
  world.ask('GET', path, {
    headers: { ...(text === undefined ? {} : { authorization: `Bearer ${text}` }), ...headers },
  })
const one = () => `/api/v1/answers/${answer}`
const LIST = '/api/v1/answers?form=nota'
async function refusalOf(path: string, text?: string) {
  const reply = await read(path, text)
  return [reply.status, await codeOf(reply)]
}

describe('a token', () => {
  it('is shown once, stored as a hash, and listed without it', async () => {
    const { text, token } = await makeToken()
    expect(text).toMatch(/^relevo_[0-9A-Z]{26}_[A-Za-z0-9_-]{43}$/)
    const stored = await world.store.get(keys.apiToken(token.id))
    expect(JSON.stringify(stored)).not.toContain(text.slice(-43))
    const shown = await world.ask(
      'GET',
      `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/integrations`,
      {
        cookie: await world.signIn('sofia'),
      },
    )
    const listing = await shown.text()
    expect(listing).toContain(token.id)
    expect(listing).not.toContain(stored?.hash ?? 'no hash')
    expect(listing).not.toContain('secret')
  })

  it('reads answers and forms of its municipality, and says in the list and in the log that it was used', async () => {
    const { text, token } = await makeToken()
    const list = (await (await read(LIST, text)).json()) as { answers: { id: string }[] }
    expect(list.answers.map(({ id }) => id)).toContain(answer)
    expect(publishedAnswerSchema.parse(await (await read(one(), text)).json())).toMatchObject({
      id: answer,
      form: 'nota',
      version: 1,
      state: null,
      author: { login: 'ines@relevo.example' },
      values: [{ question: 'Nota', kind: 'text', value: 'una nota', files: [] }],
      files: [{ sha256: hashOf(PHOTO), path: `${one()}/files/${hashOf(PHOTO)}` }],
    })
    expect(await (await read(`${one()}/history`, text)).json()).toEqual({
      versions: [{ version: 1, at: expect.any(String), change: 'created', by: '' }],
      next: null,
    })
    const file = await read(`${one()}/files/${hashOf(PHOTO)}`, text)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(PHOTO)
    const forms = (await (await read('/api/v1/templates', text)).json()) as { templates: { id: string }[] }
    expect(forms.templates.map(({ id }) => id).sort()).toEqual(['comercios', 'libre', 'nota'])
    expect(await (await read('/api/v1/templates/nota', text)).json()).toMatchObject({ questions: [{ kind: 'text' }] })
    expect((await world.store.get(keys.apiToken(token.id)))?.usedAt).toBe(toInstant(world.clock.now))
    const log = await world.ask('GET', '/api/audit?action=token.used', { cookie: await world.signIn('ada') })
    expect(await log.json()).toMatchObject({ entries: [{ username: 'sofia', details: { name: 'Tablero' } }] })
  })

  it.each([
    ['nothing is shown', () => undefined],
    ['a word is shown', () => 'x'],
    ['another secret is shown', (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`],
    ['it was never made', (text: string) => text.replace(/_[0-9A-Z]{26}_/, `_${'9'.repeat(26)}_`)],
  ])('is wanted when %s', async (_, shown) => {
    const { text } = await makeToken()
    const reply = await read(LIST, shown(text))
    expect([reply.status, await codeOf(reply), reply.headers.get('www-authenticate')]).toEqual([
      401,
      'token.required',
      'Bearer',
    ])
  })

  it('is not a session, and a session is no token', async () => {
    const { text } = await makeToken()
    const session = await world.ask('GET', LIST, { cookie: await world.signIn('ada') })
    expect([session.status, await codeOf(session)]).toEqual([401, 'token.required'])
    const staff = await read('/api/answers?template=nota', text)
    expect([staff.status, await codeOf(staff)]).toEqual([401, 'session.required'])
  })

  it('ends at once when it is revoked, when its time is over, and with the right of who made it', async () => {
    const revoked = await makeToken()
    const path = `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/tokens/${revoked.token.id}`
    expect((await world.ask('DELETE', path, { cookie: await world.signIn('ada') })).status).toBe(204)
    expect(await refusalOf(LIST, revoked.text)).toEqual([401, 'token.required'])
    const { text } = await makeToken('sofia', { days: 1 })
    expect((await read(LIST, text)).status).toBe(200)
    const sofia = await world.store.get(keys.user('sofia' as never))
    const put = (change: object) => world.put(keys.user('sofia' as never), { ...sofia, ...change })
    await put({ roles: ['ROLE_INSPECTOR'] })
    expect(await refusalOf(LIST, text)).toEqual([401, 'token.ended'])
    await put({ deactivatedAt: toInstant(world.clock.now) })
    expect(await refusalOf(LIST, text)).toEqual([401, 'token.ended'])
    await put({ areas: [] })
    expect(await refusalOf(LIST, text)).toEqual([403, 'session.no-areas'])
    await put({})
    expect((await read(LIST, text)).status).toBe(200)
    world.clock.now += DAY
    expect(await refusalOf(LIST, text)).toEqual([401, 'token.ended'])
  })

  it('reads nothing while its municipality is blocked', async () => {
    const { text } = await makeToken('ada')
    await world.put(MUNICIPALITY, { ...(await world.store.get(MUNICIPALITY)), inhabilitado: true })
    expect(await refusalOf(LIST, text)).toEqual([403, 'municipality.blocked'])
  })

  it('is good for what its scopes say', async () => {
    const [forms, answers] = [
      await makeToken('sofia', { scopes: ['templates:read'] }),
      await makeToken('sofia', { scopes: ['answers:read'] }),
    ]
    for (const path of [LIST, one(), `${one()}/history`, `${one()}/files/${hashOf(PHOTO)}`])
      expect([path, ...(await refusalOf(path, forms.text))]).toEqual([path, 403, 'token.scope'])
    for (const path of ['/api/v1/templates', '/api/v1/templates/nota'])
      expect([path, ...(await refusalOf(path, answers.text))]).toEqual([path, 403, 'token.scope'])
  })

  it('waits when it asks too fast, and keeps no other waiting', async () => {
    world = await buildWorld({ tuning: { apiBurst: 3, apiInterval: 2_000 } })
    answer = await answered(world)
    const [first, other] = [await makeToken(), await makeToken()]
    const statuses: number[] = []
    for (let n = 0; n < 4; n += 1) statuses.push((await read(LIST, first.text)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await read(LIST, first.text)
    expect([await codeOf(refused), refused.headers.get('retry-after')]).toEqual(['request.too-many', '2'])
    expect((await read(LIST, other.text)).status).toBe(200)
    world.clock.now += 2_000
    expect((await read(LIST, first.text)).status).toBe(200)
  })
})

describe('many requests', () => {
  it('cost one look-up each once they are too many', async () => {
    world = await buildWorld({ tuning: { apiBurst: 1, apiInterval: 60_000 } })
    const { text } = await makeToken()
    await read('/api/v1/templates', text)
    const [one, many] = [vi.spyOn(world.ports.store, 'get'), vi.spyOn(world.ports.store, 'getMany')]
    expect(await refusalOf('/api/v1/templates', text)).toEqual([429, 'request.too-many'])
    expect([one.mock.calls, many.mock.calls]).toEqual([[[expect.stringMatching(/^api_tokens/)]], []])
  })

  it('at one moment are noted once', async () => {
    const { text } = await makeToken()
    await Promise.all(Array.from({ length: 8 }, () => read('/api/v1/templates', text)))
    world.clock.now += 60_000
    const log = await world.ask('GET', '/api/audit?action=token.used', { cookie: await world.signIn('ada') })
    expect(((await log.json()) as { entries: unknown[] }).entries).toHaveLength(1)
  })
})

describe('what a token does not reach', () => {
  const everything = () => [LIST, one(), `${one()}/history`, `${one()}/files/${hashOf(PHOTO)}`]

  it('does not exist for it: another municipality, another area, another form', async () => {
    const tokens = [
      // ada may read everything; her token of the other municipality reads only that.
      await makeToken('ada', {}, FOREIGN_MUNICIPALITY),
      await makeToken('uma', {}, FOREIGN_MUNICIPALITY),
      await makeToken('sofia', { areas: [OTHER_AREA] }),
      await makeToken('sofia', { forms: ['comercios'] }),
    ]
    for (const { text } of tokens) {
      for (const path of everything()) expect([path, (await refusalOf(path, text))[0]]).toEqual([path, 404])
      expect(await refusalOf('/api/v1/templates/nota', text)).toEqual([404, 'template.missing'])
      const { templates } = (await (await read('/api/v1/templates', text)).json()) as { templates: { id: string }[] }
      expect(templates.map(({ id }) => id)).not.toContain('nota')
    }
    const fitting = await makeToken('sofia', { areas: [AREA], forms: ['nota'] })
    for (const path of everything()) expect((await read(path, fitting.text)).status).toBe(200)
  })

  it('is not in a list of a form that has moved: each answer is judged by itself', async () => {
    const { text } = await makeToken('sofia', { areas: [OTHER_AREA] })
    const form = await world.store.get(keys.template('nota' as never))
    await world.put(keys.template('nota' as never), { ...form, areas: [OTHER_AREA] })
    expect(await (await read(LIST, text)).json()).toEqual({ answers: [], next: null })
  })

  it('can be neither asked for nor given: areas and forms of another municipality', async () => {
    await addPerson(world.put, buildUser('vera', 'ROLE_SUPERVISOR_ELEVADO', [FOREIGN_AREA, OTHER_AREA]))
    const form = buildPlainTemplate({ id: 'lejos' as never, areas: [FOREIGN_AREA] })
    await world.put(keys.template(form.id), form)
    const cookie = await world.signIn('vera')
    for (const [wish, code] of [
      [{ areas: [FOREIGN_AREA] }, 'area.missing'],
      [{ areas: [`${MUNICIPALITY}/areas_municipales/none`] }, 'area.missing'],
      [{ forms: ['lejos'] }, 'template.missing'],
      [{ forms: ['none'] }, 'template.missing'],
    ] as const) {
      const body = { name: 'x', scopes: ['answers:read'], days: 1, ...wish }
      const reply = await world.ask(
        'POST',
        `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/tokens`,
        { cookie, body },
      )
      expect([wish, await codeOf(reply)]).toEqual([wish, code])
    }
  })
})

it('no header breaks it', async () => {
  for (const hostile of [
    ...HOSTILE_TEXTS.map(([, text]) => text),
    'Basic eDp5',
    'Bearer',
    'Bearer  ',
    `Bearer ${'a'.repeat(100_000)}`,
  ]) {
    let headers: Headers
    try {
      headers = new Headers({ authorization: hostile })
    } catch {
      continue
    }
    const reply = await world.ask('GET', LIST, { headers: Object.fromEntries(headers) })
    expect([hostile.slice(0, 20), reply.status]).toEqual([hostile.slice(0, 20), 401])
  }
  expect(world.log).toEqual([])
})
