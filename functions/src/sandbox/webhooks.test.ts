import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createWebhookSender } from '#connectors/webhooks/post.ts'
import { runDueJobs } from '#core/jobs/run-due.ts'
import type { MailMessage } from '#core/ports.ts'
import { DEFAULT_TUNING } from '#core/tuning.ts'
import type { Deliveries, WebhookEdit, WebhookInput, WebhookListItem } from '#domain/integrations/index.ts'
import { ok, type MunicipalityPath } from '#domain/kernel/index.ts'
import { encodePlaceId } from '#domain/places/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildPlainSubmit, DEVICE } from '#tests/support/builders/submit.ts'
import { MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { buildWorld, codeOf, FOREIGN_MUNICIPALITY, type World } from '#tests/support/server/world.ts'
import { type Sandbox, startSandbox } from './start.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const PLACE = MUNICIPALITY as MunicipalityPath
const HERE = `/api/municipalities/${encodePlaceId(PLACE)}`

let sandbox: Sandbox
let world: World
let mails: MailMessage[]
let patience: number
beforeEach(async () => {
  sandbox = await startSandbox()
  mails = []
  patience = 10_000
  const deps = { timeout: () => AbortSignal.timeout(patience), failed: () => {} }
  world = await buildWorld({}, undefined, {
    webhooks: createWebhookSender(deps, { allowsLocal: true }),
    mail: {
      home: () => 'https://forms.example.org',
      send: async (message, key) => {
        mails.push(message)
        return ok({ id: key })
      },
    },
  })
})
afterEach(() => sandbox.close())

const posts = () => sandbox.receiver.posts
const run = () => runDueJobs(world.ports, world.clock.now, DEFAULT_TUNING)
const ask = async (method: string, path: string, body?: unknown, by = 'sofia') =>
  world.ask(method, `${HERE}${path}`, { cookie: await world.signIn(by), ...(body === undefined ? {} : { body }) })

const wish = (): WebhookInput => ({
  name: 'Tablero',
  url: sandbox.receiver.url,
  events: ['answer.created', 'answer.corrected', 'answer.state-changed', 'answer.deleted'],
  areas: [],
  forms: [],
})
async function make(more: Partial<WebhookInput> = {}, by = 'sofia') {
  const reply = await ask('POST', '/webhooks', { ...wish(), ...more }, by)
  expect(reply.status).toBe(200)
  return (await reply.json()) as { readonly webhook: WebhookListItem; readonly secret: string }
}
async function submit(seed: number): Promise<void> {
  const body = { protocol: 1, device: DEVICE, account: 'ines', mutations: [buildPlainSubmit(seed)] }
  const reply = await world.ask('POST', '/api/sync/push', { cookie: await world.signIn('ines'), body })
  expect(await reply.json()).toMatchObject({ results: [{ status: 'applied' }] })
}
const logOf = async ({ id }: Pick<WebhookListItem, 'id'>) =>
  ((await (await ask('GET', `/webhooks/${id}/deliveries`)).json()) as Deliveries).deliveries
const hookIn = async ({ id }: Pick<WebhookListItem, 'id'>) =>
  there((await world.store.get(keys.webhookRegister(PLACE)))?.hooks.find((one) => one.id === id))
const edit = ({ id }: WebhookListItem, change: Partial<WebhookEdit>) =>
  ask('PUT', `/webhooks/${id}`, { ...wish(), on: true, ...change })

/** Checks the signature like a receiver, by the specification. */
function isSigned({ id, timestamp, signature, body }: Sandbox['receiver']['posts'][number], secret: string): boolean {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return signature.split(' ').includes(`v1,${expected}`)
}

describe('a webhook', () => {
  it('is notified of an answer by the commit that stores it, once however often it is sent, signed, and of no one’s data', async () => {
    const { webhook, secret } = await make()
    await submit(1)
    await submit(1)
    expect([posts().length, await run(), await run()]).toEqual([0, 1, 0])
    const [post] = posts()
    expect(posts()).toHaveLength(1)
    expect(isSigned(there(post), secret)).toBe(true)
    expect(there(post).timestamp).toBe(String(Math.floor(world.clock.now / 1000)))
    expect(there(post).id).toBe(`msg_${buildPlainSubmit(1).id}_created`)
    expect(JSON.parse(there(post).body)).toEqual({
      type: 'answer.created',
      timestamp: expect.any(String),
      data: { answer: buildPlainSubmit(1).answer, code: 'VIS1', form: 'nota', version: 1, state: null },
    })
    expect(await logOf(webhook)).toMatchObject([
      { number: 1, state: 'delivered', attempts: 1, event: 'answer.created', tries: [{ status: 204 }] },
    ])
    expect(JSON.stringify(await logOf(webhook))).not.toContain('whsec')
  })

  it.each([
    ['other events', { events: ['answer.deleted'] }],
    ['another area', { areas: [OTHER_AREA] }],
    ['another form', { forms: ['comercios'] }],
  ] as const)('about %s hears nothing of it', async (_, narrowed) => {
    await make(narrowed as Partial<WebhookInput>)
    await submit(1)
    expect([await run(), posts()]).toEqual([0, []])
  })

  it('of another municipality hears nothing of it', async () => {
    const path = `/api/municipalities/${encodePlaceId(FOREIGN_MUNICIPALITY as never)}/webhooks`
    const reply = await world.ask('POST', path, { cookie: await world.signIn('uma'), body: wish() })
    expect(reply.status).toBe(200)
    await submit(1)
    expect([await run(), posts()]).toEqual([0, []])
  })

  it('that lost the reply is notified again under the same id, and later and later while it fails', async () => {
    const { webhook } = await make()
    await submit(1)
    sandbox.receiver.loseReply()
    await run()
    sandbox.receiver.answerWith(500)
    world.clock.now += MINUTE
    await run()
    expect([await run(), posts().length]).toEqual([0, 2])
    sandbox.receiver.answerWith(200)
    world.clock.now += HOUR
    await run()
    expect(new Set(posts().map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
    expect(await logOf(webhook)).toMatchObject([
      { state: 'delivered', attempts: 3, tries: [{ status: 200 }, { status: 500 }, { failure: 'unreachable' }] },
    ])
    expect((await hookIn(webhook)).failingSince).toBeUndefined()
  })

  it('that never takes a message is given up after a day, and gets it when someone sends it again', async () => {
    const { webhook } = await make()
    await submit(1)
    sandbox.receiver.answerWith(503)
    for (let n = 0; n < 40; n += 1) {
      await run()
      world.clock.now += HOUR
    }
    expect([posts().length, await world.store.count({ collection: 'jobs' })]).toEqual([30, 0])
    expect(await logOf(webhook)).toMatchObject([{ state: 'failed', attempts: 30 }])
    sandbox.receiver.answerWith(204)
    expect((await ask('POST', `/webhooks/${webhook.id}/deliveries/1/send`)).status).toBe(200)
    await run()
    expect(new Set(posts().map(({ id }) => id)).size).toBe(1)
    expect(await logOf(webhook)).toMatchObject([{ state: 'delivered', attempts: 31 }])
  })

  it('that has failed for days is switched off, and who made it is notified, once; switched on again, it continues', async () => {
    const { webhook } = await make()
    const municipality = there(await world.store.get(keys.municipality(MUNICIPALITY as never)))
    await world.put(MUNICIPALITY, { ...municipality, settings: { language: 'en' } })
    sandbox.receiver.answerWith(500)
    for (let day = 0; day < 5; day += 1) {
      await submit(10 + day)
      for (let n = 0; n < 3; n += 1) {
        await run()
        world.clock.now += 8 * HOUR
      }
    }
    expect(await hookIn(webhook)).toMatchObject({ state: 'failed' })
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({
      to: { address: 'sofia@relevo.example' },
      subject: 'A webhook in Relevo was turned off',
    })
    expect(mails[0]?.text).toContain(sandbox.receiver.url)
    const before = posts().length
    await submit(20)
    await run()
    expect(posts()).toHaveLength(before)
    expect(await codeOf(await ask('POST', `/webhooks/${webhook.id}/test`))).toBe('webhook.off')
    sandbox.receiver.answerWith(204)
    expect((await edit(webhook, {})).status).toBe(200)
    await submit(21)
    await run()
    expect(await hookIn(webhook)).toMatchObject({ state: 'on' })
    expect(there(posts().at(-1)).id).toContain(buildPlainSubmit(21).id)
  })

  it('that says that it is gone is switched off at once', async () => {
    const { webhook } = await make()
    sandbox.receiver.answerWith(410)
    await submit(1)
    await run()
    expect([(await hookIn(webhook)).state, posts().length]).toEqual(['failed', 1])
  })

  it('that was switched off or removed does not receive what still waits', async () => {
    const [off, removed] = [await make(), await make()]
    await submit(1)
    expect((await edit(off.webhook, { on: false })).status).toBe(200)
    expect((await ask('DELETE', `/webhooks/${removed.webhook.id}`)).status).toBe(204)
    await run()
    expect([posts(), await world.store.count({ collection: 'jobs' })]).toEqual([[], 0])
    expect(await logOf(off.webhook)).toMatchObject([{ state: 'failed', tries: [{ failure: 'switched-off' }] }])
  })

  it('with a new secret is signed with both for a day, and then with the new one', async () => {
    const { webhook, secret } = await make()
    const renewed = await ask('POST', `/webhooks/${webhook.id}/secret`)
    const next = (await renewed.json()) as { readonly secret: string }
    expect(next.secret).not.toBe(secret)
    const test = async () => {
      await ask('POST', `/webhooks/${webhook.id}/test`)
      await run()
      return there(posts().at(-1))
    }
    const during = await test()
    expect([isSigned(during, secret), isSigned(during, next.secret)]).toEqual([true, true])
    expect(JSON.parse(during.body)).toMatchObject({ type: 'webhook.test', data: null })
    world.clock.now += DAY
    const after = await test()
    expect([isSigned(after, secret), isSigned(after, next.secret)]).toEqual([false, true])
  })

  it('that hangs keeps the others waiting for no longer than its own bound', async () => {
    patience = 300
    for (let n = 0; n < 4; n += 1) await make()
    await submit(1)
    sandbox.misbehave('silence')
    const began = performance.now()
    expect(await run()).toBe(4)
    expect(performance.now() - began).toBeLessThan(3 * patience)
  })

  it('with many messages keeps no other waiting for its turn, and as many go in a look as of any other job', async () => {
    const many = await make()
    for (let seed = 30; seed < 55; seed += 1) await submit(seed)
    const other = await make()
    world.clock.now += 1_000
    await submit(55)
    expect(await run()).toBe(DEFAULT_TUNING.jobsAtOnce)
    expect(await logOf(other.webhook)).toMatchObject([{ state: 'delivered' }])
    const states = (await logOf(many.webhook)).map(({ state }) => state)
    expect(states).toContain('waiting')
    expect(await run()).toBe(27 - DEFAULT_TUNING.jobsAtOnce)
  })

  it('keeps its secret: nothing shows it again, and the log of acts has neither it nor the address', async () => {
    const { webhook, secret } = await make()
    const shown = await (await ask('GET', '/integrations')).text()
    expect(shown).toContain(webhook.id)
    expect(shown).not.toContain('whsec')
    const log = await world.ask('GET', '/api/audit', { cookie: await world.signIn('ada') })
    const acts = await log.text()
    expect(acts).toContain('webhook.created')
    for (const hidden of [secret, sandbox.receiver.url]) expect(acts).not.toContain(hidden)
  })
})

it('tells nothing where no host posts, and then a webhook cannot be made', async () => {
  world = await buildWorld()
  expect(await codeOf(await ask('POST', '/webhooks', wish()))).toBe('webhook.address')
  await submit(1)
  expect([await run(), await world.store.count({ collection: 'jobs' })]).toEqual([0, 0])
})
