import { userSchema, type Role, type User } from '#domain/users/index.ts'
import { getMunicipality, toInstant, type AreaPath } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { DemoDocument } from './demo-document.ts'
import { DEMO_AREAS } from './places.ts'

/** Password of all accounts, which are printed at start. */
export const DEMO_PASSWORD = 'relevo-demo'

const { cordoba, montevideo } = DEMO_AREAS
const ALL_CORDOBA = Object.values(cordoba)
const ALL_AREAS = [...ALL_CORDOBA, ...Object.values(montevideo)]

type Person = {
  readonly role: Role
  /** local part of the e-mail address, and id */
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly areas: readonly AreaPath[]
  readonly inspectorID?: string
}

/** A user for each role; two of them work in the second city. */
const PEOPLE: readonly Person[] = [
  { role: 'ROLE_ADMIN', id: 'admin', firstName: 'Lucía', lastName: 'Ferreyra', areas: ALL_AREAS },
  {
    role: 'ROLE_SUPERVISOR_ELEVADO',
    id: 'supervisor-elevado',
    firstName: 'Héctor',
    lastName: 'Moyano',
    areas: ALL_CORDOBA,
  },
  {
    role: 'ROLE_SUPERVISOR_CORRECTOR_DUPLICADOR',
    id: 'supervisor-corrector-duplicador',
    firstName: 'Silvina',
    lastName: 'Bustos',
    areas: [cordoba.habilitaciones, cordoba.fiscalizacion],
  },
  {
    role: 'ROLE_SUPERVISOR_CORRECTOR',
    id: 'supervisor-corrector',
    firstName: 'Martín',
    lastName: 'Etcheverry',
    areas: Object.values(montevideo),
  },
  {
    role: 'ROLE_SUPERVISOR_DUPLICADOR',
    id: 'supervisor-duplicador',
    firstName: 'Graciela',
    lastName: 'Peralta',
    areas: [cordoba.espaciosVerdes, cordoba.alumbrado],
  },
  {
    role: 'ROLE_SUPERVISOR',
    id: 'supervisor',
    firstName: 'Gustavo',
    lastName: 'Ludueña',
    areas: [cordoba.habilitaciones, cordoba.alumbrado],
  },
  {
    role: 'ROLE_CENSISTA_PRIVADO',
    id: 'censista',
    firstName: 'Camila',
    lastName: 'Ortega',
    areas: [cordoba.desarrolloSocial, cordoba.espaciosVerdes],
  },
  {
    role: 'ROLE_GENERADOR_RESPUESTAS',
    id: 'generador-respuestas',
    firstName: 'Brian',
    lastName: 'Quiroga',
    areas: [cordoba.desarrolloSocial],
  },
  {
    role: 'ROLE_GENERADOR_CORRECTOR_RESPUESTAS',
    id: 'generador-corrector',
    firstName: 'Noelia',
    lastName: 'Gigena',
    areas: [cordoba.espaciosVerdes, cordoba.defensaCivil],
  },
  {
    role: 'ROLE_GENERADOR',
    id: 'generador',
    firstName: 'Federico',
    lastName: 'Allende',
    areas: [cordoba.habilitaciones, cordoba.espaciosVerdes],
  },
  {
    role: 'ROLE_INSPECTOR_ELEVADO_CORRECTOR',
    id: 'inspector-elevado-corrector',
    firstName: 'Rosana',
    lastName: 'Villarreal',
    areas: [cordoba.habilitaciones, cordoba.defensaCivil],
    inspectorID: '20417',
  },
  {
    role: 'ROLE_INSPECTOR_ELEVADO',
    id: 'inspector-elevado',
    firstName: 'Sebastián',
    lastName: 'Olivera',
    areas: [montevideo.areasVerdes, montevideo.regulacion],
    inspectorID: '8812',
  },
  {
    role: 'ROLE_INSPECTOR',
    id: 'inspector',
    firstName: 'Diego',
    lastName: 'Carranza',
    areas: [cordoba.habilitaciones, cordoba.espaciosVerdes],
    inspectorID: '21306',
  },
  {
    role: 'ROLE_INSPECTOR_ACTAS',
    id: 'inspector-actas',
    firstName: 'Mariana',
    lastName: 'Heredia',
    areas: [cordoba.habilitaciones, cordoba.fiscalizacion],
    inspectorID: '20988',
  },
  { role: 'ROLE_TESORERIA', id: 'tesoreria', firstName: 'Alicia', lastName: 'Ponce', areas: ALL_CORDOBA },
]

export type PlannedAccount = {
  readonly id: string
  readonly email: string
  readonly role: Role
  readonly name: string
  readonly password: string
}

/** The accounts for the host, which hashes the passwords and prints the list. */
export const DEMO_ACCOUNTS: readonly PlannedAccount[] = PEOPLE.map(({ id, role, firstName, lastName }) => ({
  id,
  email: `${id}@relevo.example`,
  role,
  name: `${firstName} ${lastName}`,
  password: DEMO_PASSWORD,
}))

/** @param since time of creation of the accounts, milliseconds */
export function buildDemoUsers(since: number): readonly User[] {
  return PEOPLE.map(({ id, role, firstName, lastName, areas, inspectorID = '' }) => {
    const username = toAsciiName(`${firstName.slice(0, 1)}${lastName}`)
    const [first] = areas
    return userSchema.parse({
      id,
      userMuniCore: username,
      lowercase_username: username,
      email: `${id}@relevo.example`,
      firstName,
      lastName,
      nombre: `${firstName} ${lastName}`,
      inspectorID,
      roles: [role],
      areas,
      municipalityPath: first === undefined ? undefined : getMunicipality(first),
      lastUpdate: toInstant(since),
      lastUpdateBy: 'lferreyra',
    })
  })
}

export function buildUserDocuments(people: readonly User[]): readonly DemoDocument[] {
  return people.map((document) => ({ key: keys.user(document.id), document }))
}

function toAsciiName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
