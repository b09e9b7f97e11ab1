import { beforeEach, describe, expect, it } from 'vitest'
import { API } from '#domain/endpoints/index.ts'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { keys } from '#domain/store/index.ts'
import { templateIdSchema, toInstant, type AnswerId, type MunicipalityPath } from '#domain/kernel/index.ts'
import { parseApiToken } from '#domain/integrations/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { buildMunicipality, buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { AREA, buildPlainTemplate, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { answered } from '#tests/support/server/access-stage.ts'
import { addPerson, buildWorld, codeOf, type World } from '#tests/support/server/world.ts'

const HOST = 'https://tramites.villa-serena.example'
const NOBODY = "frame-ancestors 'none'"
const FRAMED = `frame-ancestors ${HOST}`
let world: World
beforeEach(async () => {
  world = await buildWorld()
  await world.put(MUNICIPALITY, { ...buildMunicipality(), settings: { frameAncestors: [HOST] } })
})

async function token(wish: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const path = `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/tokens`
  const body = { name: 'Portal', scopes: ['embed'], days: 30, ...wish }
  const reply = await world.ask('POST', path, { cookie: await world.signIn('sofia'), body })
  return ((await reply.json()) as { readonly text: string }).text
}
const codeFor = (username: string, text: string) =>
  world.ask('POST', '/api/v1/embed-codes', { headers: { authorization: `Bearer ${text}` }, body: { username } })
async function codeOfUser(username = 'ines', text?: string): Promise<string> {
  const reply = await codeFor(username, text ?? (await token()))
  expect(reply.status).toBe(200)
  return ((await reply.json()) as { readonly code: string }).code
}
const redeem = (code: string) => world.ask('POST', '/api/embed/session', { body: { code } })
async function bearer(username = 'ines'): Promise<Readonly<Record<string, string>>> {
  const reply = await redeem(await codeOfUser(username))
  expect(reply.status).toBe(200)
  expect(reply.headers.get('set-cookie')).toBeNull()
  return { authorization: `Relevo ${((await reply.json()) as { readonly bearer: string }).bearer}` }
}
const push = (mutations: readonly unknown[], headers: Readonly<Record<string, string>>, account = 'ines') =>
  world.ask('POST', '/api/sync/push', {
    headers,
    body: { protocol: PROTOCOL_VERSION, device: DEVICE, account, mutations },
  })

describe('a code for a frame', () => {
  it('is good once, for a minute, by POST alone', async () => {
    const code = await codeOfUser()
    for (const method of ['GET', 'HEAD'])
      expect((await world.ask(method, `/api/embed/session?code=${code}`)).status).toBe(404)
    expect((await redeem(code)).status).toBe(200)
    const again = await redeem(code)
    expect([again.status, await codeOf(again)]).toEqual([400, 'session.token-invalid'])
    const late = await codeOfUser()
    world.clock.now += 60_001
    expect((await redeem(late)).status).toBe(400)
    expect((await redeem('x'.repeat(43))).status).toBe(400)
    expect((await redeem('x')).status).toBe(400)
  })

  it('asked for twice at once by the same code, lets one in', async () => {
    const code = await codeOfUser()
    const statuses = await Promise.all([1, 2, 3].map(async () => (await redeem(code)).status))
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 400, 400])
  })

  it('is given for the people of the municipality and of the areas of the token, alike refused for others and for administrators', async () => {
    await addPerson(world.put, buildUser('both', 'ROLE_INSPECTOR', [AREA, FOREIGN_AREA]))
    await addPerson(world.put, { ...buildUser('gone'), deactivatedAt: toInstant(0) })
    const text = await token()
    const refusals = new Set<string>()
    for (const name of ['uma', 'ada', 'sofia', 'both', 'gone', 'nobody']) {
      const reply = await codeFor(name, text)
      expect([name, reply.status]).toEqual([name, 404])
      refusals.add(await reply.text())
    }
    expect(refusals.size).toBe(1)
    const narrow = await token({ areas: [OTHER_AREA] })
    expect([(await codeFor('ines', narrow)).status, (await codeFor('olga', narrow)).status]).toEqual([404, 200])
    const reading = await token({ scopes: ['answers:read'] })
    expect(await codeOf(await codeFor('ines', reading))).toBe('token.scope')
  })

  it('lets no one in whose password was changed since', async () => {
    const code = await codeOfUser()
    const key = keys.credentials('ines')
    await world.put(key, { ...(await world.store.get(key)), epoch: 1 } as never)
    const reply = await redeem(code)
    const { bearer: shown = '' } = (await reply.json()) as { readonly bearer?: string }
    const pulled = await world.ask('GET', `/api/sync/pull?protocol=${PROTOCOL_VERSION}`, {
      headers: { authorization: `Relevo ${shown}` },
    })
    expect(pulled.status).toBe(401)
  })
})

