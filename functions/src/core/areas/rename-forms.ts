import { ok, type AreaPath } from '#domain/kernel/index.ts'
import { renameFormsUnit, showsOtherName } from '#domain/judgement/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Attempt, Store } from '../ports.ts'

/** Forms of one commit: they may be large, and nobody else's commit should wait. */
const AT_ONCE = 5
const STRETCH = 50

/**
 * Gives every form of an area the name that it has. What was done before a kill is found done. Forms may be put into the area, or renamed by somebody's save, meanwhile: it ends when
 * all were looked at and none showed another name.
 */
export async function renameForms(store: Store, path: AreaPath): Promise<Attempt> {
  for (;;) {
    const nombre = (await store.get(keys.area(path)))?.nombre
    if (nombre === undefined || (await pass(store, path, nombre)) === 0) return ok({ id: '' })
  }
}

async function pass(store: Store, path: AreaPath, nombre: string): Promise<number> {
  let renamed = 0
  for (let offset = 0; ; offset += STRETCH) {
    const entries = await store.query({
      collection: 'formularios',
      containsAny: { field: 'areas', values: [path] },
      limit: STRETCH,
      offset,
    })
    const stale = entries
      .map(({ document }) => document)
      .filter((form) => showsOtherName(form, path, nombre))
      .map(({ id }) => id)
    for (let i = 0; i < stale.length; i += AT_ONCE)
      renamed += await store.commit(renameFormsUnit(path, stale.slice(i, i + AT_ONCE)))
    if (entries.length < STRETCH) return renamed
  }
}
