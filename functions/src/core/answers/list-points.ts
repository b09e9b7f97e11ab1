import type { User } from '#domain/users/index.ts'
import { ok, type Result } from '#domain/kernel/index.ts'
import {
  MAP_BATCH_SIZE,
  type AnswerPoint,
  type AnswerPoints,
  type AnswerPointsQuery,
  type ListedAnswer,
} from '#domain/answers/index.ts'
import { queryPage } from '../paging.ts'
import type { Ports } from '../ports.ts'
import { findListedForm } from './list-answers.ts'
import { SEARCH_BOUNDS, planSearch } from './search-for.ts'

/** A batch of map points of a form's answers, newest first. Same access check and refusals as the list. */
export async function listPoints(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  { template: id, after, ...filter }: AnswerPointsQuery,
  most = MAP_BATCH_SIZE,
): Promise<Result<AnswerPoints>> {
  const template = await findListedForm(ports.store, user, id)
  if (!template.ok) return template
  const search = await planSearch(ports, { user, template: id, filter }, SEARCH_BOUNDS)
  const { entries, next } = await queryPage(search.among, {
    query: search.query,
    summaries: true,
    order: { field: search.orderedBy, descending: true },
    valueOf: search.momentOf,
    stretch: search.stretch,
    size: most,
    after,
    // Checks the location first, because the access check costs more.
    keeps: (document) => toAnswerPoint(document) !== undefined && search.fits(document),
    most,
  })
  const points = entries.map(({ document }) => toAnswerPoint(document)).filter((point) => point !== undefined)
  return ok({ points, ...(next === undefined ? {} : { next }) })
}

function toAnswerPoint({ summary: { id, ubicacion } }: ListedAnswer): AnswerPoint | undefined {
  const at = ubicacion?.latlng
  return at === undefined ? undefined : [at.longitude, at.latitude, id]
}
