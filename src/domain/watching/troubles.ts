/**
 * Conditions in which the server answers and needs its operator: nothing new is stored, lists wait for their index, or
 * deletions are paused.
 */
export const TROUBLES = ['disk-full', 'lists-behind', 'clock-leapt'] as const
export type Trouble = (typeof TROUBLES)[number]
