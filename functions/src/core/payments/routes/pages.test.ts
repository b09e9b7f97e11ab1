import { expect, it } from 'vitest'
import { openMemoryStore } from '#tests/support/memory/index.ts'
import { DiskFullError, type Store } from '../../ports.ts'
import { buildWorld, ORIGIN } from '#tests/support/server/world.ts'

const ID = '00000000000000000000000001'

/** A server whose store starts to throw this once it is running. */
async function failingWorld() {
  const failing: { by?: Error } = {}
  const store = new Proxy(openMemoryStore(), {
    get: (of, part: keyof Store) => {
      const act: unknown = of[part]
      if (typeof act !== 'function') return act
      return (...args: unknown[]): unknown =>
        failing.by === undefined ? act.apply(of, args) : Promise.reject(failing.by)
    },
  })
  return { failing, world: await buildWorld({}, store) }
}

type Case = readonly [
  path: string,
  method: string,
  language: string,
  failure: {
    readonly said: string
    readonly status: number
    readonly error: Error
    readonly body?: string
  },
]
const CASES: readonly Case[] = [
  [
    `/pago-exitoso/ABCDEFGH2345/${ID}`,
    'GET',
    'es',
    { said: 'Ocurrió un error', status: 500, error: new Error('broken') },
  ],
  [
    `/pago-denegado/ABCDEFGH2345/${ID}`,
    'GET',
    'en',
    { said: 'An error occurred', status: 500, error: new Error('broken') },
  ],
  [
    `/pago-exitoso/ABCDEFGH2345/${ID}`,
    'GET',
    'en',
    { said: 'The server is busy', status: 503, error: new DiskFullError() },
  ],
  // The app's language setting takes precedence over the browser's.
  [
    '/pago',
    'POST',
    'es',
    { said: 'An error occurred', status: 500, error: new Error('broken'), body: `lang=en&answer=${ID}&proof=${ID}` },
  ],
]
it.each(CASES)(
  'a payer reads a page where %s (%s) fails, in their language (%s)',
  async (path, method, language, { said, status, error, body }) => {
    const { failing, world } = await failingWorld()
    failing.by = error
    const headers = { 'accept-language': language, origin: ORIGIN }
    const reply = await world.ask(method, path, { headers, ...(body === undefined ? {} : { body }) })
    const text = await reply.text()
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8'])
    expect(text).toContain(said)
    expect(text).not.toContain('broken')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(world.log.map(({ event }) => event)).toEqual(status === 500 ? ['request.failed'] : [])
  },
)

it.each([
  ['GET', true],
  ['POST', false],
])(
  'a payer with nothing to pay is led on (%s), with a language where the page has an address',
  async (method, offers) => {
    const world = await buildWorld()
    const headers = { 'accept-language': 'en', origin: ORIGIN }
    const reply = await world.ask(method, '/pago', { headers, ...(method === 'POST' ? { body: `answer=${ID}` } : {}) })
    const text = await reply.text()
    expect(reply.status).toBe(404)
    expect(text).toContain('<header><p><img src="/icon.svg" alt="" height="32" /><span>Relevo</span></p>')
    expect(text.includes('href="?lang=es"')).toBe(offers)
    expect(text).toContain('If you have already paid, your receipt is sent by e-mail.')
    for (const path of ['consultar-estado', 'formularios']) expect(text).toContain(`href="/publico/${path}?lang=en"`)
  },
)

it('a program reads what went wrong as before', async () => {
  const { failing, world } = await failingWorld()
  failing.by = new Error('broken')
  const reply = await world.ask('GET', `/api/payments/orders/${ID}/ABCDEFGH2345`)
  expect([reply.status, await reply.json()]).toMatchObject([500, { error: { code: 'server.failed' } }])
})
