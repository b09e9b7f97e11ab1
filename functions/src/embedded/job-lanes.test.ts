import { describe, expect, it, vi } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Job } from '#domain/jobs/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { buildWorld, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'
import { answerFrom } from '#tests/support/server/answers.ts'
import { startJobLoop } from './job-loop.ts'
import type { JobResult, Connectors, Mailer } from '#core/ports.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import {
  createCircuitBreakers,
  MIN_FAILURES_TO_OPEN_BREAKER,
  MAX_PAUSE_MS,
  runDueJobs,
  runLane,
} from '#core/jobs/run-due.ts'

/** An external system that hangs or is down delays no other, and costs its own jobs no attempts. */
const DOWN: JobResult = { ok: false, problem: { code: 'network.unreachable' } }
const [LOOK, HOUR] = [2_000, 3_600_000]

/** This many incidents, all of one existing answer. */
async function queued(world: World, many: number, municipality = MUNICIPALITY, wait = 0): Promise<void> {
  const answer = 'a'.repeat(26)
  await world.put(keys.answer(answer as never), { ...(await anAnswer(world)), id: answer } as never)
  for (let seed = 1; seed <= many; seed += 1) {
    const id = `incident.create~${municipality.length}~${seed}`
    const dueAt = toInstant(world.clock.now + wait)
    const job = { id, kind: 'incident.create', payload: { answer }, municipality, state: 'waiting', attempts: 0, dueAt }
    await world.put(keys.job(id), job as unknown as Job)
  }
}
async function anAnswer(world: World) {
  const id = await answerFrom(world, 'ines', 1)
  return world.store.get(keys.answer(id as never))
}
const forgotten = (world: World) =>
  world.ask('POST', '/api/password/forgotten', { body: { email: 'ines@relevo.example', language: 'es' } })

function mailer() {
  const sent: string[] = []
  const mail: Mailer = {
    home: () => 'https://forms.example.org',
    send: async ({ to }) => {
      sent.push(to.address)
      return { ok: true, value: { id: 'x' } }
    },
  }
  return { mail, sent }
}

describe('a system that hangs', () => {
  it('with 200 jobs waiting keeps no e-mail for a forgotten password, in one look and in the loop of a host', async () => {
    const { mail, sent } = mailer()
    const hanging = Promise.withResolvers<JobResult>()
    const world = await buildWorld({}, undefined, { tells: { 'incident.create': () => hanging.promise }, mail })
    await queued(world, 200)
    await forgotten(world)
    const look = runDueJobs(world.ports, world.clock.now)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    hanging.resolve(DOWN)
    await look

    const again = Promise.withResolvers<JobResult>()
    const stop = startJobLoop(
      { ...world.ports, connectors: { tells: { 'incident.create': () => again.promise }, mail } },
      1,
    )
    for (const many of [2, 3]) {
      world.clock.now += HOUR
      await forgotten(world)
      await vi.waitFor(() => expect(sent).toHaveLength(many))
    }
    again.resolve(DOWN)
    await stop()
  })
})

describe('a mail server that hangs', () => {
  it('keeps no incident: no lane waits for another', async () => {
    const hanging = Promise.withResolvers<JobResult>()
    let created = 0
    const createIncident: NonNullable<Connectors['tells']>['incident.create'] = async () => ({
      ok: true,
      value: { id: `${(created += 1)}` },
    })
    const mail: Mailer = { home: () => 'https://forms.example.org', send: () => hanging.promise }
    const world = await buildWorld({}, undefined, { tells: { 'incident.create': createIncident }, mail })
    await forgotten(world)
    await queued(world, 1)
    const look = runDueJobs(world.ports, world.clock.now)
    await vi.waitFor(() => expect(created).toBe(1))
    hanging.resolve(DOWN)
    await look
  })
})

