import { expect, it, vi } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import type { Ports } from '#core/ports.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate, MUNICIPALITY, NOW } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { startJobLoop } from './job-loop.ts'

async function queued(seeds: number): Promise<Ports> {
  const store = openMemoryStore()
  const { ports, put } = await buildWorld({}, store)
  const [template, author] = [buildPlainTemplate(), buildUser('ines')]
  for (let seed = 1; seed <= seeds; seed += 1) {
    const submit = buildPlainSubmit(seed)
    const { answer } = submit
    const id = `incident.create~${answer}`
    await put(keys.job(id), {
      id,
      kind: 'incident.create',
      payload: { answer },
      municipality: MUNICIPALITY,
      state: 'waiting',
      attempts: 0,
      dueAt: NOW,
    })
    const code = `VIS${seed}`
    await put(keys.answer(answer), composeAnswer(template, submit, { code, now: NOW, author }))
  }
  return ports
}
const waiting = async ({ store }: Ports) =>
  (await store.query({ collection: 'jobs', where: { state: 'waiting' }, limit: 100 })).length

it('carries out what is queued, also more than one look takes, and finishes its job before it stops', async () => {
  const ports = await queued(45)
  let under = 0
  const createIncident = vi.fn(async () => {
    expect((under += 1)).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1))
    under -= 1
    return { ok: true, value: { id: 'inc' } } as const
  })
  const stop = startJobLoop({ ...ports, connectors: { tells: { 'incident.create': createIncident } } }, 1)
  await vi.waitFor(async () => expect(await waiting(ports)).toBe(0), 5000)
  await stop()
  expect([under, createIncident.mock.calls.length]).toEqual([0, 45])
})

it('continues after a store that failed, and does nothing without a system to talk to', async () => {
  const ports = await queued(1)
  await startJobLoop(ports, 1)()
  expect(await waiting(ports)).toBe(1)
  let failures = 3
  const query: Ports['store']['query'] = async (wanted) => {
    if ((failures -= 1) >= 0) throw new Error('busy')
    return ports.store.query(wanted)
  }
  const connectors = { tells: { 'incident.create': async () => ({ ok: true, value: { id: 'inc' } }) as const } }
  const stop = startJobLoop({ ...ports, store: { ...ports.store, query }, connectors }, 1)
  await vi.waitFor(async () => expect(await waiting(ports)).toBe(0), 5000)
  await stop()
})
