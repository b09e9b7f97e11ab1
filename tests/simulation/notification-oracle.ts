import type { Answer } from '#domain/answers/index.ts'
import type { Write } from '#domain/store/index.ts'
import type { Receiver } from './receiver.ts'

/**
 * Compares notifications of other systems with committed writes, independently of the product's rule of recipients.
 *
 * - nothing uncommitted is reported
 * - the effect of one mutation has one id, however often it is reported, also if it is repeated after a restored backup
 * - no two mutations share an id, even if version numbers are reused after a backup
 * - everything committed that still exists has been reported
 */
export type NotificationOracle = {
  /** the server has had these answers from the beginning, and reports them to no one */
  takenOver(answers: readonly Answer[]): void
  /** after each committed decision */
  committed(writes: readonly Write[]): void
  /** @returns a function to call when the database was restored to this moment */
  remember(): () => void
  final(receiver: Receiver): void
}

type Event = 'answer.created' | 'answer.corrected' | 'answer.state-changed' | 'answer.deleted'
/** An event to be reported. */
type Happened = {
  readonly what: Event
  readonly answer: string
  readonly version: number
  /** its cause: the mutation, or the answer if there was none (a held one accepted, a deleted one restored) */
  readonly cause: string
  /** when the server decided it; unknown for a deletion, and for an answer that was held before */
  readonly at: string | undefined
  /** whether a restored backup has undone it */
  undone: boolean
}

const CORRECTED: readonly unknown[] = ['answer.edit', 'answer.correct', 'answer.revise']

/**
 * The cause of an event without a mutation: a held answer was accepted, or a deleted one restored, which may happen
 * again.
 */
function causeOf(id: string, after: Answer | undefined): string {
  return after?.changedBy?.kind === 'answer.restore' ? `${id} back as ${after.version}` : `${id} itself`
}

function nameOf({ what, cause }: Happened): string {
  return `${what} by ${cause}`
}

export function createNotificationOracle(note: (violation: string) => void): NotificationOracle {
  let latest = new Map<string, Answer>()
  const all: Happened[] = []

  function whatOf(before: Answer | undefined, after: Answer | undefined): readonly Event[] {
    if (after === undefined) return before === undefined ? [] : ['answer.deleted']
    if (before === undefined) return ['answer.created']
    if (before.version === after.version) return []
    const corrected = CORRECTED.includes(after.changedBy?.kind)
    const moved = before.estados?.actual !== after.estados?.actual
    return [
      ...(corrected ? (['answer.corrected'] as const) : []),
      ...(moved ? (['answer.state-changed'] as const) : []),
    ]
  }

  function committed(writes: readonly Write[]): void {
    const receipt = writes.find(({ key }) => key.startsWith('receipts/'))
    const mutation = receipt?.key.slice('receipts/'.length)
    for (const write of writes) {
      const [, id] = /^respuestas_formularios\/([^/]+)$/.exec(write.key) ?? []
      if (id === undefined) continue
      const before = latest.get(id)
      const after = write.kind === 'set' ? (write.document as Answer) : undefined
      const version = after?.version ?? (before?.version ?? 0) + 1
      const storedAt = version === 1 ? after?.receivedAt : after?.lastUpdate
      const at = mutation === undefined ? undefined : storedAt
      for (const what of whatOf(before, after))
        all.push({ what, answer: id, version, cause: mutation ?? causeOf(id, after), at, undone: false })
      if (after === undefined) latest.delete(id)
      else latest.set(id, after)
    }
  }

  /**
   * The event that a body reports, if it happened. A backup may let the same happen twice by different causes, and not
   * every event has a time that identifies it: then it is the event already reported under this id, otherwise one under
   * none.
   */
  function happenedIn(body: string, id: string, ids: ReadonlyMap<string, string>): Happened | undefined {
    const { type, timestamp, data } = JSON.parse(body) as {
      readonly type: string
      readonly timestamp: string
      readonly data: { readonly answer: string; readonly version: number }
    }
    const fitting = all.filter(
      (one) =>
        one.what === type &&
        one.answer === data.answer &&
        one.version === data.version &&
        (one.at === undefined || one.at === timestamp),
    )
    const exact = fitting.filter(({ at }) => at !== undefined)
    const from = exact.length > 0 ? exact : fitting
    const untold = from.filter((one) => !ids.has(nameOf(one)))
    return (
      from.find((one) => ids.get(nameOf(one)) === id) ??
      untold.find(({ undone }) => !undone) ??
      untold[0] ??
      from.find(({ undone }) => !undone) ??
      from[0]
    )
  }

  return {
    takenOver: (answers) => {
      for (const answer of answers) latest.set(answer.id, answer)
    },
    committed,
    remember: () => {
      const [known, then] = [new Map(latest), all.length]
      return () => {
        latest = new Map(known)
        for (const one of all.slice(then)) one.undone = true
      }
    },
    final: ({ received }) => {
      const ids = new Map<string, string>()
      const heard = new Set<Happened>()
      for (const [id, bodies] of received) {
        const causes = new Set<string>()
        for (const body of bodies) {
          const one = happenedIn(body, id, ids)
          if (one === undefined) {
            note(`2 exactly once: other systems were told ${body}, and that did not happen`)
            continue
          }
          heard.add(one)
          const cause = nameOf(one)
          causes.add(cause)
          if ((ids.get(cause) ?? id) !== id) note(`2 exactly once: ${cause} was told as ${id} and as ${ids.get(cause)}`)
          ids.set(cause, id)
        }
        if (causes.size > 1) note(`2 exactly once: ${id} tells of ${[...causes].join(' and of ')}`)
      }
      for (const one of all)
        if (!one.undone && !heard.has(one))
          note(`2 exactly once: nobody was told: ${one.what} of ${one.answer}, version ${one.version}`)
    },
  }
}
