export * from './audit/chain.ts'
export type { Caller } from './answers/caller.ts'
export { unitFor } from './answers/decide.ts'
export { holdUnit, mayDecide, type HeldAction } from './answers/decide-held.ts'
export * from './forgotten.ts'
export * from './jobs/job-units.ts'
export * from './jobs/mail-job.ts'
export * from './jobs/with-jobs.ts'
export * from './nudges.ts'
export * from './rate-limit.ts'
export { seenAt, settled, standingOf } from './sessions/session-state.ts'
export * from './sessions/own-sessions.ts'
export * from './sessions/factor-units.ts'
export * from './sessions/password-units.ts'
export * from './sessions/step-units.ts'
export * from './sessions/session-units.ts'
export { type Attempt, countAttempt, forgiveUnit } from './sessions/throttle.ts'
export { createUnit } from './templates/decide-create.ts'
export { deleteUnit } from './templates/decide-delete.ts'
export { duplicateUnit } from './templates/decide-duplicate.ts'
export { saveUnit } from './templates/decide-save.ts'
export { versionWrites } from './templates/next-version.ts'
export { scopeUnit } from './templates/decide-scope.ts'
export { invalidSave, refusedSave, type SaveResult } from './templates/outcome.ts'
export { agendasWrite, typeWrite } from './templates/outside-names.ts'
export { answersIn, templateAccess, templateAccessKeys, firstVersionIn, templateIn } from './templates/stored.ts'
export * from './administration/decide-access.ts'
export * from './administration/decide-municipality.ts'
export * from './administration/decide-places.ts'
export * from './administration/decide-settings.ts'
export { type Register } from './administration/register.ts'
export * from './administration/areas.ts'
export * from './administration/factors.ts'
export * from './administration/rename-form.ts'
export {
  activityUnit,
  changedFields,
  createUserUnit,
  editUserUnit,
  inviteUnit,
  mayTouch,
  type UserResult,
} from './administration/users.ts'
