/**
 * What a nudge asks to be fetched again, and all that it says. `pull`: the account's own exchange; `answers`: lists and views of answers;
 * `held`: the holding area; `devices`: the fleet.
 */
export const NUDGE_TOPICS = ['pull', 'answers', 'held', 'devices'] as const
export type NudgeTopic = (typeof NUDGE_TOPICS)[number]
