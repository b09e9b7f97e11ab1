import { beforeEach, expect, it } from 'vitest'
import { createPaymentProviders } from '#connectors/payments/index.ts'
import { keys } from '#domain/store/index.ts'
import { buildAccount, OWNER } from '#tests/support/builders/paying.ts'
import { buildWorld, type World } from '#tests/support/server/world.ts'
import type { Connectors } from '#core/ports.ts'

/** Actions of anonymous clients with the webhooks' URL. */
const OF = `municipality=${encodeURIComponent(OWNER)}`
let world: World
beforeEach(async () => {
  const payments = createPaymentProviders({
    fetch: async () => Response.json({}),
    timeout: () => new AbortController().signal,
    failed: () => undefined,
  })
  world = await buildWorld({}, undefined, { payments } as Connectors)
  await world.put(keys.paymentAccount(OWNER), buildAccount())
})
const post = (query: string, body: BodyInit = '{}', provider = 'stripe') =>
  world.ask('POST', `/api/payments/webhooks/${provider}?${query}`, { body })

it('cannot name another provider beside the one that was checked', async () => {
  expect((await post(`${OF}&provider=constructor`)).status).toBe(403)
  expect((await post(`${OF}&provider=stripe`, '{}', 'mercado-pago')).status).toBe(404)
})

it('nothing is read for an account that is not there', async () => {
  let pulled = 0
  const body = new ReadableStream(
    { pull: (sink) => ((pulled += 1), sink.enqueue(new Uint8Array(1024))) },
    {
      highWaterMark: 0,
    },
  )
  expect((await post(`municipality=${encodeURIComponent('paises/UY/provincias/x/municipios/y')}`, body)).status).toBe(
    404,
  )
  expect(pulled).toBe(0)
})

it('what is refused is counted for its address, and before it is verified', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 62; n += 1) statuses.push((await post(OF)).status)
  expect([statuses.indexOf(429), statuses.filter((status) => status === 403).length]).toEqual([60, 60])
  world.clock.now += 1_000
  expect((await post(OF)).status).toBe(403)
})

it('is read as far as a provider’s may be long, and no further', async () => {
  const most = 256 * 1024
  const sent = async (bytes: number) => (await post(OF, 'x'.repeat(bytes))).status
  expect([await sent(most), await sent(most + 1)]).toEqual([403, 413])
  let pulled = 0
  const endless = new ReadableStream(
    { pull: (sink) => ((pulled += 1), sink.enqueue(new Uint8Array(16 * 1024))) },
    { highWaterMark: 0 },
  )
  expect((await post(OF, endless)).status).toBe(413)
  expect(pulled).toBeLessThanOrEqual(most / (16 * 1024) + 2)
})
