import { buildVersionWrites } from '../../../src/domain/templates/judge/index.ts'
import { set, keys, type Write } from '../../../src/domain/store/index.ts'
import { areaSchema, countrySchema, municipalitySchema, provinceSchema } from '../../../src/domain/places/index.ts'
import { completeTemplate, type FormTemplate } from '../../../src/domain/templates/index.ts'
import { QUESTION_TYPE } from '../../../src/domain/questions/index.ts'
import { userSchema } from '../../../src/domain/users/index.ts'
import { areaPathSchema, instantSchema, templateIdSchema } from '../../../src/domain/kernel/index.ts'
import { createScryptHasher } from '../../../functions/src/core/sessions/scrypt-passwords.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'

/** The soak's municipality: one area, one form of eight questions with an optional photo, some inspectors. */

const MUNICIPALITY = 'paises/AR/provincias/cordoba/municipios/villa-serena'
const AREA = areaPathSchema.parse(`${MUNICIPALITY}/areas_municipales/inspeccion`)
export const PASSWORD = 'relevo-soak-2026'
export const FORM: FormTemplate = completeTemplate(
  {
    titulo: 'Recorrida',
    secciones: [
      { orden: 0, titulo: 'Recorrida', preguntas: Array.from({ length: 8 }, (_, orden) => questionOf(orden)) },
    ],
  },
  {
    id: templateIdSchema.parse('recorrida'),
    version: 1,
    areas: [AREA],
    areaInfo: { nombre: 'Inspección General', id: 'inspeccion' },
    municipioInfo: { nombre: 'Villa Serena' },
    timeStamp: instantSchema.parse('2026-03-01T12:00:00.000Z'),
  },
)
/** address of the photo question */
export const PHOTO_AT = '0/7'

function questionOf(orden: number) {
  const photo = orden === 7
  return {
    orden,
    titulo: `${orden + 1}. ¿Qué se observa en el punto ${orden + 1}?`,
    tipoPregunta: QUESTION_TYPE.OPEN,
    required: orden < 4,
    adjuntar: photo,
  }
}

export function inspectorOf(index: number): { readonly id: string; readonly email: string } {
  return { id: `inspector-${index}`, email: `inspector-${index}@relevo.example` }
}

/** Puts the municipality into an empty data folder, before a server opens it. */
export async function plantTown(file: string, inspectors: number): Promise<void> {
  const store = openSqliteStore(file)
  try {
    // The same password for all, hashed once: hashing is slow by design and not measured here.
    const passwordHash = await createScryptHasher().hash(PASSWORD)
    const province = 'paises/AR/provincias/cordoba'
    const people = Array.from({ length: inspectors }, (_, index) => inspectorOf(index)).flatMap(({ id, email }) => [
      set(
        `usuarios/${id}`,
        userSchema.parse({
          id,
          userMuniCore: id,
          lowercase_username: id,
          email,
          firstName: 'Inés',
          lastName: 'Quiroga',
          roles: ['ROLE_INSPECTOR'],
          areas: [AREA],
          municipalityPath: MUNICIPALITY,
        }),
      ),
      set(keys.credentials(id), { passwordHash }),
    ])
    const writes: Write[] = [
      set('paises/AR', countrySchema.parse({ path: 'paises/AR', nombre: 'Argentina' })),
      set(province, provinceSchema.parse({ path: province, nombre: 'Córdoba' })),
      set(MUNICIPALITY, municipalitySchema.parse({ path: MUNICIPALITY, nombre: 'Villa Serena', key: 'VIS' })),
      set(AREA, areaSchema.parse({ path: AREA, nombre: 'Inspección General', municipalityPath: MUNICIPALITY })),
      ...buildVersionWrites(FORM),
      ...people,
    ]
    await store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  } finally {
    await store.close()
  }
}
