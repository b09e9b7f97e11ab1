import { describe, expect, it } from 'vitest'
import type { Key } from '#domain/store/index.ts'
import { ACTORS, type Actor, type Line } from '#tests/support/server/access-lines.ts'
import { answered, routesOf } from '#tests/support/server/access-stage.ts'
import { TABLE } from '#tests/support/server/access-table.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Store } from './ports.ts'

describe('who gets what', () => {
  for (const [route, line] of Object.entries(TABLE)) {
    it(route, async () => {
      const world = await buildWorld()
      const answer = await answered(world)
      const statuses: Record<string, number> = {}
      for (const actor of ACTORS) {
        const cookie = actor === 'nobody' ? {} : { cookie: await world.signIn(actor) }
        const [method, path, how] = line.ask(answer, actor)
        statuses[actor] = (await world.ask(method, path, { ...how, ...cookie })).status
      }
      expect(statuses).toEqual(line.expected)
      expect(world.log).toEqual([])
    })
  }

  it('is said for every route there is', async () => {
    expect(routesOf(await buildWorld())).toEqual(Object.keys(TABLE).sort())
  })

  it('is said by the route that its address names: none that is asked before takes it', async () => {
    const routes = (await buildWorld()).app.routes.filter(({ method }) => method !== 'ALL')
    const taken = routes.flatMap(({ method, path }, at) =>
      routes
        .slice(0, at)
        .filter((before) => before.method === method && before.path !== path && takes(before.path, path))
        .map((before) => `${before.path} takes ${path}`),
    )
    expect(taken).toEqual([])
  })
})

describe('a request that anybody can make a browser send (GET)', () => {
  it.each(Object.entries(TABLE).filter(([route]) => route.startsWith('GET ')))(
    'changes nothing that a person can see, whoever asks: %s',
    async (_, line) => {
      const written: Key[] = []
      const world = await buildWorld({}, recording(openMemoryStore(), written))
      const answer = await answered(world)
      const cookies = new Map<Actor, string>()
      for (const actor of ACTORS) if (actor !== 'nobody') cookies.set(actor, await world.signIn(actor))
      // Late enough for a session to get a new id, the only allowed write.
      world.clock.now += 25 * 3_600_000
      written.length = 0
      for (const actor of ACTORS) {
        const [method, path, how] = line.ask(answer, actor)
        const cookie = cookies.get(actor)
        await world.ask(method, path, { ...how, ...(cookie === undefined ? {} : { cookie }) })
      }
      expect(written.filter((key) => !key.startsWith('websession/'))).toEqual([])
    },
  )
})

function recording(store: Store, written: Key[]): Store {
  return {
    ...store,
    commit: (unit) =>
      store.commit({
        ...unit,
        decide: (found) => {
          const decision = unit.decide(found)
          written.push(...decision.writes.map(({ key }) => key))
          return decision
        },
      }),
  }
}

