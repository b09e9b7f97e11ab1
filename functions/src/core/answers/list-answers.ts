import { actorOfUser, can, type Staff } from '#domain/access/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { refuse, ok, type Instant, type Result, type TemplateId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  toAnswersLine,
  type AnswersLine,
  type AnswersPage,
  type AnswersQuery,
  type ListedAnswer,
} from '#domain/answers/index.ts'
import { queryPage } from '../paging.ts'
import type { Entry, Ports, Store } from '../ports.ts'
import { readCells } from './cells-of.ts'
import { SEARCH_BOUNDS, planSearch } from './search-for.ts'

/** List entry of an answer, with its key. */
export type ListedEntry = Entry<ListedAnswer>

/**
 * A page of a form's answers that match the filter, by creation or last change. Refuses with template.missing and
 * access.forbidden.
 */
export async function listFormAnswers(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  asked: AnswersQuery,
  bounds = SEARCH_BOUNDS,
): Promise<Result<AnswersPage>> {
  const { store } = ports
  const { template: id, ascending, size, after, before, columns, language, ...filter } = asked
  const template = await findListedForm(store, user, id)
  if (!template.ok) return template
  const search = await planSearch(ports, { user, template: id, filter }, bounds)
  const [page, counted] = await Promise.all([
    queryPage(search.among, {
      query: search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: ascending === undefined },
      valueOf: search.momentOf,
      stretch: search.stretch,
      size,
      after,
      before,
      keeps: search.fits,
      most: bounds.lookedAt,
    }),
    search.count(bounds.counted + 1),
  ])
  const { entries, lookedUpTo, ...places } = page
  const isAll = page.next === undefined && page.previous === undefined
  const ids = columns === undefined ? [] : entries.map(({ document }) => document.summary.id)
  const cells = await readCells(store, user, ids, { columns: columns?.split(',') ?? [], language })
  const total = counted ?? (isAll ? entries.length : null)
  return ok({
    template: toPageTemplate(template.value),
    answers: entries.map(({ document }) => withCells(toAnswersLine(document), cells.get(document.summary.id))),
    total: total === null ? null : Math.min(bounds.counted, total),
    andMore: total !== null && total > bounds.counted,
    ...places,
    // Safe cast: the order's field holds instants.
    ...(lookedUpTo === undefined ? {} : { lookedUpTo: lookedUpTo as Instant }),
  })
}

function withCells(line: AnswersLine, cells: AnswersLine['cells']): AnswersLine {
  return cells === undefined ? line : { ...line, cells }
}

/** The form, for a user who may list its answers. Refuses with template.missing and access.forbidden. */
export async function findListedForm(store: Store, user: User, id: TemplateId): Promise<Result<FormTemplate>> {
  const template = await store.get(keys.template(id))
  if (template === undefined || !can(actorOfUser(user), 'read', { kind: 'formulario', document: template }))
    return refuse('template.missing')
  if (!mayReadFormAnswers(actorOfUser(user), template)) return refuse('access.forbidden')
  return ok(template)
}

function toPageTemplate({ id, titulo, descripcion, estados }: FormTemplate): AnswersPage['template'] {
  const states = estados?.disponibles.map((state) => ({ id: state.id, nombre: state.nombre })) ?? []
  return { id, titulo, descripcion, states }
}

/** True when the user could read their own answer to this form. Otherwise they have no access to its list. */
export function mayReadFormAnswers(actor: Staff, { areas }: FormTemplate): boolean {
  const document = { areas, authorId: actor.id, datosCiudadano: undefined, portalCiudadanoData: undefined }
  return can(actor, 'read', { kind: 'respuesta', document })
}
