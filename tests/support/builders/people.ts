import { type Country, countrySchema, type Municipality, municipalitySchema } from '#domain/places/index.ts'
import { type Role, type User, userSchema } from '#domain/users/index.ts'
import type { AreaPath } from '#domain/kernel/index.ts'
import { AREA, MUNICIPALITY } from './template.ts'

export function buildUser(
  id: string,
  role: Role = 'ROLE_INSPECTOR',
  areas: readonly AreaPath[] = [AREA],
  change: Partial<User> = {},
): User {
  return userSchema.parse({
    id,
    userMuniCore: id,
    lowercase_username: id,
    email: `${id}@relevo.example`,
    firstName: 'Inés',
    lastName: 'Quiroga',
    roles: [role],
    areas,
    municipalityPath: areas[0]?.split('/').slice(0, 6).join('/') ?? MUNICIPALITY,
    ...change,
  })
}

export function buildMunicipality(change: Partial<Municipality> = {}): Municipality {
  return municipalitySchema.parse({ path: MUNICIPALITY, nombre: 'Villa Serena', key: 'VIS', ...change })
}

export function buildCountry(change: Partial<Country> = {}): Country {
  return countrySchema.parse({ path: 'paises/AR', nombre: 'Argentina', ...change })
}
