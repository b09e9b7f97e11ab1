import { actorOfUser, can } from '#domain/access/index.ts'
import type { SharedFilter } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  toMadeBy,
  removeFilterUnit,
  saveFilterUnit,
  shareFilterUnit,
  unshareFilterUnit,
} from '#domain/answers/judge/index.ts'
import { ok, refuse, toInstant, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { findFormForAnswerList } from '../list-answers.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'

/**
 * Saved list filters: a user's own, in one small document, and those that supervisors share with all readers of a form.
 */
export function createSavedFilterHandlers({ ports: { store, clock } }: Core) {
  async function readSharedFilters(user: User, template: TemplateId): Promise<readonly SharedFilter[]> {
    const shared = (await store.get(keys.sharedFilters(template)))?.filters ?? []
    return shared.length > 0 && (await findFormForAnswerList(store, user, template)).ok ? shared : []
  }

  /**
   * Checks that the user may share filters. Refuses like the form's list, and with access.forbidden for users who may
   * only read.
   */
  async function checkMayShare(user: User, template: TemplateId): Promise<Result<void>> {
    const form = await findFormForAnswerList(store, user, template)
    if (!form.ok) return form
    const may = can(actorOfUser(user), 'update', { kind: 'formulario', document: form.value })
    return may ? ok(undefined) : refuse('access.forbidden')
  }

  return {
    listSavedFilters: async ({ user, query }) => {
      const all = (await store.get(keys.savedFilters(user.id)))?.filters ?? []
      const filters = all.filter(({ template }) => template === query.template)
      return ok({ filters, shared: [...(await readSharedFilters(user, query.template))] })
    },
    saveFilter: async ({ user, body }) => {
      const result = await store.commit(saveFilterUnit(user.id, body))
      return result.ok ? ok({ filters: [...result.value] }) : result
    },
    removeSavedFilter: async ({ user, query }) => {
      const result = await store.commit(removeFilterUnit(user.id, query))
      return result.ok ? ok({ filters: [...result.value] }) : result
    },
    shareFilter: async ({ user, body: { template, name, search } }) => {
      const may = await checkMayShare(user, template)
      if (!may.ok) return may
      const filter = { name, search, by: toMadeBy(user), at: toInstant(clock()) }
      const shared = await store.commit(shareFilterUnit(template, filter))
      return shared.ok ? ok({ shared: [...shared.value] }) : shared
    },
    removeSharedFilter: async ({ user, query: { template, name } }) => {
      const may = await checkMayShare(user, template)
      if (!may.ok) return may
      const result = await store.commit(unshareFilterUnit(template, name))
      return result.ok ? ok({ shared: [...result.value] }) : result
    },
  } satisfies PartialHandlers
}
