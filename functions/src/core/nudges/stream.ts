import type { NudgeTopic } from '#domain/nudges/index.ts'

/** Maximum unread events before the connection counts as dead. */
const MAX_UNREAD = 16

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Prevents proxies from buffering the stream, which would delay every nudge.
  'x-accel-buffering': 'no',
}

/** An open response of server-sent events. */
export type NudgeStream = {
  readonly response: Response
  /** @returns false when the client is gone */
  send(topics: Iterable<NudgeTopic>): boolean
  /** sends a comment, by which both sides detect a broken connection; returns false when the client is gone */
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
    start: (given) => {
      controller = given
      given.enqueue(text.encode(': open\n\n'))
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
