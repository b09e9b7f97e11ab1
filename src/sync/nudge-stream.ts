import { NUDGE_TOPICS, type NudgeTopic } from '#domain/nudges/index.ts'

/** No event of ours is as long: whatever sends more is not our server. */
const LONGEST_EVENT = 4_096
const KNOWN: ReadonlySet<string> = new Set(NUDGE_TOPICS)

/** Reads server-sent events until the stream ends; unknown topics are dropped. @param alive called for beats, too */
export async function readNudges(
  body: ReadableStream<Uint8Array>,
  heard: (topics: readonly NudgeTopic[]) => void,
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
      if (rest.length > LONGEST_EVENT) return
      for (const event of events) {
        const topics = topicsOf(event)
        if (topics.length > 0) heard(topics)
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function topicsOf(event: string): readonly NudgeTopic[] {
  const lines = event.split('\n')
  if (!lines.includes('event: nudge')) return []
  const data = lines.find((line) => line.startsWith('data: '))?.slice('data: '.length) ?? ''
  return data.split(' ').filter((word): word is NudgeTopic => KNOWN.has(word))
}
