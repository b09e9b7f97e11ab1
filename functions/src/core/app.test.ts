import { describe, expect, it } from 'vitest'
import { PROTOCOL_VERSION } from '#domain/sync/index.ts'
import { buildWorld, ORIGIN } from '#tests/support/server/world.ts'

describe('every reply', () => {
  it('carries the security headers, refusals and failures, too', async () => {
    const world = await buildWorld()
    for (const [method, path] of [
      ['GET', '/api/health'],
      ['GET', '/api/session'],
      ['GET', '/api/nothing'],
      ['POST', '/api/session'],
    ] as const) {
      const { headers } = await world.ask(method, path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'; img-src 'self' blob: data:"),
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=(self)'),
        'strict-transport-security': expect.stringContaining('max-age='),
      })
      expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe|default-src[^;]*unsafe/)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    }
    const plain = await buildWorld({ secureCookies: false })
    expect((await plain.ask('GET', '/api/health')).headers.get('strict-transport-security')).toBeNull()
  })

  it('says of an unexpected failure an id, and the log says the rest', async () => {
    const world = await buildWorld()
    const cookie = await world.signIn('ines')
    Object.assign(world.store, { get: async () => Promise.reject(new Error('secret path /var/lib/relevo')) })
    const response = await world.ask('GET', '/api/session', { cookie })
    const body = await response.text()
    expect(response.status).toBe(500)
    expect(body).toMatch(/^{"error":{"code":"server.failed","details":{"id":"[0-9a-f]{12}"}}}$/)
    expect(world.log).toMatchObject([
      { event: 'request.failed', facts: { error: expect.stringContaining('secret path') } },
    ])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('health', () => {
  it('says yes while the store answers, and busy when not', async () => {
    const world = await buildWorld()
    expect(await (await world.ask('GET', '/api/health')).json()).toMatchObject({
      ok: true,
      app: 'test',
      protocol: PROTOCOL_VERSION,
    })
    Object.assign(world.store, { get: async () => Promise.reject(new Error('closed')) })
    expect((await world.ask('GET', '/api/health')).status).toBe(503)
  })
})

describe('the callable convention', () => {
  it('answers getServerTime with the time of the server', async () => {
    const world = await buildWorld()
    const response = await world.ask('POST', '/api/getServerTime', { body: { data: null } })
    expect(await response.json()).toEqual({ result: { serverTime: '2026-11-20T15:30:00.000Z' } })
  })

  it('says of a call that there is none, in its own shape', async () => {
    const response = await (await buildWorld()).ask('POST', '/api/getNothing', { body: { data: null } })
    expect([response.status, await response.json()]).toEqual([
      404,
      {
        error: {
          status: 'NOT_FOUND',
          message: 'request.not-found',
          code: 'request.not-found',
          details: { code: 'request.not-found' },
        },
      },
    ])
  })
})

describe('a body larger than it may be', () => {
  it('is refused before it was read to its end, also without an announced length', async () => {
    const world = await buildWorld()
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1
        controller.enqueue(new Uint8Array(4096).fill(32))
      },
    })
    const response = await world.app.request(`${ORIGIN}/api/session`, {
      method: 'POST',
      headers: { origin: ORIGIN },
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(sent).toBeLessThan(10)
  })
})
