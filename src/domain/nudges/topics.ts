/**
 * Topics to refetch. `pull`: the account's sync; `answers`: lists and views; `held`: holding area; `devices`: fleet.
 */
export const NUDGE_TOPICS = ['pull', 'answers', 'held', 'devices'] as const
export type NudgeTopic = (typeof NUDGE_TOPICS)[number]
