import { getPositionRowId } from '#domain/kernel/index.ts'
import type { FormStore } from '#features/answering/form/form-store.ts'

/** An open form in which the id of an added row is its position, so that tests can write its address. */
export function numberedRows(form: FormStore): FormStore {
  return { ...form, createRowId: (rows) => getPositionRowId(rows.length) }
}
