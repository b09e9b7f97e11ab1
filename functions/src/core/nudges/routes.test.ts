import { describe, expect, it } from 'vitest'
import { userIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildReport } from '#tests/support/builders/report.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, NOW, OTHER_AREA } from '#tests/support/builders/template.ts'
import { buildWorld, codeOf, type World } from '#tests/support/server/world.ts'
import { issuePasswordToken } from '../sessions/password.ts'

const PAUSE = 5
const QUIET = 40
const fast = { tuning: { nudgePause: PAUSE, nudgeBeat: 15 } }

/** Nudges that a listener receives, in order. */
type Heard = {
  readonly topics: string[]
  readonly text: () => string
  readonly ended: Promise<void>
  /** resolves after this many nudges; fails after a second */
  readonly count: (nudges: number) => Promise<readonly string[]>
  readonly leave: () => Promise<void>
}

async function listen(world: World, user: string, cookie?: string): Promise<Heard> {
  const response = await world.ask('GET', '/api/sync/nudges', { cookie: cookie ?? (await world.signIn(user)) })
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'text/event-stream',
    'no-store',
  ])
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const topics: string[] = []
  const ended = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += new TextDecoder().decode(value)
      topics.splice(
        0,
        topics.length,
        ...[...text.matchAll(/^event: nudge\ndata: (.*)$/gm)].map(([, data = '']) => data),
      )
    }
  })()
  const count = async (nudges: number): Promise<readonly string[]> => {
    await expect.poll(() => topics.length, { timeout: 1000, interval: 5 }).toBeGreaterThanOrEqual(nudges)
    return topics
  }
  return { topics, text: () => text, ended, count, leave: () => reader.cancel() }
}

const push = async (world: World, user: string, ...seeds: readonly number[]) =>
  world.ask('POST', '/api/sync/push', {
    cookie: await world.signIn(user),
    body: {
      protocol: 1,
      device: DEVICE,
      account: user,
      mutations: seeds.map((seed) => buildPlainSubmit(seed, `text ${seed}`, { author: user })),
    },
  })
const quiet = () => new Promise((resolve) => setTimeout(resolve, QUIET))

describe('a nudge', () => {
  it('reaches those who may see what changed, once for many writes, and carries nothing of it', async () => {
    const world = await buildWorld(fast)
    const people = ['ines', 'pablo', 'olga', 'sofia', 'uma', 'gil', 'carla', 'ada']
    const heard = new Map(await Promise.all(people.map(async (user) => [user, await listen(world, user)] as const)))
    await push(world, 'ines', 1, 2, 3, 4, 5)
    await heard.get('sofia')?.count(1)
    await quiet()
    const heardTopics = Object.fromEntries(people.map((user) => [user, heard.get(user)?.topics]))
    const [answers, nothing] = [['answers'], []]
    // pablo shares the area; olga, uma and gil may not read the answer, and carla only her own.
    expect(heardTopics).toEqual({
      ines: answers,
      pablo: answers,
      sofia: answers,
      ada: answers,
      olga: nothing,
      uma: nothing,
      gil: nothing,
      carla: nothing,
    })
    for (const { text } of heard.values())
      expect(text().replace(/event: nudge\ndata: [a-z ]+\n\n|: open\n\n|:\n\n/g, '')).toBe('')
  })

  it('tells the author of what was decided about a held answer, and those who decide that it waits', async () => {
    const world = await buildWorld(fast)
    const full = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 1 })
    await world.put(keys.template(full.id), full)
    await world.put(keys.templateCounter(full.id), { count: 1 })
    const [ines, sofia, uma] = [await listen(world, 'ines'), await listen(world, 'sofia'), await listen(world, 'uma')]
    await push(world, 'ines', 1)
    expect(await sofia.count(1)).toEqual(['held'])
    await world.ask('POST', `/api/held/${buildPlainSubmit(1).answer}/accept`, { cookie: await world.signIn('sofia') })
    expect((await ines.count(2))[1]?.split(' ').sort()).toEqual(['answers', 'pull'])
    expect(uma.topics).toEqual([])
  })

  it('of a device goes to those who look after it', async () => {
    const world = await buildWorld(fast)
    const [ines, olga, sofia, gil] = [
      await listen(world, 'ines'),
      await listen(world, 'olga'),
      await listen(world, 'sofia'),
      await listen(world, 'gil'),
    ]
    const report = buildReport({ queued: 3, oldest: NOW, waitingBytes: 10 })
    await world.ask('POST', '/api/sync/pull', { body: report, cookie: await world.signIn('ines') })
    expect(await sofia.count(1)).toEqual(['devices'])
    const before = sofia.topics.length
    const moved = buildPlainTemplate({ areas: [OTHER_AREA] })
    await world.put(keys.template(moved.id), moved)
    await quiet()
    // Written directly to the store: no one is notified, so others only see it at their next pull.
    expect([ines.topics, olga.topics, gil.topics, sofia.topics.length]).toEqual([[], [], [], before])
  })
})