describe('a system that stands', () => {
  it.each([
    ['puts off three mails of its own', async (): Promise<JobResult> => ({ ...DOWN, isAnswered: true })],
    ['meets three that we cannot make', () => Promise.reject(new Error('a fault of ours'))],
  ])('and %s keeps none of the others', async (_, refuses) => {
    const { mail, sent } = mailer()
    const send: Mailer['send'] = (message, id) => (message.to.address === '' ? refuses() : mail.send(message, id))
    const world = await buildWorld({}, undefined, { mail: { ...mail, send } })
    const letter = {
      to: { address: '', name: '' },
      language: 'es',
      letter: { letter: 'account.changed', what: 'password' },
    }
    for (let seed = 1; seed <= 3; seed += 1) {
      const id = `mail.send~${seed}`
      const queue = { municipality: MUNICIPALITY, state: 'waiting', attempts: 0, dueAt: toInstant(world.clock.now) }
      await world.put(keys.job(id), { id, kind: 'mail.send', payload: letter, ...queue } as never)
    }
    world.clock.now += 1
    await forgotten(world)
    await runLane(world.ports, 'mail.send', world.clock.now, { breakers: createCircuitBreakers(world.ports.clock) })
    expect(sent).toHaveLength(1)
  })
})

describe('a system that is down', () => {
  it('is left alone for longer and longer, and its jobs wait without costing an attempt', async () => {
    const calls: number[] = []
    let isDown = true
    const createIncident: NonNullable<Connectors['tells']>['incident.create'] = async () => {
      calls.push(world.clock.now)
      return isDown ? DOWN : { ok: true, value: { id: 'inc' } }
    }
    const world = await buildWorld({}, undefined, { tells: { 'incident.create': createIncident } })
    await queued(world, 200)
    const breakers = createCircuitBreakers(world.ports.clock)
    const run = () => runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING, breakers)
    for (const end = world.clock.now + HOUR; world.clock.now < end; world.clock.now += LOOK) await run()
    // 3, and then after 30 s, 1, 2, 4, 8, 10, 10 … minutes.
    expect(calls.length).toBeLessThanOrEqual(MIN_FAILURES_TO_OPEN_BREAKER + 11)
    expect(calls.length).toBeGreaterThan(MIN_FAILURES_TO_OPEN_BREAKER + 6)
    const attempts = (await waiting(world)).map((job) => job.attempts)
    expect(attempts.filter((count) => count === 0).length).toBeGreaterThan(180)
    isDown = false
    for (let look = 0; look < 2_000; look += 1) {
      world.clock.now += LOOK
      await run()
    }
    expect(await waiting(world)).toEqual([])
  })

  it('hides the jobs of another one behind its own for a few looks only', async () => {
    const createIncident: NonNullable<Connectors['tells']>['incident.create'] = async (_, id) =>
      id.startsWith(`incident.create~${MUNICIPALITY.length}~`) ? DOWN : { ok: true, value: { id: 'inc' } }
    const world = await buildWorld({}, undefined, { tells: { 'incident.create': createIncident } })
    await queued(world, 1_000)
    await queued(world, 1, `${FOREIGN_MUNICIPALITY}`, 1)
    const breakers = createCircuitBreakers(world.ports.clock)
    world.clock.now += 1_000
    let looks = 0
    for (; looks < 100; looks += 1) {
      await runLane(world.ports, 'incident.create', world.clock.now, { breakers })
      if ((await waiting(world, 1_100)).length === 1_000) break
    }
    expect(looks).toBeLessThan(10)
  })

  it('a receiver of webhooks, keeps another one’s messages no longer than one try', async () => {
    const posted: string[] = []
    const world = await buildWorld({}, undefined, {
      webhooks: {
        accepts: () => true,
        post: async ({ url }) => {
          posted.push(url)
          return url === 'dead' ? { failure: 'too-slow' } : { status: 200 }
        },
      },
    })
    const place = MUNICIPALITY as never
    const hook = (id: string) => ({ id, name: id, url: id, events: [], secrets: [], state: 'on', by: 'ines' })
    await world.put(keys.webhookRegister(place), { hooks: [hook('dead'), hook('well')] } as never)
    const message = async (id: string, number: number): Promise<void> => {
      const delivery = { number, message: `${id}${number}`, body: '{}', state: 'waiting', attempts: 0, tries: [] }
      await world.put(keys.delivery(place, id, number), delivery as never)
      const job = { id: `webhook.send~${id}~${number}`, kind: 'webhook.send', payload: { hook: id, number } }
      const queue = { municipality: MUNICIPALITY, state: 'waiting', attempts: 0, dueAt: toInstant(world.clock.now) }
      await world.put(keys.job(job.id), { ...job, ...queue } as never)
    }
    for (let number = 1; number <= 500; number += 1) await message('dead', number)
    world.clock.now += 1
    await message('well', 1)
    const breakers = createCircuitBreakers(world.ports.clock)
    const wellAfter = async (): Promise<number> => {
      for (let look = 1; look < 100; look += 1) {
        await runLane(world.ports, 'webhook.send', world.clock.now, { breakers })
        if (posted.includes('well')) return look
      }
      return Infinity
    }
    expect(await wellAfter()).toBeLessThan(6)
    // While it is down, it costs one attempt per pause.
    posted.length = 0
    world.clock.now += 5 * MAX_PAUSE_MS
    await message('well', 2)
    expect(await wellAfter()).toBeLessThan(6)
    expect(posted.filter((url) => url === 'dead').length).toBeLessThanOrEqual(1)
  })
})