describe('the session of a frame', () => {
  it('sends answers and reads them, for two hours', async () => {
    const headers = await bearer()
    const sent = await push([buildPlainSubmit(1)], headers)
    expect(await sent.json()).toMatchObject({ results: [{ status: 'applied' }] })
    const { answer } = buildPlainSubmit(1)
    expect((await world.ask('GET', `/api/answers/${answer}`, { headers })).status).toBe(200)
    // The form in which an answer is completed.
    expect((await world.ask('GET', '/api/templates/nota/versions/1', { headers })).status).toBe(200)
    world.clock.now += 2 * 60 * 60 * 1000 + 1
    expect((await world.ask('GET', `/api/answers/${answer}`, { headers })).status).toBe(401)
  })

  it('reads and sends within its token, and nothing of other forms', async () => {
    const other = buildPlainTemplate({ id: templateIdSchema.parse('otra') })
    await world.put(keys.template(other.id), other)
    await world.put(keys.templateVersion(other.id, 1), other)
    const mine = buildPlainSubmit(2, 'dato de otra persona', { template: other.id })
    const body = { protocol: PROTOCOL_VERSION, device: DEVICE, account: 'ines', mutations: [mine] }
    const cookie = await world.signIn('ines')
    expect((await world.ask('POST', '/api/sync/push', { cookie, body })).status).toBe(200)
    const shown = await redeem(await codeOfUser('ines', await token({ forms: ['nota'] })))
    const { bearer: id } = (await shown.json()) as { readonly bearer: string }
    const headers = { authorization: `Relevo ${id}` }
    for (const path of [`/api/answers/${mine.answer}`, '/api/templates/otra/versions/1', '/api/templates/otra/takes'])
      expect([path, await codeOf(await world.ask('GET', path, { headers }))]).toEqual([path, 'access.forbidden'])
    expect(await codeOf(await push([{ ...mine, id: buildPlainSubmit(3).id }], headers))).toBe('access.forbidden')
    const pulled = await (await world.ask('GET', `/api/sync/pull?protocol=${PROTOCOL_VERSION}`, { headers })).text()
    expect([pulled.includes('"nota"'), pulled.includes('"otra"'), pulled.includes('dato de')]).toEqual([
      true,
      false,
      false,
    ])
    expect((await push([buildPlainSubmit(1)], headers)).status).toBe(200)
    expect((await world.ask('GET', `/api/answers/${buildPlainSubmit(1).answer}`, { headers })).status).toBe(200)
    const far = await redeem(await codeOfUser('ines', await token({ forms: ['otra'], areas: [AREA] })))
    const { bearer: second } = (await far.json()) as { readonly bearer: string }
    const there = { authorization: `Relevo ${second}` }
    expect((await world.ask('GET', `/api/answers/${mine.answer}`, { headers: there })).status).toBe(200)
  })

  it('ends with its token, and with the account that made it', async () => {
    const text = await token()
    const open = async () => {
      const { bearer: id } = (await (await redeem(await codeOfUser('ines', text))).json()) as {
        readonly bearer: string
      }
      const headers = { authorization: `Relevo ${id}` }
      return async () => (await world.ask('GET', `/api/sync/pull?protocol=${PROTOCOL_VERSION}`, { headers })).status
    }
    const pull = await open()
    expect(await pull()).toBe(200)
    const maker = await world.store.get(keys.user('sofia' as never))
    await world.put(keys.user('sofia' as never), { ...maker, deactivatedAt: toInstant(0) } as never)
    expect(await pull()).toBe(401)
    await world.put(keys.user('sofia' as never), maker as never)
    expect(await pull()).toBe(200)
    const code = await codeOfUser('ines', text)
    const path = `/api/municipalities/${encodePlaceId(MUNICIPALITY as MunicipalityPath)}/tokens`
    const cookie = await world.signIn('sofia')
    const { id = '' } = parseApiToken(`Bearer ${text}`) ?? {}
    expect((await world.ask('DELETE', `${path}/${id}`, { cookie })).status).toBeLessThan(300)
    expect([await pull(), (await redeem(code)).status]).toEqual([401, 400])
  })

  it('is asked for nothing else, whatever its user may do', async () => {
    const headers = await bearer('gil')
    for (const path of ['/api/session', '/api/templates', '/api/own-sessions', '/api/sync/nudges'])
      expect([path, [403, 404].includes((await world.ask('GET', path, { headers })).status)]).toEqual([path, true])
    expect(
      await codeOf(
        await world.ask('PUT', '/api/password', { headers, body: { old: 'x', password: 'ten characters' } }),
      ),
    ).toBe('access.forbidden')
    expect(API.readSession.path).toBe('/session')
  })

  it('changes no states, deletes nothing, and sends for no one else', async () => {
    const headers = await bearer()
    const foreign = { kind: 'answer.delete', id: 'x', answer: 'y' }
    expect(await codeOf(await push([foreign], headers))).toBe('access.forbidden')
    expect(await codeOf(await push([buildPlainSubmit(1)], headers, 'pablo'))).toBe('session.other-account')
  })

  it('is no cookie, and a cookie is no bearer', async () => {
    const { authorization = '' } = await bearer()
    const id = authorization.slice('Relevo '.length)
    const cookie = await world.signIn('ines')
    const [name = '', own = ''] = cookie.split('=')
    expect((await world.ask('GET', '/api/session', { cookie: `${name}=${id}` })).status).toBe(401)
    expect((await world.ask('GET', '/api/session', { headers: { authorization: `Relevo ${own}` } })).status).toBe(401)
  })
})