describe('a stream', () => {
  it('ends the moment its session is signed out, and no other', async () => {
    const world = await buildWorld({ tuning: { ...fast.tuning, nudgeBeat: 3_600_000 } })
    const cookie = await world.signIn('ines')
    const [out, other] = [await listen(world, 'ines', cookie), await listen(world, 'pablo')]
    await world.ask('DELETE', '/api/session', { cookie })
    await out.ended
    await push(world, 'ines', 1)
    expect(await other.count(1)).toEqual(['answers'])
    expect(await codeOf(await world.ask('GET', '/api/sync/nudges', { cookie }))).toBe('session.required')
  })

  it('ends the moment the account’s password is set again', async () => {
    const world = await buildWorld({ tuning: { ...fast.tuning, nudgeBeat: 3_600_000 } })
    const [out, other] = [await listen(world, 'ines'), await listen(world, 'pablo')]
    const token = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), 3_600_000)
    expect(
      (await world.ask('POST', '/api/password', { body: { token, password: 'a brand new password' } })).status,
    ).toBe(200)
    await out.ended
    await other.leave()
  })

  it.each([
    ['signed out with all other sessions', 'password'],
    ['switched off', 'off'],
  ])('has the last word before it ends, so that a device asks at once why, when its account was %s', async (_, how) => {
    const world = await buildWorld({ tuning: { ...fast.tuning, nudgeBeat: 3_600_000 } })
    const [out, other] = [await listen(world, 'ines'), await listen(world, 'pablo')]
    if (how === 'off') await world.ask('POST', '/api/users/ines/deactivate', { cookie: await world.signIn('ada') })
    else {
      const token = await issuePasswordToken({ ports: world.ports }, userIdSchema.parse('ines'), 3_600_000)
      await world.ask('POST', '/api/password', { body: { token, password: 'a brand new password' } })
    }
    await out.ended
    expect([out.topics, other.topics]).toEqual([['pull'], []])
    await other.leave()
  })

  it('tells anyone who was moved to another area of nothing more in the old one', async () => {
    const world = await buildWorld(fast)
    const moved = await listen(world, 'pablo')
    await world.put('usuarios/pablo', buildUser('pablo', 'ROLE_INSPECTOR', [OTHER_AREA]))
    expect(await moved.count(1)).toEqual(['pull'])
    const stayed = await listen(world, 'sofia')
    await push(world, 'ines', 1)
    await stayed.count(1)
    await quiet()
    expect(moved.topics).toEqual(['pull'])
    await moved.leave()
    await stayed.leave()
  })

  it('ends with the next beat when the session was ended past this server, or has lapsed', async () => {
    const world = await buildWorld(fast)
    const [areas, lapsed] = [await listen(world, 'ines'), await listen(world, 'pablo')]
    await world.put('usuarios/ines', { ...buildUser('ines'), areas: [] })
    await areas.ended
    world.clock.now += 40 * 24 * 3_600_000
    await lapsed.ended
  })

  it('beats while nothing happens, and is forgotten when its reader leaves', async () => {
    const world = await buildWorld({ tuning: { ...fast.tuning, nudgeStreamsPerUser: 1, nudgeStreams: 2 } })
    const [first, pablo] = [await listen(world, 'ines'), await listen(world, 'pablo')]
    await expect.poll(() => first.text(), { timeout: 1000 }).toContain(':\n\n:\n\n')
    expect(await codeOf(await world.ask('GET', '/api/sync/nudges', { cookie: await world.signIn('olga') }))).toBe(
      'server.busy',
    )
    await pablo.leave()
    const olga = await listen(world, 'olga')
    await olga.leave()
    // Another stream of an account replaces its oldest.
    const second = await listen(world, 'ines')
    await first.ended
    await second.leave()
  })

  it('ends when the server stops, and none is opened after that', async () => {
    const stopping = new AbortController()
    const world = await buildWorld({ ...fast, stopping: stopping.signal })
    const open = await listen(world, 'ines')
    stopping.abort()
    await open.ended
    expect((await world.ask('GET', '/api/sync/nudges', { cookie: await world.signIn('ines') })).status).toBe(503)
  })
})
