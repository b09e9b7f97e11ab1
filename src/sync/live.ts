import { buildEndpointPath } from '#domain/endpoints/index.ts'
import { listen as nudges } from '#domain/sync/index.ts'
import { NUDGE_TOPICS, type NudgeTopic } from '#domain/nudges/index.ts'
import type { Author } from '#domain/kernel/index.ts'
import type { Fetch } from './deps.ts'

/** Maximum length of a server-sent event; a longer event is not from our server. */
const MAX_EVENT_CHARACTERS = 4_096
const KNOWN_TOPICS: ReadonlySet<string> = new Set(NUDGE_TOPICS)

/**
 * Reads server-sent events until the stream ends; ignores unknown topics.
 * @param alive called for each event, including heartbeats
 */
async function readNudges(
  body: ReadableStream<Uint8Array>,
  onReceived: (topics: readonly NudgeTopic[]) => void,
  alive: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      const events = (rest + decoder.decode(value, { stream: true })).split('\n\n')
      rest = events.pop() ?? ''
      if (rest.length > MAX_EVENT_CHARACTERS) return
      for (const event of events) {
        const topics = parseNudgeTopics(event)
        if (topics.length > 0) onReceived(topics)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function parseNudgeTopics(event: string): readonly NudgeTopic[] {
  const lines = event.split('\n')
  if (!lines.includes('event: nudge')) return []
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? ''
  return data.split(' ').filter((word): word is NudgeTopic => KNOWN_TOPICS.has(word))
}

/**
 * Milliseconds between polls: without the live channel, and with it. A lost nudge delays an update by at most this
 * time.
 */
const POLL_INTERVAL_MS = 60_000
const POLL_BESIDE_CHANNEL = 300_000
/**
 * Milliseconds without a heartbeat after which a connection counts as lost. The server sends a heartbeat every 25 s.
 */
const STREAM_TIMEOUT_MS = 70_000
const INITIAL_RETRY_WAIT_MS = 2_000
const MAX_RETRY_WAIT_MS = 120_000
/** Wait in milliseconds after the server refused the channel, for example because the session has ended. */
const REFUSED_CHANNEL_WAIT_MS = 60_000
/** Maximum random delay, milliseconds, so that listeners of the same area do not all pull at once. */
const MAX_JITTER_MS = 2_000

/** The parts of the page that the live channel uses. */
export type LiveHost = {
  readonly fetch: Fetch
  /** in [0, 1) */
  readonly random: () => number
  readonly isVisible: () => boolean
  /**
   * called when the page becomes visible or hidden, and when the network returns, so that a visible page does not wait
   * out its back-off
   * @returns a function that unsubscribes
   */
  readonly onVisibility: (listener: () => void) => () => void
  readonly setTimer: (listener: () => void, milliseconds: number) => () => void
  /**
   * Runs in only one of this browser's windows at a time; rejects when aborted while waiting. Missing without Web
   * Locks.
   */
  readonly alone?: ((name: string, signal: AbortSignal, run: () => Promise<void>) => Promise<void>) | undefined
  /**
   * connects to the other windows of this browser
   * @returns functions that send topics to the other windows and stop listening
   */
  readonly windows: (
    name: string,
    onReceived: (topics: readonly NudgeTopic[]) => void,
  ) => { tell(topics: readonly NudgeTopic[]): void; close(): void }
}

export type LiveListener = {
  /** data about these topics, which screens may show, may have changed on the server */
  readonly onChangedTopics: (topics: readonly NudgeTopic[]) => void
  /** there is something to pull; called only in the window that listens */
  readonly pull: () => void
  /** the server refuses the session or the account: the next sync finds out why */
  readonly onSessionRefused: () => void
}

/**
 * Listens to the server's nudges while the page is visible. Only one window listens, for all windows, because a browser
 * keeps at most six connections to a server. Nothing depends on nudges: screens also poll, and sync has its own
 * triggers.
 * @returns a function that stops listening
 */
export function startLiveChannel(
  host: LiveHost,
  account: Author,
  { onChangedTopics, pull, onSessionRefused }: LiveListener,
): () => void {
  const name = `relevo-live-${account}`
  let stopped = false
  let turn: AbortController | undefined
  let isOpen = false
  let cancelPoll = (): void => undefined
  let cancelPull = (): void => undefined

  const others = host.windows(name, onChangedTopics)

  function onReceived(topics: readonly NudgeTopic[]): void {
    if (topics.includes('pull')) {
      cancelPull()
      cancelPull = host.setTimer(pull, host.random() * MAX_JITTER_MS)
    }
    others.tell(topics)
    onChangedTopics(topics)
  }

  function poll(): void {
    cancelPoll()
    if (stopped || !host.isVisible()) return
    cancelPoll = host.setTimer(
      () => {
        onChangedTopics(SCREEN_TOPICS)
        poll()
      },
      isOpen ? POLL_BESIDE_CHANNEL : POLL_INTERVAL_MS,
    )
  }

  function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = host.setTimer(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        cancel()
        resolve()
      })
    })
  }

  /**
   * Runs one stream from its opening to its end.
   * @param first true for the first stream, when the page has just started a sync
   */
  async function listenOnce(signal: AbortSignal, first: boolean): Promise<'refused' | 'stood' | 'failed'> {
    const line = new AbortController()
    const closeStream = (): void => line.abort()
    signal.addEventListener('abort', closeStream)
    let cancelWatch = host.setTimer(closeStream, STREAM_TIMEOUT_MS)
    try {
      const response = await host.fetch(buildEndpointPath(nudges, {}), {
        headers: { accept: 'text/event-stream', 'x-relevo-account': account },
        credentials: 'same-origin',
        cache: 'no-store',
        redirect: 'error',
        signal: line.signal,
      })
      if (response.status === 401 || response.status === 403) onSessionRefused()
      if (response.status >= 400 && response.status < 500) return 'refused'
      // A captive portal answers every request, but not with events.
      const isOurStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!isOurStream || response.body === null) return 'failed'
      isOpen = true
      poll()
      // Changes before the stream opened were not reported. For the first stream, refreshes only screens, because the
      // page has just started a sync.
      if (first) onChangedTopics(SCREEN_TOPICS)
      else onReceived(NUDGE_TOPICS)
      await readNudges(response.body, onReceived, () => {
        cancelWatch()
        cancelWatch = host.setTimer(closeStream, STREAM_TIMEOUT_MS)
      })
      return 'stood'
    } catch {
      return isOpen ? 'stood' : 'failed'
    } finally {
      cancelWatch()
      line.abort()
      signal.removeEventListener('abort', closeStream)
      isOpen = false
      poll()
    }
  }

  async function listen(signal: AbortSignal): Promise<void> {
    let failures = 0
    for (let first = true; !signal.aborted; first = false) {
      const outcome = await listenOnce(signal, first)
      failures = outcome === 'stood' ? 0 : failures + 1
      if (!signal.aborted)
        await pause(
          outcome === 'refused' ? REFUSED_CHANNEL_WAIT_MS : computeRetryDelay(failures, host.random()),
          signal,
        )
    }
  }

  function look(): void {
    turn?.abort()
    turn = undefined
    poll()
    if (stopped || !host.isVisible()) return
    const { signal } = (turn = new AbortController())
    const listening = host.alone === undefined ? listen(signal) : host.alone(name, signal, () => listen(signal))
    listening.catch(() => undefined)
  }

  const stopListening = host.onVisibility(() => {
    if (host.isVisible()) onChangedTopics(SCREEN_TOPICS)
    look()
  })
  look()
  return () => {
    stopped = true
    stopListening()
    turn?.abort()
    cancelPoll()
    cancelPull()
    others.close()
  }
}

/** All topics except `pull`, because sync has its own triggers. */
const SCREEN_TOPICS: readonly NudgeTopic[] = NUDGE_TOPICS.filter((topic) => topic !== 'pull')

/** Back-off with full jitter, so that clients do not all return to a recovered server at once. */
function computeRetryDelay(failures: number, random: number): number {
  return (
    INITIAL_RETRY_WAIT_MS / 2 +
    random * Math.min(MAX_RETRY_WAIT_MS, INITIAL_RETRY_WAIT_MS * 2 ** Math.min(failures, 10))
  )
}
