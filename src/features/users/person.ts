import type { Role, NewUser } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'

/** Form values of a user. */
export type UserFormValues = {
  readonly email: string
  readonly userMuniCore: string
  readonly firstName: string
  readonly lastName: string
  readonly inspectorID: string
  readonly role: Role | ''
  readonly areas: readonly AreaPath[]
}

export const EMPTY_USER_FORM: UserFormValues = {
  email: '',
  userMuniCore: '',
  firstName: '',
  lastName: '',
  inspectorID: '',
  role: '',
  areas: [],
}

/** Converts form values to the format of the API, which has a list with one role or none. */
export function toNewUser({ role, ...person }: UserFormValues): NewUser {
  return { ...person, roles: role === '' ? [] : [role] }
}
