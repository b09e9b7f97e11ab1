import type { Action } from './rights.ts'

/**
 * Right required for each action on an answer, for routes, links and the server. Actions that have a route:
 *
 * | action | route |
 * |---|---|
 * | edit | /respuestas/actualizar |
 * | correct | /correctForm |
 * | revise | /ciudadano/revision |
 *
 * Deciding a conflict only chooses between its values, so locks do not prevent it. Sending a copy by e-mail changes
 * nothing, so reading is enough if the form offers it (`refusalOf`).
 */
export const ACTION_RIGHTS = {
  edit: 'complete',
  correct: 'correct',
  decide: 'correct',
  requestChanges: 'correct',
  revise: 'revise',
  changeState: 'complete',
  delete: 'delete',
  sendCopy: 'read',
} as const satisfies Readonly<Record<string, Action>>
