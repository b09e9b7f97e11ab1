import { describe, expect, it } from 'vitest'
import { answered, routesOf } from '#tests/support/server/access-stage.ts'
import { ACTORS } from '#tests/support/server/access-lines.ts'
import { TABLE } from '#tests/support/server/access-table.ts'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { type ParsedMetric, parseMetrics } from '#tests/support/server/parse-metrics.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { buildSingleMetric } from '../metrics.ts'
import { createServerMonitor } from '../watch.ts'

const TOKEN = 'a-token-of-thirty-characters-1'
const RIGHT = { authorization: `Bearer ${TOKEN}` }

async function watched(): Promise<World & { readonly time: { now: number } }> {
  const time = { now: 0 }
  const machine = async () => [buildSingleMetric('gauge', 'relevo_disk_free_bytes', 'Free bytes', 42)]
  const watch = createServerMonitor({ token: TOKEN, now: () => time.now, machine })
  const world = await buildWorld({ watch }, watch.watchCommits(openMemoryStore()))
  return Object.assign(world, { time })
}

async function scrape(world: World): Promise<ReadonlyMap<string, ParsedMetric>> {
  const response = await world.ask('GET', '/api/metrics', { headers: RIGHT })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  return parseMetrics(await response.text())
}

const valueOf = (metrics: ReadonlyMap<string, ParsedMetric>, name: string) => metrics.get(name)?.samples[0]?.value

