import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ACCOUNT_ACCESS } from '#domain/access/index.ts'
import type { Endpoint } from '#domain/endpoints/index.ts'
import { createSender, createObservedSender } from './ask.ts'
import { createTransport } from './transport.ts'

const one = {
  method: 'PUT',
  path: '/things/:id',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: z.string() }),
  query: z.object({ page: z.number().optional() }),
  body: z.object({ name: z.string() }),
  reply: z.object({ name: z.string() }),
  refusals: { 409: z.object({ error: z.object({ code: z.literal('template.conflict') }), current: z.string() }) },
  summary: '',
} as const satisfies Endpoint
const call = {
  method: 'POST',
  path: '/getThing',
  convention: 'callable',
  access: ACCOUNT_ACCESS,
  body: z.object({ id: z.string() }),
  reply: z.string(),
  summary: '',
} as const satisfies Endpoint
const gone = {
  method: 'DELETE',
  path: '/things/:id',
  access: ACCOUNT_ACCESS,
  params: z.object({ id: z.string() }),
  reply: 'nothing',
  summary: '',
} as const satisfies Endpoint

function over(response: () => Response) {
  const sent: unknown[] = []
  const fetch = async (path: string, { method, body }: RequestInit): Promise<Response> => {
    sent.push([method, path, body])
    return response()
  }
  return {
    sent,
    ask: createSender(
      createTransport({ fetch, clock: () => 0, timeout: () => new AbortController().signal, account: undefined }),
    ),
  }
}

describe('asking an endpoint', () => {
  it('fills in its address, escaped, and leaves out what is not given', async () => {
    const { sent, ask } = over(() => Response.json({ name: 'b' }))
    expect(await ask(one, { id: 'a/b?', page: 2, body: { name: 'b' } })).toMatchObject({
      kind: 'ok',
      value: { name: 'b' },
    })
    await ask(one, { id: 'a', page: undefined, body: { name: 'b' } })
    expect(sent).toEqual([
      ['PUT', '/api/things/a%2Fb%3F?page=2', '{"name":"b"}'],
      ['PUT', '/api/things/a', '{"name":"b"}'],
    ])
  })

  it('tells a refusal that says more, and takes one that does not say it for a plain refusal', async () => {
    const conflict = { error: { code: 'template.conflict' }, current: 'c' }
    expect(
      await over(() => Response.json(conflict, { status: 409 })).ask(one, { id: 'a', body: { name: 'b' } }),
    ).toMatchObject({ kind: 'ok', value: { current: 'c' } })
    expect(
      await over(() => Response.json({ error: { code: 'template.conflict' } }, { status: 409 })).ask(one, {
        id: 'a',
        body: { name: 'b' },
      }),
    ).toMatchObject({ kind: 'refused', status: 409 })
  })

  it.each([
    ['a captive portal', () => new Response('<title>Wi-Fi</title>', { headers: { 'content-type': 'text/html' } })],
    ['another shape', () => Response.json({ nombre: 'b' })],
    ['nothing at all', () => new Response(null, { status: 204 })],
  ])('takes %s for no answer of ours', async (_, response) => {
    expect(await over(response).ask(one, { id: 'a', body: { name: 'b' } })).toMatchObject({
      kind: 'retry',
      problem: { code: 'network.unreachable' },
    })
  })

  it('speaks the convention of calls', async () => {
    const { sent, ask } = over(() => Response.json({ result: 'thing' }))
    expect(await ask(call, { body: { id: 'a' } })).toMatchObject({ kind: 'ok', value: 'thing' })
    expect(sent).toEqual([['POST', '/api/getThing', '{"data":{"id":"a"}}']])
  })

  it('knows that nothing is a reply where the endpoint says so, and only there', async () => {
    expect(await over(() => new Response(null, { status: 204 })).ask(gone, { id: 'a' })).toMatchObject({
      kind: 'ok',
      value: null,
    })
    expect(await over(() => Response.json({})).ask(gone, { id: 'a' })).toMatchObject({ kind: 'retry' })
  })
})

describe('of an account’s screens', () => {
  it.each([
    ['a session that is over', 401, 'session.required', 1],
    ['an account that was switched off', 403, 'session.deactivated', 1],
    ['a municipality that was blocked', 403, 'municipality.blocked', 1],
    ['what its role may not', 403, 'access.forbidden', 0],
    ['what is not there', 404, 'request.not-found', 0],
    ['a busy server', 503, 'server.busy', 0],
  ])('a reply about %s', async (_about, status, code, times) => {
    let notified = 0
    const fetch = async () => Response.json({ error: { code } }, { status })
    const transport = createTransport({
      fetch,
      clock: () => 0,
      timeout: () => new AbortController().signal,
      account: undefined,
    })
    await createObservedSender(transport, () => (notified += 1))(gone, { id: '1' })
    expect(notified).toBe(times)
  })
})
