import type { Action } from './rights.ts'

/**
 * The right that each change of an answer needs: one word for its screen's address, for its links and for the server.
 *
 * | change | address |
 * |---|---|
 * | edit | /respuestas/actualizar |
 * | correct | /correctForm |
 * | revise | /ciudadano/revision |
 *
 * Deciding a conflict is a correction that takes one of the two values at hand: what locks an answer does not stop it.
 * A copy by e-mail changes nothing: anyone who may read the answer may send one, if its form offers it (`refusalOf`).
 */
export const RIGHT_TO = {
  edit: 'complete',
  correct: 'correct',
  decide: 'correct',
  requestChanges: 'correct',
  revise: 'revise',
  changeState: 'complete',
  delete: 'delete',
  sendCopy: 'read',
} as const satisfies Readonly<Record<string, Action>>
