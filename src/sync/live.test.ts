import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NudgeTopic } from '#domain/nudges/index.ts'
import { authorSchema } from '#domain/kernel/index.ts'
import { startLiveChannel, type LiveHost } from './live.ts'

const INES = authorSchema.parse('ines')
const MINUTE = 60_000

/** Opened connections, each of which can be written to and ended; and a page that can be hidden. */
function surroundings(answer?: () => Response) {
  const lines: {
    write: (text: string) => void
    end: () => void
    signal: AbortSignal
    headers: Record<string, string>
  }[] = []
  const visibility = new Set<() => void>()
  const topicsSent: (readonly NudgeTopic[])[] = []
  let others: (topics: readonly NudgeTopic[]) => void = () => undefined
  let visible = true
  const host: LiveHost = {
    fetch: async (_path, init) => {
      const signal = init.signal as AbortSignal
      if (answer !== undefined) return answer()
      let open: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (open = controller) })
      signal.addEventListener('abort', () => open?.error(new Error('aborted')))
      lines.push({
        write: (text) => open?.enqueue(new TextEncoder().encode(text)),
        end: () => open?.close(),
        signal,
        headers: init.headers as Record<string, string>,
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    },
    random: () => 0.5,
    isVisible: () => visible,
    onVisibility: (listener) => {
      visibility.add(listener)
      return () => visibility.delete(listener)
    },
    setTimer: (listener, milliseconds) => {
      const timer = setTimeout(listener, milliseconds)
      return () => clearTimeout(timer)
    },
    windows: (_name, heard) => {
      others = heard
      return { tell: (topics) => void topicsSent.push(topics), close: () => undefined }
    },
  }
  const show = (now: boolean): void => {
    visible = now
    for (const listener of visibility) listener()
  }
  return { host, lines, topicsSent, show, fromOthers: (topics: readonly NudgeTopic[]) => others(topics) }
}

const settle = () => vi.advanceTimersByTimeAsync(0)
const nudge = (topics: string): string => `event: nudge\ndata: ${topics}\n\n`
let stop: (() => void) | undefined
const turnedAway = vi.fn()
/** Number of notifications per topic. */
const counts = new Map<NudgeTopic, number>()
const count = (topic: NudgeTopic): number => counts.get(topic) ?? 0
const news = (topics: readonly NudgeTopic[]): void => {
  for (const topic of topics) counts.set(topic, count(topic) + 1)
}

beforeEach(() => {
  vi.useFakeTimers()
  counts.clear()
  turnedAway.mockClear()
})
afterEach(() => {
  stop?.()
  vi.useRealTimers()
})

describe('the live channel', () => {
  it('counts what it hears, tells the other windows, and asks for a pull a moment later', async () => {
    const { host, lines, topicsSent } = surroundings()
    const onPull = vi.fn()
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: onPull, onSessionRefused: turnedAway })
    await settle()
    expect(lines[0]?.headers).toMatchObject({ 'x-relevo-account': 'ines' })
    lines[0]?.write(`: open\n\n${nudge('answers held')}event: nud`)
    await settle()
    lines[0]?.write(`ge\ndata: pull unheard-of\n\n`)
    await settle()
    expect([count('answers'), count('held'), count('pull'), count('devices')]).toEqual([2, 2, 1, 1])
    expect(topicsSent).toEqual([['answers', 'held'], ['pull']])
    expect(onPull).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onPull).toHaveBeenCalledTimes(1)
  })

  it('comes back after a break, and takes it that everything was missed', async () => {
    const { host, lines } = surroundings()
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: () => undefined, onSessionRefused: turnedAway })
    await settle()
    lines[0]?.end()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(lines).toHaveLength(2)
    expect(['pull', 'answers', 'held', 'devices'].map((topic) => count(topic as NudgeTopic))).toEqual([1, 2, 2, 2])
  })

  it('gives up a line without a beat, though the browser believes in it', async () => {
    const { host, lines } = surroundings()
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: () => undefined, onSessionRefused: turnedAway })
    await settle()
    for (let beat = 0; beat < 4; beat += 1) {
      await vi.advanceTimersByTimeAsync(25_000)
      lines[0]?.write(':\n\n')
    }
    expect(lines).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(80_000)
    expect([lines[0]?.signal.aborted, lines.length]).toEqual([true, 2])
  })

  it.each([
    [
      'nobody there',
      () => {
        throw new Error('offline')
      },
    ],
    ['a captive portal', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
    ['a busy server', () => new Response(null, { status: 503 })],
    ['a session that has ended', () => new Response(null, { status: 401 })],
  ])('polls what screens show once a minute with %s, and asks for the line ever more seldom', async (_what, answer) => {
    let asked = 0
    const { host } = surroundings(() => {
      asked += 1
      return answer()
    })
    const onPull = vi.fn()
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: onPull, onSessionRefused: turnedAway })
    await vi.advanceTimersByTimeAsync(10 * MINUTE + 1)
    expect(count('held')).toBeGreaterThanOrEqual(8)
    expect(asked).toBeGreaterThan(3)
    expect(asked).toBeLessThan(25)
    expect(onPull).not.toHaveBeenCalled()
  })

  it.each([
    ['does not know the session any more', 401],
    ['lets the account no further, which was switched off', 403],
  ])('says at once that the server %s', async (_what, status) => {
    const { host, lines } = surroundings()
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: () => undefined, onSessionRefused: turnedAway })
    await settle()
    Object.assign(host, { fetch: async () => new Response(null, { status }) })
    lines[0]?.end()
    expect(turnedAway).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3_000)
    expect(turnedAway).toHaveBeenCalledTimes(1)
  })

  it.each([503, 404, 429])('says nothing of the kind when the answer is %s', async (status) => {
    const { host } = surroundings(() => new Response(null, { status }))
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: () => undefined, onSessionRefused: turnedAway })
    await vi.advanceTimersByTimeAsync(3_000)
    expect(turnedAway).not.toHaveBeenCalled()
  })

  it('rests while no one looks, and has screens ask again when someone does', async () => {
    const { host, lines, show } = surroundings()
    stop = startLiveChannel(host, INES, { onChangedTopics: news, pull: () => undefined, onSessionRefused: turnedAway })
    await settle()
    show(false)
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect([lines[0]?.signal.aborted, lines.length, count('answers')]).toEqual([true, 1, 1])
    show(true)
    await settle()
    expect([lines.length, count('answers')]).toEqual([2, 3])
  })

  it('hears what another window heard, without a line of its own or a pull', async () => {
    const { host, fromOthers } = surroundings()
    const onPull = vi.fn()
    stop = startLiveChannel({ ...host, alone: () => new Promise(() => undefined) }, INES, {
      onChangedTopics: news,
      pull: onPull,
      onSessionRefused: turnedAway,
    })
    fromOthers(['pull', 'answers'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect([count('answers'), onPull.mock.calls.length]).toEqual([1, 0])
  })
})
