import type { Answer } from '../answers/documents/answer.ts'
import type { LinkScope } from '../citizens/documents/portal.ts'
import { openRequestOf } from './request-status.ts'

/** How often an answer has come into a state, the first included. */
export function movesOf({ estados }: Pick<Answer, 'estados'>): number {
  return estados?.history.length ?? 0
}

/**
 * Whether an answer still stands where it stood when a link to it was made: the next request, or state, ends link and
 * session. A request that its citizen has answered is still the last one: the session in which they did shows that.
 */
export function isScopeCurrent(answer: Pick<Answer, 'estados' | 'requestsForChanges'>, scope: LinkScope): boolean {
  switch (scope.kind) {
    case 'revision':
      return answer.requestsForChanges.length - 1 === scope.request
    case 'view':
      return movesOf(answer) === scope.moves
  }
}

/** Whether a link may be given or used: a correction also has to wait still. */
export function mayLink(answer: Pick<Answer, 'estados' | 'requestsForChanges'>, scope: LinkScope): boolean {
  return isScopeCurrent(answer, scope) && (scope.kind === 'view' || openRequestOf(answer) !== undefined)
}
