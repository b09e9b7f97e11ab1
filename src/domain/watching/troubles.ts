/**
 * Conditions in which the server works but its operator must act: nothing new can be stored, indexes of lists are out
 * of date, or deletions are paused because the clock jumped.
 */
export const OPERATING_PROBLEMS = ['disk-full', 'lists-behind', 'clock-leapt'] as const
export type OperatingProblem = (typeof OPERATING_PROBLEMS)[number]
