import { z } from 'zod'
import { municipalityOfDocument } from '../places/documents/document-areas.ts'
import { type Role, roleSchema } from './documents/role.ts'
import type { User } from './documents/user.ts'
import { getMunicipality } from '../kernel/path-parts.ts'
import { areaPathSchema, type AreaPath, type MunicipalityPath } from '../kernel/paths.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { getVisibleText } from '../kernel/visible-text.ts'

/** Usernames: letters, digits, dot, hyphen and underscore. Excludes email addresses and invisible characters. */
const USERNAME = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}._-]{1,63}$/u
const emailSchema = z.email().max(254)
const typedSchema = z.string().max(255)

/** Role for which a Legajo (staff number) is required (part 1, point 5). */
export const STAFF_NUMBER_ROLE: Role = 'ROLE_INSPECTOR'

/**
 * Fields of any user as typed. `roles` must contain exactly one role; a rule checks this, so that it can report the
 * reason.
 */
const personFields = {
  firstName: typedSchema,
  lastName: typedSchema,
  inspectorID: typedSchema,
  roles: z.array(roleSchema).max(roleSchema.options.length).readonly(),
}
const chosenAreasSchema = z.array(areaPathSchema).max(500).readonly()

/** A new user as typed. Lenient, so that rules can report the reason of a refusal. */
export const newUserSchema = z.strictObject({
  ...personFields,
  email: typedSchema,
  userMuniCore: typedSchema,
  areas: chosenAreasSchema,
})
export type NewUser = Readonly<z.infer<typeof newUserSchema>>

/** Edited fields of a user. `areas`: only if edited; `seen`: the user's `lastUpdate` when the editor was opened. */
export const userEditSchema = z.strictObject({
  ...personFields,
  areas: chosenAreasSchema.optional(),
  seen: z.string().max(30).nullable(),
})
export type UserEdit = Readonly<z.infer<typeof userEditSchema>>

/** Fields of a user that can be edited, as stored. */
export type UserFacts = Pick<
  User,
  'email' | 'userMuniCore' | 'lowercase_username' | 'firstName' | 'lastName' | 'inspectorID' | 'roles' | 'areas'
> & { readonly municipalityPath: MunicipalityPath }

/** Normalises a username for storing and comparing. */
export function normaliseUsername(typed: string): string {
  return getVisibleText(typed).toLowerCase().normalize('NFC')
}

/** Normalises an e-mail address for storing and comparing. */
export function normaliseEmail(typed: string): string {
  return getVisibleText(typed).toLowerCase()
}

/** Trims a name. Keeps joiners, because some scripts need them; a completely invisible name counts as empty. */
function normaliseName(typed: string): string {
  return getVisibleText(typed) === '' ? '' : typed.trim()
}

/** Proposes a username: the part of the email address before @ or +; empty if that is not a valid username. */
export function proposeUsername(email: string): string {
  const name = normaliseUsername(/^[^@+]*(?=[@+])/.exec(getVisibleText(email))?.[0] ?? '')
  return isUsername(name) ? name : ''
}

export function isUsername(name: string): boolean {
  return USERNAME.test(name)
}

/**
 * Validates a new user (part 1, point 5). Refuses, in this order, with user.one-role, user.fields-required,
 * user.username-invalid, user.email-invalid, user.area-required and user.areas-apart.
 */
export function validateNewUser(typed: NewUser): Result<UserFacts> {
  const userMuniCore = normaliseUsername(typed.userMuniCore)
  const email = normaliseEmail(typed.email)
  const [firstName, lastName] = [normaliseName(typed.firstName), normaliseName(typed.lastName)]
  const inspectorID = getVisibleText(typed.inspectorID)
  if (typed.roles.length > 1) return refuse('user.one-role')
  const [role] = typed.roles
  const isMissing = [userMuniCore, email, firstName, lastName].includes('') || role === undefined
  if (isMissing || (role === STAFF_NUMBER_ROLE && inspectorID === '')) return refuse('user.fields-required')
  if (!isUsername(userMuniCore)) return refuse('user.username-invalid')
  if (!emailSchema.safeParse(email).success) return refuse('user.email-invalid')
  const placed = resolveUserPlace(typed.areas)
  if (!placed.ok) return placed
  return ok({
    userMuniCore,
    lowercase_username: userMuniCore,
    email,
    firstName,
    lastName,
    inspectorID: role === STAFF_NUMBER_ROLE ? inspectorID : '',
    roles: [role],
    ...placed.value,
  })
}

/**
 * Returns the edited user; username and email address do not change. Refuses with user.one-role, user.fields-required,
 * user.areas-locked (areas in several municipalities), user.area-required and user.areas-apart.
 */
export function applyUserEdit(user: User, edit: UserEdit): Result<UserFacts> {
  const [firstName, lastName] = [normaliseName(edit.firstName), normaliseName(edit.lastName)]
  const [role] = edit.roles
  if (edit.roles.length > 1) return refuse('user.one-role')
  if (role === undefined || firstName === '' || lastName === '') return refuse('user.fields-required')
  const { email, userMuniCore, lowercase_username, municipalityPath, areas } = user
  const keptUser = { email, userMuniCore, lowercase_username, firstName, lastName }
  // For roles without a Legajo the screen has no field for it, so the value sent is ignored.
  const inspectorID = role === STAFF_NUMBER_ROLE ? getVisibleText(edit.inspectorID) : user.inspectorID
  // Users who were stored without a Legajo can still be edited.
  const lackedStaffNumber = user.roles[0] === STAFF_NUMBER_ROLE && user.inspectorID === ''
  if (role === STAFF_NUMBER_ROLE && inspectorID === '' && !lackedStaffNumber) return refuse('user.fields-required')
  const rest = { ...keptUser, inspectorID, roles: [role] as const }
  if (edit.areas === undefined || hasSameAreas(edit.areas, areas)) return ok({ ...rest, municipalityPath, areas })
  if (hasSeveralMunicipalities(user)) return refuse('user.areas-locked')
  const placed = resolveUserPlace(edit.areas)
  return placed.ok ? ok({ ...rest, ...placed.value }) : placed
}

/** Checks whether a user's areas are in several municipalities. The edit screen does not support this. */
export function hasSeveralMunicipalities({ areas }: { readonly areas: readonly AreaPath[] }): boolean {
  return new Set(areas.map(getMunicipality)).size > 1
}

function resolveUserPlace(areas: readonly AreaPath[]): Result<Pick<UserFacts, 'areas' | 'municipalityPath'>> {
  if (areas.length === 0) return refuse('user.area-required')
  const once = [...new Set(areas)]
  return hasSeveralMunicipalities({ areas: once })
    ? refuse('user.areas-apart')
    : ok({ areas: once, municipalityPath: municipalityOfDocument({ areas: once }) })
}

export function hasSameAreas(a: readonly AreaPath[], b: readonly AreaPath[]): boolean {
  return a.length === b.length && a.every((area) => b.includes(area))
}
