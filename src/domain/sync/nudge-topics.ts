/** What a nudge asks to be fetched again. `pull`: the account's exchange; `answers`: lists and views; `held`: the holding area; `devices`: the fleet. */
export const NUDGE_TOPICS = ['pull', 'answers', 'held', 'devices'] as const
export type NudgeTopic = (typeof NUDGE_TOPICS)[number]
