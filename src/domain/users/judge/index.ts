export * from './factors.ts'
export {
  setActiveUnit,
  listChangedUserFields,
  createUserUnit,
  editUserUnit,
  inviteUnit,
  canActOnUser,
  type UserResult,
} from './users.ts'
