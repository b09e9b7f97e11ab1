import type { Action } from './rights.ts'

/**
 * Right required for each change of an answer, for routes, links and the server:
 *
 * | change | route |
 * |---|---|
 * | edit | /respuestas/actualizar |
 * | correct | /correctForm |
 * | revise | /ciudadano/revision |
 *
 * Deciding a conflict is a correction with one of the existing values, which locks do not prevent. Sending a copy by
 * e-mail changes nothing, so reading is enough if the form offers it (`refusalOf`).
 */
export const RIGHT_FOR_ACT = {
  edit: 'complete',
  correct: 'correct',
  decide: 'correct',
  requestChanges: 'correct',
  revise: 'revise',
  changeState: 'complete',
  delete: 'delete',
  sendCopy: 'read',
} as const satisfies Readonly<Record<string, Action>>
