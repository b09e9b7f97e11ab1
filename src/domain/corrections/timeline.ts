import type { Answer } from '../answers/documents/answer.ts'
import type { ChangeRequest, MadeBy } from '../answers/documents/change-request.ts'
import type { Conflict } from '../answers/documents/conflict.ts'
import type { HistoryEntry } from '../templates/documents/states.ts'
import type { SupervisorEdit } from '../answers/documents/supervisor-edit.ts'
import type { Instant } from '../kernel/instant.ts'
import type { ProblemCode } from '../kernel/problem.ts'
import { areBothRemovals } from './conflict-place.ts'
import { isRequestEnd } from './request-status.ts'

/** Event in an answer's history. `by`: the user, where it was recorded. */
export type AnswerEvent = { readonly at: Instant } & (
  | { readonly kind: 'submitted' }
  | { readonly kind: 'arrived' }
  | { readonly kind: 'state'; readonly entry: HistoryEntry; readonly isInitial: boolean }
  | { readonly kind: 'corrected'; readonly by: MadeBy; readonly edit: SupervisorEdit }
  | { readonly kind: 'deleted' | 'restored'; readonly by: MadeBy }
  | ({ readonly kind: 'copied' } & Copies)
  | { readonly kind: 'completed'; readonly by: MadeBy; readonly version: number }
  | { readonly kind: 'asked' | 'ended'; readonly by: MadeBy; readonly request: ChangeRequest }
  /** `places`: number of questions changed; 0 if the citizen confirmed the values */
  | { readonly kind: 'revised'; readonly places: number }
  | { readonly kind: 'met'; readonly by: MadeBy; readonly conflict: Conflict }
  | { readonly kind: 'decided'; readonly by: MadeBy; readonly conflict: Conflict }
)

/** Copies sent together by e-mail: number of e-mails in total, sent and waiting, and the problem of a failed e-mail. */
type Copies = {
  readonly at: Instant
  readonly by: MadeBy
  readonly letters: number
  readonly sent: number
  readonly waiting: number
  readonly reason?: ProblemCode | undefined
}

/** Entry in an answer's list of versions. */
type Version = { readonly version: number; readonly at: Instant; readonly changedBy?: Answer['changedBy'] }

/**
 * Returns all events of an answer, newest first.
 * @param versions known versions; completing, deleting and restoring are recorded only there
 * @param copies known copies; they do not change the answer, so versions do not include them
 */
export function buildTimeline(
  answer: Answer,
  versions: readonly Version[],
  copies: readonly Copies[] = [],
): readonly AnswerEvent[] {
  const { fechaCreacion, receivedAt, estados, editsBySupervisor, requestsForChanges } = answer
  const conflicts = answer.conflicts.filter((one) => !areBothRemovals(one))
  const revisions = new Map<Instant, number>()
  for (const { date } of answer.answersWithCorrections)
    if (date !== undefined) revisions.set(date, (revisions.get(date) ?? 0) + 1)
  // A revision without changes is only visible in its request.
  for (const { revisedAt } of requestsForChanges)
    if (revisedAt !== undefined && !revisions.has(revisedAt) && !conflicts.some(({ date }) => date === revisedAt))
      revisions.set(revisedAt, 0)
  const events: readonly AnswerEvent[] = [
    { kind: 'submitted', at: fechaCreacion },
    { kind: 'arrived', at: receivedAt },
    ...(estados?.history ?? []).map((entry, index): AnswerEvent => ({
      kind: 'state',
      at: entry.date,
      entry,
      isInitial: index === 0,
    })),
    ...editsBySupervisor.map((edit): AnswerEvent => ({
      kind: 'corrected',
      at: edit.sentDateTime,
      by: edit.madeBy,
      edit,
    })),
    ...versions.flatMap(({ version, at, changedBy }): readonly AnswerEvent[] =>
      changedBy === undefined ? [] : buildTraceEvent(changedBy, at, version),
    ),
    ...copies.map((copy): AnswerEvent => ({ kind: 'copied', ...copy })),
    ...requestsForChanges.map((request): AnswerEvent => ({
      kind: isRequestEnd(request) ? 'ended' : 'asked',
      at: request.sentDateTime,
      by: request.madeBy,
      request,
    })),
    ...[...revisions].map(([instant, places]): AnswerEvent => ({ kind: 'revised', at: instant, places })),
    ...conflicts.map((conflict): AnswerEvent => ({ kind: 'met', at: conflict.date, by: conflict.madeBy, conflict })),
    ...conflicts.flatMap((conflict): readonly AnswerEvent[] =>
      conflict.resolved === undefined
        ? []
        : [{ kind: 'decided', at: conflict.resolved.date, by: conflict.resolved.by, conflict }],
    ),
  ]
  // If events have the same time, they happened in the order listed above.
  return events.toSorted((a, b) => a.at.localeCompare(b.at)).toReversed()
}

function buildTraceEvent(
  { kind, by }: NonNullable<Answer['changedBy']>,
  instant: Instant,
  version: number,
): readonly AnswerEvent[] {
  switch (kind) {
    case 'answer.edit':
      return [{ kind: 'completed', at: instant, by, version }]
    case 'answer.delete':
      return [{ kind: 'deleted', at: instant, by }]
    case 'answer.restore':
      return [{ kind: 'restored', at: instant, by }]
    default:
      return []
  }
}
