import { z } from 'zod'
import { municipalityOfDocument } from '../places/documents/areas-of.ts'
import { type Role, roleSchema } from './documents/role.ts'
import type { User } from './documents/user.ts'
import { municipalityOf } from '../kernel/path-parts.ts'
import { areaPathSchema, type AreaPath, type MunicipalityPath } from '../kernel/paths.ts'
import { ok, refuse, type Result } from '../kernel/result.ts'
import { visibleText } from '../kernel/visible-text.ts'

/** Letters, digits, dot, hyphen and underscore: no e-mail address, and no name that hides signs. */
const USERNAME = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{N}._-]{1,63}$/u
const emailSchema = z.email().max(254)
const typedSchema = z.string().max(255)

/** The role that has a Legajo (part 1, point 5). */
export const ROLE_WITH_LEGAJO: Role = 'ROLE_INSPECTOR'

/** What is typed of any person. `roles`: what was chosen; any number but one is refused with its reason. */
const personFields = {
  firstName: typedSchema,
  lastName: typedSchema,
  inspectorID: typedSchema,
  roles: z.array(roleSchema).max(14).readonly(),
}
const chosenAreasSchema = z.array(areaPathSchema).max(500).readonly()

/** A user to be: text as it was typed, so that each refusal can say what is wrong with it. */
export const newUserSchema = z.strictObject({
  ...personFields,
  email: typedSchema,
  userMuniCore: typedSchema,
  areas: chosenAreasSchema,
})
export type NewUser = Readonly<z.infer<typeof newUserSchema>>

/** What may be changed of a user. `areas`: only if edited. `seen`: `lastUpdate` of what the editor began with. */
export const userEditSchema = z.strictObject({
  ...personFields,
  areas: chosenAreasSchema.optional(),
  seen: z.string().max(30).nullable(),
})
export type UserEdit = Readonly<z.infer<typeof userEditSchema>>

/** The part of a user that people decide about. */
export type UserFacts = Pick<
  User,
  'email' | 'userMuniCore' | 'lowercase_username' | 'firstName' | 'lastName' | 'inspectorID' | 'roles' | 'areas'
> & { readonly municipalityPath: MunicipalityPath }

/** As usernames are stored and compared. */
export function normalUsername(typed: string): string {
  return visibleText(typed).toLowerCase().normalize('NFC')
}

/** As e-mail addresses of users are stored and compared. */
export function normalEmail(typed: string): string {
  return visibleText(typed).toLowerCase()
}

/** Some scripts have joiners within a name, so that only a name that shows nothing is empty. */
function normalName(typed: string): string {
  return visibleText(typed) === '' ? '' : typed.trim()
}

export function isUsername(name: string): boolean {
  return USERNAME.test(name)
}

/**
 * What was typed of a new user, as it is stored (part 1, point 5). Refuses, in this order, with user.one-role,
 * user.fields-required, user.username-invalid, user.email-invalid, user.area-required and user.areas-apart.
 */
export function factsOfNew(typed: NewUser): Result<UserFacts> {
  const userMuniCore = normalUsername(typed.userMuniCore)
  const email = normalEmail(typed.email)
  const [firstName, lastName] = [normalName(typed.firstName), normalName(typed.lastName)]
  const inspectorID = visibleText(typed.inspectorID)
  if (typed.roles.length > 1) return refuse('user.one-role')
  const [role] = typed.roles
  const isMissing = [userMuniCore, email, firstName, lastName].includes('') || role === undefined
  if (isMissing || (role === ROLE_WITH_LEGAJO && inspectorID === '')) return refuse('user.fields-required')
  if (!isUsername(userMuniCore)) return refuse('user.username-invalid')
  if (!emailSchema.safeParse(email).success) return refuse('user.email-invalid')
  const placed = placeOf(typed.areas)
  if (!placed.ok) return placed
  return ok({
    userMuniCore,
    lowercase_username: userMuniCore,
    email,
    firstName,
    lastName,
    inspectorID: role === ROLE_WITH_LEGAJO ? inspectorID : '',
    roles: [role],
    ...placed.value,
  })
}

/**
 * A user with what was edited; username and address stay. Refuses with user.one-role, user.fields-required,
 * user.areas-locked (of a user who works in several municipalities), user.area-required and user.areas-apart.
 */
export function withEdit(user: User, edit: UserEdit): Result<UserFacts> {
  const [firstName, lastName] = [normalName(edit.firstName), normalName(edit.lastName)]
  const [role] = edit.roles
  if (edit.roles.length > 1) return refuse('user.one-role')
  if (role === undefined || firstName === '' || lastName === '') return refuse('user.fields-required')
  const { email, userMuniCore, lowercase_username, municipalityPath, areas } = user
  const kept = { email, userMuniCore, lowercase_username, firstName, lastName }
  // Of a role without a Legajo nothing is shown, so nothing is meant by what was sent.
  const inspectorID = role === ROLE_WITH_LEGAJO ? visibleText(edit.inspectorID) : user.inspectorID
  // Who was stored without one can still be moved and renamed.
  const lacked = user.roles[0] === ROLE_WITH_LEGAJO && user.inspectorID === ''
  if (role === ROLE_WITH_LEGAJO && inspectorID === '' && !lacked) return refuse('user.fields-required')
  const rest = { ...kept, inspectorID, roles: [role] as const }
  if (edit.areas === undefined || sameAreas(edit.areas, areas)) return ok({ ...rest, municipalityPath, areas })
  if (worksInSeveral(user)) return refuse('user.areas-locked')
  const placed = placeOf(edit.areas)
  return placed.ok ? ok({ ...rest, ...placed.value }) : placed
}

/** A user whose areas are of different municipalities: they cannot be edited on a screen that shows one. */
export function worksInSeveral({ areas }: { readonly areas: readonly AreaPath[] }): boolean {
  return new Set(areas.map(municipalityOf)).size > 1
}

function placeOf(areas: readonly AreaPath[]): Result<Pick<UserFacts, 'areas' | 'municipalityPath'>> {
  if (areas.length === 0) return refuse('user.area-required')
  const once = [...new Set(areas)]
  return worksInSeveral({ areas: once })
    ? refuse('user.areas-apart')
    : ok({ areas: once, municipalityPath: municipalityOfDocument({ areas: once }) })
}

export function sameAreas(a: readonly AreaPath[], b: readonly AreaPath[]): boolean {
  return a.length === b.length && a.every((area) => b.includes(area))
}
