import { buildVersionWrites } from '../../../src/domain/templates/judge/index.ts'
import { set, keys, type Write } from '../../../src/domain/store/index.ts'
import { join } from 'node:path'
import { areaSchema, countrySchema, municipalitySchema, provinceSchema } from '../../../src/domain/places/index.ts'
import { userSchema } from '../../../src/domain/users/index.ts'
import { createScryptHasher } from '../../../functions/src/core/sessions/scrypt-passwords.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { AREA, AUTHOR, EMAIL, formOf, MUNICIPALITY, PASSWORD, SHAPES } from './world.ts'

/** Puts a municipality with one inspector and the bench's forms into an empty data folder before a server opens it. */
export async function plant(folder: string): Promise<void> {
  const store = openSqliteStore(databaseIn(folder))
  try {
    const passwordHash = await createScryptHasher().hash(PASSWORD)
    const province = 'paises/AR/provincias/cordoba'
    const writes: Write[] = [
      set('paises/AR', countrySchema.parse({ path: 'paises/AR', nombre: 'Argentina' })),
      set(province, provinceSchema.parse({ path: province, nombre: 'Córdoba' })),
      set(MUNICIPALITY, municipalitySchema.parse({ path: MUNICIPALITY, nombre: 'Villa Serena', key: 'VIS' })),
      set(AREA, areaSchema.parse({ path: AREA, nombre: 'Inspección General', municipalityPath: MUNICIPALITY })),
      set(`usuarios/${AUTHOR}`, inspector()),
      set(keys.credentials(AUTHOR), { passwordHash }),
      ...Object.values(SHAPES).flatMap((shape) => buildVersionWrites(formOf(shape))),
    ]
    await store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  } finally {
    await store.close()
  }
}

export function databaseIn(folder: string): string {
  return join(folder, 'relevo.sqlite')
}

function inspector() {
  return userSchema.parse({
    id: AUTHOR,
    userMuniCore: AUTHOR,
    lowercase_username: AUTHOR,
    email: EMAIL,
    firstName: 'Inés',
    lastName: 'Quiroga',
    roles: ['ROLE_INSPECTOR'],
    areas: [AREA],
    municipalityPath: MUNICIPALITY,
  })
}
