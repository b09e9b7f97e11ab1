import type { NudgeTopic } from '#domain/nudges/index.ts'

/** Events that were not taken: the line is dead, or its reader is asleep. */
const MOST_UNREAD = 16

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Proxies that collect a response before they pass it on would keep every nudge.
  'x-accel-buffering': 'no',
}

/** One open response of server-sent events. */
export type NudgeStream = {
  readonly response: Response
  /** @returns false when the other side is gone */
  send(topics: Iterable<NudgeTopic>): boolean
  /** a comment, so that both sides know that the line stands */
  beat(): boolean
  end(): void
}

/** @param onGone called once, when the other side has left or the stream was ended */
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
    if ((controller.desiredSize ?? 0) < -MOST_UNREAD) {
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
