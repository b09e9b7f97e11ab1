import type { Answer } from '../answers/documents/answer.ts'
import type { LinkScope } from '../citizens/documents/portal.ts'
import { findOpenRequest } from './request-status.ts'

/** Scope of a link to the last request of an answer. */
export function buildRequestScope({ id, requestsForChanges }: Pick<Answer, 'id' | 'requestsForChanges'>): LinkScope {
  const [request, last] = [Math.max(0, requestsForChanges.length - 1), requestsForChanges.at(-1)]
  return { kind: 'revision', answer: id, request, ...(last === undefined ? {} : { sentAt: last.sentDateTime }) }
}

/** Number of times an answer entered a state, including the first. */
export function countStateEntries({ estados }: Pick<Answer, 'estados'>): number {
  return estados?.history.length ?? 0
}

/**
 * Checks whether a link still refers to the current request or state of an answer. A later request or state ends the
 * link and its session. A revision does not, so that the citizen's session can show the result.
 */
export function isScopeCurrent(answer: Pick<Answer, 'estados' | 'requestsForChanges'>, scope: LinkScope): boolean {
  switch (scope.kind) {
    case 'revision':
      return (
        answer.requestsForChanges.length - 1 === scope.request &&
        (scope.sentAt === undefined || answer.requestsForChanges.at(-1)?.sentDateTime === scope.sentAt)
      )
    case 'view':
      return countStateEntries(answer) === scope.moves
  }
}

/** Checks whether a link may be created or used. A revision link also needs an open request. */
export function canUseLink(answer: Pick<Answer, 'estados' | 'requestsForChanges'>, scope: LinkScope): boolean {
  return isScopeCurrent(answer, scope) && (scope.kind === 'view' || findOpenRequest(answer) !== undefined)
}
