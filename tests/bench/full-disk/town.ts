import { buildVersionWrites } from '../../../src/domain/templates/judge/index.ts'
import { set, keys, type Write } from '../../../src/domain/store/index.ts'
import { completeTemplate, templateDraftSchema, type FormTemplate } from '../../../src/domain/templates/index.ts'
import { userSchema } from '../../../src/domain/users/index.ts'
import { templateIdSchema } from '../../../src/domain/kernel/index.ts'
import { openSqliteStore } from '../../../functions/src/embedded/sqlite/store.ts'
import { FORM, inspectorOf, plantTown } from '../soak/town.ts'

/** May edit forms. */
export const SUPERVISOR = { id: 'supervisor', email: 'supervisor@relevo.example' }
/** A public form. */
export const PUBLIC_FORM: FormTemplate = {
  ...FORM,
  id: templateIdSchema.parse('abierta'),
  opcionales: { ...FORM.opcionales, publico: true },
}
/** The form that the supervisor saves repeatedly. */
export const SAVED_FORM = templateIdSchema.parse('guardada')

/** The municipality of the soak test, with a supervisor, a public form and a form that is saved often. */
export async function plantFullDisk(file: string, inspectors: number): Promise<void> {
  await plantTown(file, inspectors)
  const store = openSqliteStore(file)
  try {
    const found = await store.getMany([`usuarios/${inspectorOf(0).id}`, keys.credentials(inspectorOf(0).id)])
    const inspector = userSchema.parse(found.get(`usuarios/${inspectorOf(0).id}`))
    const { id, email } = SUPERVISOR
    const supervisor = userSchema.parse({
      ...inspector,
      id,
      email,
      userMuniCore: id,
      lowercase_username: id,
      roles: ['ROLE_SUPERVISOR_ELEVADO'],
    })
    const writes: Write[] = [
      set(`usuarios/${id}`, supervisor),
      set(keys.credentials(id), found.get(keys.credentials(inspectorOf(0).id)) ?? { passwordHash: '' }),
      ...[PUBLIC_FORM, savedForm()].flatMap(buildVersionWrites),
    ]
    await store.commit({ keysFor: () => [], decide: () => ({ result: undefined, writes }) })
  } finally {
    await store.close()
  }
}

/** A draft whose text has this many characters, so that each version takes space. */
export function draftOf(words: string): object {
  const draft = templateDraftSchema.parse(savedForm())
  return {
    ...draft,
    secciones: draft.secciones.map((section) => ({
      ...section,
      preguntas: section.preguntas.map((one) => ({ ...one, descripcion: words })),
    })),
  }
}

function savedForm(): FormTemplate {
  return completeTemplate(templateDraftSchema.parse(FORM), {
    id: SAVED_FORM,
    version: 1,
    areas: FORM.areas,
    areaInfo: FORM.areaInfo,
    municipioInfo: FORM.municipioInfo,
    timeStamp: FORM.timeStamp,
  })
}
