export * from './factors.ts'
export {
  activityUnit,
  changedFields,
  createUserUnit,
  editUserUnit,
  inviteUnit,
  mayTouch,
  type UserResult,
} from './users.ts'
