import { set, keys, type StoredDocument, type Write } from '#domain/store/index.ts'
import {
  areaSchema,
  countrySchema,
  municipalitySchema,
  provinceSchema,
  INITIAL_PLACE_NAMES,
} from '#domain/places/index.ts'
import { userSchema, type User } from '#domain/users/index.ts'
import { recoverAdministratorUnit } from '#domain/users/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { municipalityPathSchema, toInstant, type UserId } from '#domain/kernel/index.ts'
import type { Ports } from './ports.ts'
import { findUserByLogin, normaliseLogin } from './sessions/accounts.ts'
import { issuePasswordToken } from './sessions/password.ts'

/**
 * Place of the first administrator, because a user without an area cannot sign in. It can be renamed or left empty
 * later.
 */
const COUNTRY = 'paises/AR'
const PROVINCE = `${COUNTRY}/provincias/provincia`
const MUNICIPALITY = municipalityPathSchema.parse(`${PROVINCE}/municipios/municipio`)
const AREA = `${MUNICIPALITY}/areas_municipales/administracion`
const ID = 'admin'
export const DEFAULT_ADMIN_EMAIL = 'admin@relevo.example'
const DAY = 24 * 60 * 60 * 1000

/**
 * Creates the first administrator of an empty installation.
 * @returns path of the one-time link, valid for a day; undefined when the administrator has a password, or only other
 * users exist
 */
export async function createFirstAdministrator(
  ports: Pick<Ports, 'store' | 'clock' | 'random'>,
  email: string,
): Promise<string | undefined> {
  const { store } = ports
  const known = await store.get(`usuarios/${ID}`)
  const hasPassword = (await store.get(`credentials/${ID}`)) !== undefined
  if (hasPassword || (known === undefined && (await store.count({ collection: 'usuarios' })) > 0)) return undefined
  if (known === undefined)
    await store.commit({ keysFor: () => [], decide: () => ({ result: true, writes: buildFirstDocuments(email) }) })
  return `/contrasena#${await issuePasswordToken({ ports }, ID as UserId, DAY)}`
}

/**
 * Lets an administrator set a new password when none can sign in (`recoverAdministratorUnit`), and records it in the
 * audit log. Without a login, the only active administrator is meant.
 * @returns the account and the path of the one-time link, valid for a day; or the logins of all administrators, if
 * none or several are meant
 */
export async function recoverAdministrator(
  ports: Pick<Ports, 'store' | 'clock' | 'random'>,
  login: string | undefined,
): Promise<{ readonly user: User; readonly link: string } | { readonly administrators: readonly string[] }> {
  const { store, clock } = ports
  const all = await store.query({ collection: 'usuarios', where: { 'listing.role': 'ROLE_ADMIN' }, limit: MAX_LISTED })
  const active = all.filter(({ document }) => document['deactivatedAt'] === undefined)
  const only = active.length === 1 ? (active[0]?.document as User) : undefined
  const meant = login === undefined ? only : await findUserByLogin(store, normaliseLogin(login))
  if (meant?.roles.includes('ROLE_ADMIN') !== true)
    return { administrators: all.map(({ document }) => String(document['email'] ?? document['userMuniCore'])) }
  const act = { action: 'second-factor.reset', target: keys.user(meant.id), by: meant, from: COMMAND } as const
  await store.commit(withAudit(recoverAdministratorUnit(meant.id), act, toInstant(clock())))
  return { user: meant, link: `/contrasena#${await issuePasswordToken({ ports }, meant.id, DAY)}` }
}

const COMMAND = 'reset-administrator'
const MAX_LISTED = 1_000

function buildFirstDocuments(email: string): readonly Write[] {
  const admin = userSchema.parse({
    id: ID,
    userMuniCore: ID,
    lowercase_username: ID,
    email,
    firstName: 'Admin',
    lastName: '',
    roles: ['ROLE_ADMIN'],
    areas: [AREA],
    municipalityPath: MUNICIPALITY,
  })
  const places: readonly { readonly path: string }[] = [
    countrySchema.parse({ path: COUNTRY, nombre: 'Argentina' }),
    provinceSchema.parse({ path: PROVINCE, nombre: INITIAL_PLACE_NAMES.province }),
    municipalitySchema.parse({
      path: MUNICIPALITY,
      nombre: INITIAL_PLACE_NAMES.municipality,
      key: INITIAL_PLACE_NAMES.key,
      lastKeyNumber: 0,
      idMuniCore: 1,
    }),
    areaSchema.parse({ path: AREA, nombre: INITIAL_PLACE_NAMES.area, municipalityPath: MUNICIPALITY }),
  ]
  const all: readonly (readonly [string, StoredDocument])[] = [
    ...places.map((place) => [place.path, place] as const),
    [keys.user(admin.id), admin],
  ]
  return all.map(([key, document]) => set(key, document))
}