describe('what may be framed', () => {
  const policyOf = async (path: string, method = 'GET') => {
    const reply = await world.ask(method, path)
    const policy = reply.headers.get('content-security-policy') ?? ''
    return { status: reply.status, policy, old: reply.headers.get('x-frame-options'), text: await reply.text() }
  }

  it('names the sites of the municipality whose form or answer it is about, to the page, too', async () => {
    const answer = (await answered(world)) as AnswerId
    for (const path of [
      `/cis/contestar/comercios`,
      `/cis/ver/${answer}`,
      `/cis/editar/${answer}`,
      `/respuesta/enviada/${answer}/VIS1`,
    ]) {
      const { status, policy, old, text } = await policyOf(path)
      expect([path, status, old]).toEqual([path, 200, null])
      expect(policy).toContain(FRAMED)
      expect(text).toContain(`<meta name="relevo-framers" content="${HOST}" />`)
    }
  })

  it('is framed by no one where there is no such form or answer, no site, too many visits, a failure, or a method that is none', async () => {
    const all = async (): Promise<void> => {
      for (const path of [
        '/cis',
        '/cis/contestar/none',
        `/cis/ver/${'7'.repeat(26)}`,
        '/cis/elsewhere',
        '/respuesta/enviada/x/y',
        '/respuesta/enviada/x',
      ])
        for (const method of ['GET', 'POST', 'PUT']) {
          const { policy, old } = await policyOf(path, method)
          expect([path, method, policy.includes(NOBODY), old]).toEqual([path, method, true, 'DENY'])
        }
    }
    await all()
    await world.put(MUNICIPALITY, buildMunicipality())
    expect((await policyOf('/cis/contestar/comercios')).policy).toContain(NOBODY)
    await world.put(MUNICIPALITY, { ...buildMunicipality(), settings: { frameAncestors: [HOST] } })
    Object.assign(world.store, { get: () => Promise.reject(new Error('broken')) })
    const failed = await policyOf('/cis/contestar/comercios')
    expect([failed.status, failed.policy.includes(NOBODY), failed.old]).toEqual([500, true, 'DENY'])
    for (let turn = 0; turn < 300; turn += 1) await world.ask('GET', '/cis/elsewhere')
    expect((await policyOf('/cis/contestar/comercios')).status).toBe(429)
    await all()
  })
})
