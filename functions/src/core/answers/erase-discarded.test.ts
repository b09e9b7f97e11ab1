import { expect, it } from 'vitest'
import { keys } from '#domain/store/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { buildWorld } from '#tests/support/server/world.ts'
import { buildMailWrite } from '#domain/mail/judge.ts'
import { municipalityPathSchema, toInstant } from '#domain/kernel/index.ts'
import { unitForKeys } from '#domain/store/index.ts'
import { MUNICIPALITY } from '#tests/support/builders/template.ts'
import { createSweeps } from '../sweeps.ts'
import { EMAIL_LIFETIME_MS } from '../mail/sweep-emails.ts'

const DAY = 24 * 60 * 60 * 1000

async function held() {
  const world = await buildWorld()
  const full = buildPlainTemplate({}, { opcionales: { limitResponses: true }, responsesCount: 1 })
  await world.put(keys.template(full.id), full)
  await world.put(keys.templateVersion(full.id, full.version), full)
  const [first, second] = [buildPlainSubmit(1), buildPlainSubmit(2)]
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(3), first, second] }
  await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  const cookie = await world.signIn('sofia')
  const discard = (id: string) => world.ask('POST', `/api/held/${id}/discard`, { cookie, body: { reason: 'no' } })
  const sweep = async () => {
    for (const { run } of createSweeps(world.ports, { clockChecked: toInstant(world.clock.now) })) await run()
  }
  const kept = async (id: typeof first.answer) => (await world.store.get(keys.held(id)))?.outcome.kind
  return { world, discard, sweep, kept, first: first.answer, second: second.answer }
}

it('what was held and discarded goes a month after the decision; what waits stays', async () => {
  const { world, discard, sweep, kept, first, second } = await held()
  world.clock.now += 20 * DAY
  expect((await discard(first)).status).toBe(200)
  world.clock.now += 29 * DAY
  await sweep()
  expect([await kept(first), await kept(second)]).toEqual(['discarded', 'waiting'])
  world.clock.now += 2 * DAY
  await sweep()
  expect([await kept(first), await kept(second)]).toEqual([undefined, 'waiting'])
})

it('an e-mail that no one could send goes a month later', async () => {
  const { world, sweep } = await held()
  const place = municipalityPathSchema.parse(MUNICIPALITY)
  const letter = buildMailWrite('x', {} as never, place, toInstant(world.clock.now))
  await world.store.commit(unitForKeys([], () => ({ result: 0, writes: [letter] })))
  const left = () => world.store.count({ collection: 'jobs', where: { kind: 'mail.send' } })
  world.clock.now += EMAIL_LIFETIME_MS - DAY
  await sweep()
  expect(await left()).toBe(1)
  world.clock.now += 2 * DAY
  await sweep()
  expect(await left()).toBe(0)
})
