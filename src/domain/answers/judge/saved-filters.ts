import { MAX_SAVED_FILTERS, type SavedFilter, type SharedFilter } from '../documents/saved-filters.ts'
import { ok, refuse, type Result, type TemplateId, type UserId } from '../../kernel/index.ts'
import { keys, set, unitForKeys, type Unit } from '../../store/index.ts'

type OwnFilters = readonly SavedFilter[]

/**
 * Saves a filter, replacing a filter of the same name. Refuses with filter.too-many. @returns the user's filters of the
 * form
 */
export function saveFilterUnit(user: UserId, filter: SavedFilter): Unit<Result<OwnFilters>> {
  const key = keys.savedFilters(user)
  return unitForKeys<Result<OwnFilters>>([key], (documents) => {
    const before = documents.get(key)?.filters ?? []
    const others = before.filter((item) => !isSame(item, filter))
    const ofForm = others.filter(({ template }) => template === filter.template)
    if (ofForm.length >= MAX_SAVED_FILTERS || others.length >= 50 * MAX_SAVED_FILTERS)
      return { result: refuse('filter.too-many'), writes: [] }
    const filters = [...others, filter].toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
    return { result: ok(listFiltersOfTemplate(filters, filter.template)), writes: [set(key, { filters })] }
  })
}

/** Removes a saved filter, if it exists. @returns the remaining filters of the form */
export function removeFilterUnit(user: UserId, gone: Pick<SavedFilter, 'template' | 'name'>): Unit<Result<OwnFilters>> {
  const key = keys.savedFilters(user)
  return unitForKeys<Result<OwnFilters>>([key], (documents) => {
    const before = documents.get(key)?.filters ?? []
    const filters = before.filter((item) => !isSame(item, gone))
    const writes = filters.length === before.length ? [] : [set(key, { filters })]
    return { result: ok(listFiltersOfTemplate(filters, gone.template)), writes }
  })
}

/**
 * Shares a filter with all readers of the form's list, replacing a shared filter of the same name. Refuses with
 * filter.too-many.
 * @returns all shared filters
 */
export function shareFilterUnit(form: TemplateId, filter: SharedFilter): Unit<Result<readonly SharedFilter[]>> {
  const key = keys.sharedFilters(form)
  return unitForKeys<Result<readonly SharedFilter[]>>([key], (documents) => {
    const others = (documents.get(key)?.filters ?? []).filter(({ name }) => name !== filter.name)
    if (others.length >= MAX_SAVED_FILTERS) return { result: refuse('filter.too-many'), writes: [] }
    const filters = [...others, filter].toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
    return { result: ok(filters), writes: [set(key, { filters })] }
  })
}

/** Removes a shared filter, if it exists. @returns the remaining shared filters */
export function unshareFilterUnit(form: TemplateId, gone: string): Unit<Result<readonly SharedFilter[]>> {
  const key = keys.sharedFilters(form)
  return unitForKeys<Result<readonly SharedFilter[]>>([key], (documents) => {
    const before = documents.get(key)?.filters ?? []
    const filters = before.filter(({ name }) => name !== gone)
    return { result: ok(filters), writes: filters.length === before.length ? [] : [set(key, { filters })] }
  })
}

function listFiltersOfTemplate(filters: OwnFilters, template: TemplateId): OwnFilters {
  return filters.filter((filter) => filter.template === template)
}

function isSame(a: Pick<SavedFilter, 'template' | 'name'>, b: typeof a): boolean {
  return a.template === b.template && a.name === b.name
}
