import { actorOfUser, municipalitiesOf } from '#domain/access/index.ts'
import {
  toDeletedAnswerListItem,
  ALL_DELETED_SEARCH_KEY,
  matchesDeletedSearch,
  type DeletedAnswer,
  type DeletedPage,
  type DeletedQuery,
  type DeletedResponse,
} from '#domain/answers/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { isRestorePeriodOver, restoreAnswerUnit, mayRestoreAnswer } from '#domain/answers/judge/index.ts'
import { withAudit } from '#domain/audit/index.ts'
import { withJobs } from '#domain/jobs/judge/index.ts'
import {
  ok,
  refuse,
  toInstant,
  ANSWERS_PAGE_SIZE,
  type AnswerId,
  type Instant,
  type Result,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { findSupportedJobs } from '../../jobs/handlers.ts'
import { queryPage } from '../../paging.ts'
import type { Ports } from '../../ports.ts'

/** Maximum deleted answers read for one page. A page that reaches the limit may be short, and has `lookedUpTo`. */
const MAX_EXAMINED = 2_000

/**
 * A page of the deleted answers that this user can restore, last deleted first, without expired ones. The search reads
 * them without an index, because by default answers stay deleted for only a month.
 */
export async function listDeletedAnswers(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  { search = '', ...places }: DeletedQuery,
  max = MAX_EXAMINED,
): Promise<DeletedPage> {
  const now = toInstant(clock())
  const { entries, lookedUpTo, ...others } = await queryPage(store, {
    query: { collection: 'deleted', containsAny: { field: 'listing.reach', values: listDeletedScopes(user) } },
    order: { field: 'at', descending: true },
    valueOf: ({ at }) => at,
    size: ANSWERS_PAGE_SIZE,
    keeps: (deleted: DeletedAnswer) =>
      mayRestoreAnswer(user, deleted) &&
      (deleted.until === undefined || deleted.until > now) &&
      matchesDeletedSearch(deleted, search),
    max,
    ...places,
  })
  return {
    deleted: entries.map(({ document }) => toDeletedAnswerListItem(document)),
    ...others,
    // Safe cast: the sort field holds instants.
    ...(lookedUpTo === undefined ? {} : { lookedUpTo: lookedUpTo as Instant }),
  }
}

/** Values of `listing.reach` for the user's role: all deleted answers, or those of the user's municipalities. */
function listDeletedScopes(user: User): readonly string[] {
  return user.roles[0] === 'ROLE_ADMIN' ? [ALL_DELETED_SEARCH_KEY] : municipalitiesOf(actorOfUser(user))
}

/** A deleted answer with its content. Refuses with answer.missing unless the user may still restore it. */
export async function findDeletedAnswer(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: AnswerId,
): Promise<Result<DeletedResponse>> {
  const deleted = await store.get(keys.deletedAnswer(id))
  if (deleted === undefined || !mayRestoreAnswer(user, deleted) || isRestorePeriodOver(deleted, toInstant(clock())))
    return refuse('answer.missing')
  const answer = await store.get(keys.answerVersion(id, deleted.version))
  return answer === undefined ? refuse('answer.missing') : ok({ deleted: toDeletedAnswerListItem(deleted), answer })
}

/** Handlers for administrators: deleted answers and their restoration. */
export function createDeletedAnswerHandlers({ ports }: Core) {
  const { store, clock, connectors } = ports
  return {
    listDeleted: async ({ user, query }) => ok(await listDeletedAnswers(ports, user, query)),

    readDeleted: ({ user, params }) => findDeletedAnswer(ports, user, params.id),

    async restoreAnswer({ user, params, address }) {
      const now = toInstant(clock())
      const unit = withJobs(restoreAnswerUnit(params.id, user.id, now), findSupportedJobs(connectors), now)
      const restored = await store.commit(
        withAudit(
          unit,
          (result) => ({
            action: 'answer.restored',
            target: keys.answer(params.id),
            by: user,
            from: address,
            ...(result.ok
              ? { municipality: municipalityOfDocument(result.value), details: { code: result.value.codigoMunicipio } }
              : {}),
          }),
          now,
        ),
      )
      if (!restored.ok) return restored
      const { id, idPlantilla, codigoMunicipio } = restored.value
      return ok({ id, idPlantilla, codigoMunicipio })
    },
  } satisfies PartialHandlers
}