describe('the figures for Prometheus', () => {
  it.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer another-token-of-thirty-char' }],
    ['the beginning of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['the token without its scheme', { authorization: TOKEN }],
  ])('are refused with %s, to accounts of every role', async (_, headers) => {
    const world = await watched()
    for (const actor of ACTORS.filter((name) => name !== 'vera')) {
      const cookie = actor === 'nobody' ? {} : { cookie: await world.signIn(actor) }
      const response = await world.ask('GET', '/api/metrics', { ...cookie, headers })
      expect([actor, response.status, await codeOf(response)]).toEqual([actor, 401, 'token.required'])
    }
  })

  it('are at no address without the setting, whatever token is shown', async () => {
    const world = await buildWorld({
      watch: createServerMonitor({ token: undefined, now: () => 0, machine: async () => [] }),
    })
    for (const headers of [{}, RIGHT, { authorization: 'Bearer ' }, { authorization: 'Bearer undefined' }])
      expect((await world.ask('GET', '/api/metrics', { headers })).status).toBe(404)
  })

  it('slow down anyone who guesses, and stay open for the right token', async () => {
    const world = await watched()
    const guess = async () =>
      (await world.ask('GET', '/api/metrics', { headers: { authorization: 'Bearer x' } })).status
    const statuses: number[] = []
    for (let time = 0; time < 12; time += 1) statuses.push(await guess())
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
    await scrape(world)
    world.clock.now += 30_000
    expect(await guess()).toBe(401)
  })

  it('count requests by route and status, with a cumulative histogram of their time', async () => {
    const world = await watched()
    const cookie = await world.signIn('ines')
    await world.ask('GET', '/api/session', { cookie })
    await world.ask('GET', '/api/session')
    await world.ask('GET', '/api/answers/30123456', { cookie })
    const metrics = await scrape(world)
    const counted = (metrics.get('relevo_http_requests_total')?.samples ?? []).map(({ labels, value }) => [
      labels,
      value,
    ])
    expect(counted).toContainEqual([{ method: 'GET', route: '/api/session', status: '200' }, 1])
    expect(counted).toContainEqual([{ method: 'GET', route: '/api/session', status: '401' }, 1])
    expect(counted).toContainEqual([{ method: 'POST', route: '/api/session', status: '200' }, 1])
    const histogram = metrics.get('relevo_http_request_duration_seconds')?.samples ?? []
    const ofSession = histogram.filter(({ labels: { method, route } }) => method === 'GET' && route === '/api/session')
    const buckets = ofSession.filter(({ name }) => name.endsWith('_bucket')).map(({ value }) => value)
    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
    expect(ofSession.filter(({ labels }) => labels['le'] === '+Inf').map(({ value }) => value)).toEqual([2])
    expect(ofSession.filter(({ name }) => name.endsWith('_count')).map(({ value }) => value)).toEqual([2])
  })

  it('measure commits, and count those that fail', async () => {
    const time = { now: 0 }
    const watch = createServerMonitor({ token: TOKEN, now: () => time.now, machine: async () => [] })
    const store = openMemoryStore()
    const slow = Object.assign(Object.create(store) as typeof store, {
      commit: async (unit: Parameters<typeof store.commit>[0]) => {
        time.now += 30
        return store.commit(unit)
      },
    })
    const measured = watch.watchCommits(slow)
    await measured.commit({ keysFor: () => [], decide: () => ({ result: 1, writes: [] }) })
    const failing = measured.commit({
      keysFor: () => [],
      decide: () => {
        throw new Error('full')
      },
    })
    await expect(failing).rejects.toThrow('full')
    const world = await buildWorld({ watch })
    const metrics = await scrape(world)
    const commits = metrics.get('relevo_commit_duration_seconds')?.samples ?? []
    const bucket = (le: string) => commits.find(({ labels }) => labels['le'] === le)?.value
    expect([bucket('0.025'), bucket('0.05'), bucket('+Inf')]).toEqual([0, 1, 1])
    expect(valueOf(metrics, 'relevo_commit_failures_total')).toBe(1)
  })

  it('show answers, held answers, jobs, streams, the list follower and the machine, read at most every five seconds', async () => {
    const world = await watched()
    await answered(world)
    const job = { kind: 'email.send', attempts: 0, payload: {}, municipality: 'x', dueAt: '2026-11-20T15:00:00.000Z' }
    await world.put('jobs/due', { ...job, id: 'due', state: 'waiting' })
    await world.put('jobs/later', { ...job, id: 'later', state: 'waiting', dueAt: '2026-11-21T15:00:00.000Z' })
    const metrics = await scrape(world)
    const figures = [
      'answers',
      'held_answers',
      'jobs_due',
      'jobs_dead',
      'streams',
      'lists_behind',
      'up',
      'disk_free_bytes',
    ]
    expect(figures.map((name) => [name, valueOf(metrics, `relevo_${name}`)])).toEqual([
      ['answers', 2],
      ['held_answers', 1],
      ['jobs_due', 1],
      ['jobs_dead', 1],
      ['streams', 0],
      ['lists_behind', 0],
      ['up', 1],
      ['disk_free_bytes', 42],
    ])
    expect(metrics.get('relevo_info')?.samples[0]?.labels).toEqual({ version: 'test' })
    await world.put('jobs/also-due', { ...job, id: 'also-due', state: 'waiting' })
    expect(valueOf(await scrape(world), 'relevo_jobs_due')).toBe(1)
    world.time.now += 5_000
    expect(valueOf(await scrape(world), 'relevo_jobs_due')).toBe(2)
  })

  it('name patterns of routes only, whatever a client requests', async () => {
    const world = await watched()
    const answer = await answered(world)
    for (const actor of ['nobody', 'ines', 'sofia', 'ada'] as const) {
      const cookie = actor === 'nobody' ? {} : { cookie: await world.signIn(actor) }
      for (const line of Object.values(TABLE)) {
        const [method, path, how] = line.ask(answer, actor)
        await world.ask(method, path, { ...how, ...cookie })
      }
    }
    for (const path of ['/api/30123456', '/api/answers/a/b/c', '/publico/x?dni=30123456', '/api/%00', '/30123456'])
      for (const method of ['GET', 'POST', 'PROPFIND']) await world.ask(method, path)
    const metrics = await scrape(world)
    const labels = [...metrics.values()].flatMap(({ samples }) => samples.map((sample) => sample.labels))
    const routes = new Set(labels.map(({ route }) => route).filter((route) => route !== undefined))
    const known = new Set([...routesOf(world).map((route) => route.split(' ')[1]), 'unmatched'])
    expect([...routes].filter((route) => !known.has(route))).toEqual([])
    expect(routes.size).toBeGreaterThan(100)
    expect(new Set(labels.map(({ method }) => method))).toEqual(
      new Set([undefined, 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'OTHER']),
    )
  }, 60_000)
})
