import type { FormTemplate } from '#domain/templates/index.ts'
import { DEFAULT_LANGUAGE, type Language } from '#domain/kernel/index.ts'
import { buildOutline, type OutlinedSection } from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Maximum versions of a form in one outline. Questions of older versions are left out. */
const MAX_VERSIONS = 100

/** The questions of a form in its current version and in the answered ones, newest version first. */
export async function readOutline(
  store: Pick<Store, 'getMany'>,
  form: FormTemplate,
  answered: readonly number[],
  language: Language = DEFAULT_LANGUAGE,
): Promise<readonly OutlinedSection[]> {
  const numbers = [...new Set([form.version, ...answered])].toSorted((a, b) => b - a).slice(0, MAX_VERSIONS)
  const older = numbers.filter((version) => version !== form.version)
  const documents = await store.getMany(older.map((version) => keys.templateVersion(form.id, version)))
  const versions = numbers.flatMap((version): readonly FormTemplate[] => {
    if (version === form.version) return [form]
    const keptTemplate = documents.get(keys.templateVersion(form.id, version))
    return keptTemplate === undefined ? [] : [keptTemplate]
  })
  return buildOutline(versions, language)
}
