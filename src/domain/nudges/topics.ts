/** What to fetch again. `pull`: account's exchange; `answers`: lists, views; `held`: holding area; `devices`: fleet. */
export const NUDGE_TOPICS = ['pull', 'answers', 'held', 'devices'] as const
export type NudgeTopic = (typeof NUDGE_TOPICS)[number]
