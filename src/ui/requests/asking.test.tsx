// @vitest-environment jsdom
import { useEffect, useState } from 'react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ACCOUNT_ACCESS } from '#domain/access/index.ts'
import type { RequestSender, Endpoint, RequestOutcome } from '#domain/endpoints/index.ts'
import { countAnswers } from '#domain/templates/index.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'
import { AccountProvider, type Account } from '../session/account.ts'
import { useEndpointCall } from './use-endpoint-call.ts'
import { useEndpointData } from './use-endpoint-data.ts'
import { useTopicRevision } from './use-topic-revision.ts'

afterEach(cleanup)

const number = countAnswers.reply.shape.answers
const count = {
  method: 'GET',
  path: '/count',
  access: ACCOUNT_ACCESS,
  reply: number,
  topic: 'answers',
  summary: '',
} as const satisfies Endpoint
const add = {
  method: 'POST',
  path: '/count',
  access: ACCOUNT_ACCESS,
  reply: number,
  topic: 'answers',
  summary: '',
} as const satisfies Endpoint

const came = (value: number): RequestOutcome<number> => ({ kind: 'ok', value, sentAt: 0, gotAt: 0 })
const CUT: RequestOutcome<number> = { kind: 'retry', problem: { code: 'network.unreachable' } }
const REFUSED: RequestOutcome<number> = { kind: 'refused', problem: { code: 'access.forbidden' }, status: 403 }

function Count() {
  const [asked, again] = useEndpointData(count, {})
  const { act } = useEndpointCall(add)
  const textOf = (): string => {
    if (asked.kind === 'here') return `${asked.value} ${asked.problem?.code ?? 'fresh'}`
    return asked.kind === 'failed' ? `failed ${asked.problem.code}` : 'loading'
  }
  const text = textOf()
  return (
    <>
      <p>{text}</p>
      <button onClick={again}>again</button>
      <button onClick={() => void act({})}>add</button>
    </>
  )
}

/** @param said successive replies of the server; the last repeats */
function open(...said: readonly RequestOutcome<number>[]) {
  const left = [...said]
  const asked: string[] = []
  const listeners = new Set<(topics: readonly NudgeTopic[]) => void>()
  const ask = (async (endpoint: Endpoint) => {
    asked.push(endpoint.method)
    return left.length > 1 ? left.shift() : left[0]
  }) as unknown as RequestSender
  const onNews: Account['onNews'] = (listener) => void listeners.add(listener)
  const nudge = (topic: NudgeTopic): void => {
    for (const listener of listeners) listener([topic])
  }
  render(
    <AccountProvider value={{ ask, onNews } as Account}>
      <Count />
    </AccountProvider>,
  )
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
  return { asked, nudge, press }
}

describe('what a screen asked the server for', () => {
  it('stays while it is asked again and when that fails, with the reason, and is fresh once it came', async () => {
    const { press } = open(came(1), CUT, came(2))
    await screen.findByText('1 fresh')
    press('again')
    await screen.findByText('1 network.unreachable')
    press('again')
    await screen.findByText('2 fresh')
  })

  it('is cleared by a refusal, which is about the right to see it', async () => {
    const { press } = open(came(1), REFUSED)
    await screen.findByText('1 fresh')
    press('again')
    await screen.findByText('failed access.forbidden')
  })

  it('is not tried again automatically when it never came, but when the network is back', async () => {
    const { asked } = open(CUT, came(3))
    await screen.findByText('failed network.unreachable')
    expect(asked).toHaveLength(1)
    globalThis.dispatchEvent(new Event('online'))
    await screen.findByText('3 fresh')
  })

  it('is asked for again when the server has news of its topic, and of no other', async () => {
    const { asked, nudge } = open(came(1), came(2))
    await screen.findByText('1 fresh')
    nudge('devices')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toHaveLength(1)
    nudge('answers')
    await screen.findByText('2 fresh')
  })

  it('is asked for again after an act on its topic, also one that was refused: someone else may have been quicker', async () => {
    const { asked, press } = open(came(1), REFUSED, came(2))
    await screen.findByText('1 fresh')
    press('add')
    await screen.findByText('2 fresh')
    await waitFor(() => expect(asked).toEqual(['GET', 'POST', 'GET']))
  })
})

function News() {
  const [news, setNews] = useState(-2)
  const now = useTopicRevision('answers')
  useEffect(() => setNews((before) => before + 1), [now])
  return <p>{`news ${news}`}</p>
}

it('what keeps no replies is notified of news of its topic, and of no other', async () => {
  const listeners = new Set<(topics: readonly NudgeTopic[]) => void>()
  const onNews: Account['onNews'] = (listener) => void listeners.add(listener)
  render(
    <AccountProvider value={{ onNews } as Account}>
      <News />
    </AccountProvider>,
  )
  await screen.findByText('news 0')
  for (const topics of [['devices'], ['answers', 'held'], ['answers']] as const) {
    for (const listener of listeners) listener(topics)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await screen.findByText('news 2')
})

it('what was asked for before is let go when something else is asked for, or the screen is left', async () => {
  const signals: AbortSignal[] = []
  const ask = ((_: Endpoint, __: unknown, signal: AbortSignal) => {
    signals.push(signal)
    return new Promise(() => undefined)
  }) as unknown as RequestSender
  const Narrowed = ({ by }: { readonly by: string }) => <p>{useEndpointData(count, { by } as never)[0].kind}</p>
  const account = { ask, onNews: () => undefined } as unknown as Account
  const shown = (by: string) => (
    <AccountProvider value={account}>
      <Narrowed by={by} />
    </AccountProvider>
  )
  const { rerender, unmount } = render(shown('a'))
  await waitFor(() => expect(signals).toHaveLength(1))
  rerender(shown('b'))
  await waitFor(() => expect(signals).toHaveLength(2))
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})
