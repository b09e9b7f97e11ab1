import { type Missing, missingAnswers } from '#domain/answering/index.ts'
import { headerOf } from './draft-header.ts'
import type { FormStore } from './form-store.ts'

/** What stands between the form and being saved. */
export function missingOf({ template, state }: FormStore): readonly Missing[] {
  const { content, header } = state.getState()
  return missingAnswers(template, content, headerOf(header))
}
