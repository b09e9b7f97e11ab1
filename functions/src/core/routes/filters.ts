import { removeFilterUnit, saveFilterUnit } from '#domain/judgement/index.ts'
import { ok } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import type { SomeHandlers } from '../http/serve.ts'

/** Filters that people keep of the lists they look at: each has their own, in one small document, and nobody else's. */
export function filterHandlers({ ports: { store } }: Core) {
  return {
    listSavedFilters: async ({ user, query }) => {
      const all = (await store.get(keys.savedFilters(user.id)))?.filters ?? []
      return ok({ filters: all.filter(({ template }) => template === query.template) })
    },
    saveFilter: async ({ user, body }) => {
      const kept = await store.commit(saveFilterUnit(user.id, body))
      return kept.ok ? ok({ filters: [...kept.value] }) : kept
    },
    removeSavedFilter: async ({ user, query }) => {
      const left = await store.commit(removeFilterUnit(user.id, query))
      return left.ok ? ok({ filters: [...left.value] }) : left
    },
  } satisfies SomeHandlers
}
