import type { Action } from './rights.ts'

/**
 * What each change of an answer asks for: one word for the address of its screen, for what leads there and for the server's judgement.
 *
 * | change | address |
 * |---|---|
 * | edit | /respuestas/actualizar |
 * | correct | /correctForm |
 * | revise | /ciudadano/revision |
 *
 * Deciding a conflict is a correction that takes one of the two values that are there; what locks an answer does not keep it undecided.
 * A copy by e-mail changes nothing: whoever may read the answer may send one, where its form offers that (`refusalOf`).
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
