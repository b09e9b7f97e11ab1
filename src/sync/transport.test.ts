import { expect, it } from 'vitest'
import { createTransport } from './transport.ts'

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
