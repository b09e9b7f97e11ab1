export * from './factors.ts'
export {
  setActiveUnit,
  changedUserFields,
  createUserUnit,
  editUserUnit,
  inviteUnit,
  mayActOnUser,
  type UserResult,
} from './users.ts'