/** A webhook of the municipality with this many waiting messages, each after this many attempts. */
async function hooked(world: World, id: string, messages: number, attempts: number): Promise<void> {
  const place = MUNICIPALITY as never
  await world.put(keys.webhookRegister(place), {
    hooks: [{ id, name: id, url: id, events: [], secrets: [], state: 'on', by: 'ines' }],
  } as never)
  for (let number = 1; number <= messages; number += 1) {
    const delivery = { number, message: `${number}`, body: '{}', state: 'waiting', attempts, tries: [] }
    await world.put(keys.delivery(place, id, number), delivery as never)
    const job = { id: `webhook.send~${id}~${number}`, kind: 'webhook.send', payload: { hook: id, number } }
    const queue = { municipality: MUNICIPALITY, state: 'waiting', attempts, dueAt: toInstant(world.clock.now) }
    await world.put(keys.job(job.id), { ...job, ...queue } as never)
  }
}

describe('a job that is over says nothing of its system', () => {
  const SYSTEM = 'webhook h'
  const down = (world: World) => {
    const breakers = createCircuitBreakers(world.ports.clock)
    for (let failure = 1; failure < MIN_FAILURES_TO_OPEN_BREAKER; failure += 1) breakers.note(SYSTEM, false)
    return breakers
  }

  it('when it was the last try of a message, and failed like those before', async () => {
    const webhooks = { accepts: () => true, post: async () => ({ failure: 'too-slow' }) as const }
    const world = await buildWorld({}, undefined, { webhooks })
    await hooked(world, 'h', 1, DEFAULT_TUNING.jobAttempts - 1)
    const breakers = down(world)
    expect((await runLane(world.ports, 'webhook.send', world.clock.now, { breakers })).tried).toBe(1)
    expect(breakers.allowed(SYSTEM)).toBe(0)
    expect((await world.store.get(keys.delivery(MUNICIPALITY as never, 'h', 1)))?.state).toBe('failed')
  })

  it('when no one was asked', async () => {
    const post = vi.fn<() => Promise<{ status: number }>>(async () => ({ status: 200 }))
    const world = await buildWorld({}, undefined, { webhooks: { accepts: () => true, post } })
    await hooked(world, 'h', 1, 0)
    await world.put(keys.webhookRegister(MUNICIPALITY as never), { hooks: [] } as never)
    const breakers = down(world)
    expect((await runLane(world.ports, 'webhook.send', world.clock.now, { breakers })).tried).toBe(1)
    expect(post).not.toHaveBeenCalled()
    breakers.note(SYSTEM, false)
    expect(breakers.allowed(SYSTEM)).toBe(0)
  })
})

async function waiting(world: World, limit = 300): Promise<readonly Job[]> {
  const where = { state: 'waiting', kind: 'incident.create' }
  return (await world.store.query({ collection: 'jobs', where, limit })).map(({ document }) => document)
}