describe('a changing request from elsewhere', () => {
  const ELSEWHERE: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://relevo.test.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
  ]
  const changing = Object.entries(TABLE).filter(([route]) => /^(POST|PUT|PATCH|DELETE)/.test(route))

  /** Forms of the server's own pages, whose refusals are shown to people. */
  const PAGES = ['POST /pago', 'POST /pago-exitoso/:orderId/:id', 'POST /publico/contestar/:id']

  const shared = once(async () => {
    const world = await buildWorld()
    return { world, cookie: await world.signIn('ines') }
  })

  it.each(changing)('is refused: %s', async (route, line) => {
    const { world, cookie } = await shared()
    for (const headers of ELSEWHERE) {
      const [method, path, how] = line.ask('x', 'ines')
      const response = await world.ask(method, path, { ...how, cookie, headers: { ...how?.headers, ...headers } })
      const isPage = PAGES.includes(route)
      const text = (await response.text()).slice(0, isPage ? 15 : undefined)
      expect([response.status, text]).toEqual([
        403,
        isPage ? '<!doctype html>' : '{"error":{"code":"request.cross-site"}}',
      ])
    }
    expect((await world.ask('GET', '/api/session', { cookie })).status).toBe(200)
  })

  it('is refused without any origin when it carries a cookie, and taken from a program that has none', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const ask = (headers: Record<string, string>) =>
      world.app.request('http://relevo.test/api/getServerTime', { method: 'POST', headers, body: '{"data":null}' })
    expect([(await ask({ cookie })).status, (await ask({})).status]).toEqual([403, 200])
  })

  it('is none when it only reads: a browser that is led to an address of ours sends its cookie and no origin', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    const look = (site: string) =>
      world.app.request('http://relevo.test/api/session', { headers: { cookie, 'sec-fetch-site': site } })
    expect([(await look('none')).status, (await look('cross-site')).status]).toEqual([200, 200])
  })

  it('is measured against the host of the request when no origins are configured', async () => {
    const world = await buildWorld({ origins: [] })
    const ask = (origin: string) =>
      world.app.request('http://relevo.test/api/getServerTime', {
        method: 'POST',
        headers: { origin, host: 'relevo.test' },
        body: '{"data":null}',
      })
    expect([(await ask('https://relevo.test')).status, (await ask('https://relevo.test:8443')).status]).toEqual([
      200, 403,
    ])
  })
})

/** For all other routes only tokens matter: a session is not even read. */
const asksForSession = ({ expected }: Line) =>
  expected.nobody === 401 && Object.values(expected).some((one) => one !== 401)

describe('a device that works for another account', () => {
  const guarded = Object.entries(TABLE).filter(
    ([route, line]) => asksForSession(line) || route === 'DELETE /api/session',
  )

  const shared = once(() => answeredWorld('ines'))

  it.each(guarded)('is refused: %s', async (_, line) => {
    const { world, answer, cookie } = await shared()
    const [method, path, how] = line.ask(answer, 'ines')
    const headers = { ...how?.headers, 'x-relevo-account': 'pablo' }
    const response = await world.ask(method, path, { ...how, cookie, headers })
    expect(response.status).toBe(401)
    if (method !== 'HEAD') expect(await response.text()).toContain('session.other-account')
  })
})

describe('an account that may not work at the moment', () => {
  // Captured work is still accepted (push and its files), and signing out is allowed.
  const working = Object.entries(TABLE).filter(
    ([route, line]) => asksForSession(line) && !/uploads|sync\/push/.test(route),
  )

  const shared = once(() => answeredWorld('sofia'))

  it.each(working)('is refused: %s', async (_, line) => {
    const { world, answer, cookie } = await shared()
    const [method, path, how] = line.ask(answer, 'sofia')
    const refusalAfter = async (key: string, change: object): Promise<unknown> => {
      const before = await world.store.get(key)
      await world.put(key, { ...before, ...change })
      const response = await world.ask(method, path, { ...how, cookie })
      await world.put(key, { ...before })
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code]
    }
    expect(await refusalAfter(MUNICIPALITY, { inhabilitado: true })).toEqual([403, 'municipality.blocked'])
    expect(await refusalAfter('paises/AR', { inhabilitado: true })).toEqual([403, 'country.blocked'])
    expect(await refusalAfter('usuarios/sofia', { areas: [] })).toEqual([403, 'session.no-areas'])
  })
})

/** Refused requests change nothing, so all routes can be tried in one world. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

async function answeredWorld(user: string) {
  const world = await buildWorld()
  const answer = await answered(world)
  return { world, answer, cookie: await world.signIn(user) }
}

/** Whether a route's own names and parameters match another one's at the same positions. */
function takes(path: string, other: string): boolean {
  const [own, asked] = [path.split('/'), other.split('/')]
  return own.length === asked.length && own.every((part, at) => part.startsWith(':') || part === asked[at])
}
