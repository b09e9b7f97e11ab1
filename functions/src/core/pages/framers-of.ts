import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { answerIdSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** The sites that may frame a page about this form; none for an unknown id. */
export async function framersOfForm(store: Store, id: string): Promise<readonly string[]> {
  const parsed = templateIdSchema.safeParse(id)
  return parsed.success ? readAllowedFramers(store, await store.get(keys.template(parsed.data))) : []
}

/** The sites that may frame a page about an answer; none for an unknown id. */
export async function framersOfAnswer(store: Store, id: string): Promise<readonly string[]> {
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? readAllowedFramers(store, await store.get(keys.answer(parsed.data))) : []
}

async function readAllowedFramers(
  store: Store,
  document: FormTemplate | Answer | undefined,
): Promise<readonly string[]> {
  const municipality =
    document === undefined ? undefined : await store.get(keys.municipality(municipalityOfDocument(document)))
  return municipality === undefined ? [] : resolveSettings(municipality).frameAncestors
}
