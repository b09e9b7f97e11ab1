import { expect, it } from 'vitest'
import { z } from 'zod'
import { authorSchema } from '#domain/kernel/index.ts'
import { createTransport, createReplyParser } from './transport.ts'

it('hands on the facts of a refusal, of which its words are made', async () => {
  const problem = { code: 'password.too-short', details: { min: 10 } }
  const transport = createTransport({
    fetch: () => Promise.resolve(Response.json({ error: problem }, { status: 422 })),
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: undefined,
  })
  const outcome = await transport.send({ method: 'POST', path: '/api/password' }, () => true)
  expect(outcome).toEqual({ kind: 'refused', problem, status: 422 })
})

it('asks our own server alone: no redirect is followed, no cache believed, no cookie sent elsewhere, and the account is named', async () => {
  let sent: RequestInit = {}
  const transport = createTransport({
    fetch: (_path, init) => {
      sent = init
      return Promise.resolve(Response.json({}))
    },
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: authorSchema.parse('ines'),
  })
  await transport.send({ method: 'GET', path: '/api/sync/pull' }, () => true)
  expect(sent).toMatchObject({ redirect: 'error', cache: 'no-store', credentials: 'same-origin' })
  expect(new Headers(sent.headers).get('x-relevo-account')).toBe('ines')
})

it('lets go of what no one waits for any more, which is no failure of the server', async () => {
  const released: unknown[] = []
  const transport = createTransport({
    fetch: (_path, init) =>
      new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    clock: () => 0,
    timeout: () => new AbortController().signal,
    account: undefined,
    budget: {
      acquire: () => Promise.resolve(0),
      resume: () => undefined,
      release: (result) => {
        released.push(result)
        return Promise.resolve()
      },
    },
  })
  const controller = new AbortController()
  const sent = transport.send({ method: 'GET', path: '/api/statistics/a', signal: controller.signal }, () => true)
  await Promise.resolve()
  controller.abort()
  expect((await sent).kind).toBe('retry')
  expect(released).toEqual([{ failed: false, ends: false }])
})

it('reads what a newer server says without what it says besides, and nothing that lacks what is known', () => {
  const read = createReplyParser(z.strictObject({ lines: z.array(z.strictObject({ id: z.string() })) }))
  const replied = (json: unknown) => read({ status: 200, headers: new Headers(), json })
  expect(replied({ lines: [{ id: 'a', since: 1 }, { id: 'b' }], more: true })).toEqual({
    lines: [{ id: 'a' }, { id: 'b' }],
  })
  expect(replied({ lines: [{ id: 'a', since: 1 }, { since: 2 }] })).toBeUndefined()
  expect(replied('<html>')).toBeUndefined()
})
