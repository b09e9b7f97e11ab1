import { describe, expect, it } from 'vitest'
import { isProofOfWorkValid } from '#domain/sync/index.ts'
import { withProofOfWork } from './proofs.ts'

describe('a device of the public', () => {
  const digest = (data: Uint8Array<ArrayBuffer>) => crypto.subtle.digest('SHA-256', data)
  const body = JSON.stringify({ mutations: [] })
  const ask = (fetch: Parameters<typeof withProofOfWork>[0]) =>
    withProofOfWork(fetch, digest)('/api/sync/push', {
      method: 'POST',
      body,
      headers: { 'x-relevo-account': 'public' },
    })

  it('solves what it is asked automatically, and sends the same again with the proof', async () => {
    const sent: RequestInit[] = []
    const details = { seconds: 5, challenge: 'a.b', bits: 7 }
    const response = await ask(async (_, init) => {
      sent.push(init)
      return sent.length === 1
        ? Response.json({ error: { code: 'request.too-many', details } }, { status: 429 })
        : Response.json({ results: [] })
    })
    expect(response.status).toBe(200)
    const [, again] = sent
    const { 'x-relevo-proof': proof = '', 'x-relevo-account': account } = (again?.headers ?? {}) as Record<
      string,
      string
    >
    expect([again?.body, account, proof.startsWith('a.b:')]).toEqual([body, 'public', true])
    expect(isProofOfWorkValid(new Uint8Array(await digest(new TextEncoder().encode(proof))), 7)).toBe(true)
  })

  it('gives up when its time is over', async () => {
    const details = { challenge: 'a.b', bits: 20 }
    const busy = async () => Response.json({ error: { code: 'request.too-many', details } }, { status: 429 })
    const response = await withProofOfWork(busy, digest)('/api/sync/push', { signal: AbortSignal.abort() })
    expect(response.status).toBe(429)
  })

  it.each([
    ['no puzzle', { seconds: 5 }],
    ['more than a phone can do', { seconds: 5, challenge: 'x', bits: 60 }],
    ['no bits', { seconds: 5, challenge: 'x', bits: 0 }],
    ['nonsense', { challenge: 5 }],
  ])('waits when a 429 brings %s', async (_, details) => {
    let asked = 0
    const response = await ask(async () => {
      asked += 1
      return Response.json({ error: { code: 'request.too-many', details } }, { status: 429 })
    })
    expect([asked, response.status, await response.json()]).toMatchObject([1, 429, { error: { details } }])
  })

  it('tries once, whatever it is answered then', async () => {
    let asked = 0
    const response = await ask(async () => {
      asked += 1
      return Response.json(
        { error: { code: 'request.too-many', details: { challenge: 'x', bits: 2 } } },
        { status: 429 },
      )
    })
    expect([asked, response.status]).toEqual([2, 429])
  })

  it('leaves everything else as it is', async () => {
    expect((await ask(async () => new Response('busy', { status: 429 }))).status).toBe(429)
    expect((await ask(async () => Response.json({ results: [] }))).status).toBe(200)
  })
})
