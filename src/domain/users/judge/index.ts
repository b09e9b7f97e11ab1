export * from './factors.ts'
export {
  setUserActiveUnit,
  listChangedUserFields,
  createUserUnit,
  editUserUnit,
  inviteUserUnit,
  canActOnUser,
  type UserResult,
} from './users.ts'
