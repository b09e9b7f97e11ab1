import type { User } from '#domain/users/index.ts'
import { changesProfile, findChangedTopics, type WrittenDocument } from '#domain/nudges/judge.ts'
import type { NudgeTopic } from '#domain/nudges/index.ts'
import type { StoredDocument, Write } from '#domain/store/index.ts'
import type { Tuning } from '../tuning.ts'
import type { CollectionName } from '../collections.ts'
import { readCollectionName } from '../document-keys.ts'
import type { WatchedWrite } from './watched-store.ts'

/** Maximum unread events before the connection counts as dead. */
const MAX_UNREAD = 16

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Prevents proxies from buffering the stream, which would delay every nudge.
  'x-accel-buffering': 'no',
}

/** An open response of server-sent events. */
type NudgeStream = {
  readonly response: Response
  /** @returns false when the client has disconnected */
  send(topics: Iterable<NudgeTopic>): boolean
  /** sends a comment, by which both sides detect a broken connection; returns false when the client has disconnected */
  beat(): boolean
  end(): void
}

/**
 * Opens a stream of server-sent events.
 * @param onGone called once, when the client has left or the stream was ended
 */
export function openNudgeStream(onGone: () => void): NudgeStream {
  const text = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController
      streamController.enqueue(text.encode(': open\n\n'))
    },
    cancel: () => {
      controller = undefined
      onGone()
    },
  })

  function write(event: string): boolean {
    if (controller === undefined) return false
    if ((controller.desiredSize ?? 0) < -MAX_UNREAD) {
      end()
      return false
    }
    controller.enqueue(text.encode(event))
    return true
  }

  function end(): void {
    const open = controller
    controller = undefined
    if (open === undefined) return
    open.close()
    onGone()
  }

  return {
    response: new Response(body, { headers: HEADERS }),
    send: (topics) => write(`event: nudge\ndata: ${[...topics].join(' ')}\n\n`),
    beat: () => write(':\n\n'),
    end,
  }
}

/**
 * A client that listens for nudges. `ask` returns the user, or undefined when the session has ended. It is called
 * repeatedly.
 */
type Listener = { readonly user: User; readonly ask: () => Promise<User | undefined> }

type Open = { user: User; readonly ask: Listener['ask']; readonly stream: NudgeStream }

/**
 * Maximum distinct writes collected between two rounds. Further writes are dropped, so clients learn of them with their
 * next poll.
 */
const MAX_PENDING = 500
/** The listeners of this process. */
export type NudgeHub = {
  /** true while any client listens */
  isWanted(): boolean
  /** number of open streams */
  streams(): number
  /** opens a stream; undefined when there are too many, and the client then polls */
  open(listener: Listener): Response | undefined
  wrote(writes: readonly WatchedWrite[]): void
  /** checks every listener's session once; also runs every `nudgeBeat` */
  beat(): Promise<void>
  /** ends every stream when the host stops */
  stop(): void
}

/**
 * Collects writes for a short time and then evaluates them per listener, so that a hundred answers cause one nudge,
 * which lists what to pull.
 */
export function createNudgeHub(
  tuning: Pick<Tuning, 'nudgePause' | 'nudgeBeat' | 'nudgeStreams' | 'nudgeStreamsPerUser'>,
): NudgeHub {
  const listening = new Set<Open>()
  const pending = new Map<string, WrittenDocument>()
  let round: NodeJS.Timeout | undefined
  let heartbeatTimer: NodeJS.Timeout | undefined
  let stopped = false

  function tell(): void {
    round = undefined
    const writes = [...pending.values()]
    pending.clear()
    for (const { user, stream } of listening) {
      const topics = new Set<NudgeTopic>(writes.flatMap((written) => findChangedTopics(user, written)))
      if (topics.size > 0) stream.send(topics)
    }
  }

  async function checkStreamAccess(openStreams: Iterable<Open>): Promise<void> {
    await Promise.all(
      [...openStreams].map(async (open) => {
        // An error of the store does not mean that the session has ended.
        const user = await open.ask().catch(() => null)
        // The last event makes the client send a request, whose refusal says why the session ended.
        if (user === undefined) open.stream.send(['pull'])
        if (user === undefined || user === null) return open.stream.end()
        if (changesProfile(open.user, user)) open.stream.send(['pull'])
        open.user = user
      }),
    )
  }

  async function beat(): Promise<void> {
    await checkStreamAccess(listening)
    for (const { stream } of listening) stream.beat()
  }

  function gone(open: Open): void {
    listening.delete(open)
    if (listening.size > 0) return
    clearInterval(heartbeatTimer)
    clearTimeout(round)
    heartbeatTimer = round = undefined
    pending.clear()
  }

  return {
    isWanted: () => listening.size > 0,
    streams: () => listening.size,
    open: ({ user, ask }) => {
      if (stopped || listening.size >= tuning.nudgeStreams) return undefined
      const streamsOfUser = [...listening].filter((open) => open.user.id === user.id)
      // Closes the oldest stream, which most likely belongs to a closed page.
      if (streamsOfUser.length >= tuning.nudgeStreamsPerUser) streamsOfUser[0]?.stream.end()
      const open: Open = { user, ask, stream: openNudgeStream(() => gone(open)) }
      listening.add(open)
      heartbeatTimer ??= setInterval(() => void beat(), tuning.nudgeBeat).unref()
      return open.stream.response
    },
    wrote: (writes) => {
      for (const { write, before } of writes) {
        const collection = readCollectionName(write.key)
        const about = findAccountOfWrite(collection, write)
        if (about !== undefined) void checkStreamAccess([...listening].filter(({ user }) => user.id === about))
        if (write.kind === 'set' && pending.size < MAX_PENDING) {
          const accessFingerprint = computeAccessFingerprint(collection, write.document)
          // Keeps the document as it was before the first of several writes.
          pending.set(accessFingerprint, {
            collection,
            document: write.document,
            before: (pending.get(accessFingerprint) ?? { before }).before,
          })
        }
      }
      if (pending.size > 0) round ??= setTimeout(tell, tuning.nudgePause).unref()
    },
    beat,
    stop: () => {
      stopped = true
      for (const { stream } of listening) stream.end()
    },
  }
}

/**
 * The account whose access a write may change, so that its streams are checked at once. Expired and deleted sessions
 * are found by `beat`.
 */
function findAccountOfWrite(collection: CollectionName, write: Write): string | undefined {
  if (collection === 'usuarios' || collection === 'credentials') return write.key.slice(write.key.lastIndexOf('/') + 1)
  const userId = collection === 'websession' && write.kind === 'set' ? write.document['userId'] : undefined
  return typeof userId === 'string' ? userId : undefined
}

/**
 * Key shared by writes that cause the same nudge. Of a thousand answers of one inspector to one form, only one is
 * evaluated.
 */
function computeAccessFingerprint(collection: string, document: StoredDocument): string {
  const { areas, id, authorId, idPlantilla, version } = document
  if (collection !== 'respuestas_formularios') return JSON.stringify([collection, id ?? document['device'], areas])
  return JSON.stringify([collection, authorId, idPlantilla, areas, version === 1])
}
