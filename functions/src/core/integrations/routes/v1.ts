import { actorOfUser, can } from '#domain/access/index.ts'
import {
  toPublishedAnswer,
  toPublishedAnswerSummary,
  toPublishedTemplate,
  toTemplateListItem,
  PUBLISHED_CHANGE_KINDS,
  isAnswerWithinRestriction,
  isFormWithinRestriction,
  type PublishedAnswersQuery,
  type PublishedHistory,
  type PublishedAnswerSummary,
} from '#domain/integrations/index.ts'
import { ok, refuse, toInstant, type AreaPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { toListedAnswer, EMPTY_ANSWER_FILTER, type Answer, type AnswerFilter } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { findAnswer } from '../../answers/find-answer.ts'
import { findFormForAnswerList } from '../../answers/list-answers.ts'
import { SEARCH_LIMITS, planSearch } from '../../answers/search-for.ts'
import { serveFile } from '../../answers/serve-file.ts'
import { readVersionsPage } from '../../answers/read-versions.ts'
import type { Core } from '../../context.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { textFromBase64Url, toBase64Url } from '../../http/digest.ts'
import { queryPage } from '../../paging.ts'
import { readAreaPaths } from '../../places/all-places.ts'
import type { Store, Ports } from '../../ports.ts'
import type { TokenBearer } from '../token-bearer.ts'

/**
 * Delay before a change is listed, in milliseconds. Without it, the later of two concurrent changes may become visible
 * first, and a reader would miss the earlier change.
 */
const CHANGE_DELAY_MS = 10_000

/** A position, encoded for a URL. */
function encodeCursor(place: string | undefined): string | null {
  return place === undefined ? null : toBase64Url(new TextEncoder().encode(place))
}
function decodeCursor(cursor: string | undefined): Result<string | undefined> {
  if (cursor === undefined) return ok(undefined)
  const place = textFromBase64Url(cursor)
  return place === undefined || !place.includes('\n') ? refuse('request.malformed') : ok(place)
}

/**
 * Answers of a form that this token may read. Refuses with template.missing, and with request.malformed for an invalid
 * cursor.
 */
async function listPublished(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { token, user }: TokenBearer,
  { form, limit, cursor, ...asked }: PublishedAnswersQuery,
): Promise<Result<{ readonly answers: PublishedAnswerSummary[]; readonly next: string | null }>> {
  const after = decodeCursor(cursor)
  if (!after.ok) return after
  const template = await findFormForAnswerList(store, user, form)
  if (!template.ok) return refuse('template.missing')
  if (!isFormWithinRestriction(token, template.value)) return refuse('template.missing')
  const search = await planSearch({ store, clock }, { user, template: form, filter: buildApiFilter(asked, clock()) })
  const since = asked.updatedSince === undefined ? undefined : asked.createdSince
  const page = await queryPage(search.among, {
    query: search.query,
    summaries: true,
    order: { field: search.orderedBy, descending: false },
    valueOf: search.momentOf,
    size: limit,
    after: after.value,
    keeps: (document) =>
      search.fits(document) &&
      isAnswerWithinRestriction(token, document) &&
      (since === undefined || document.summary.fechaCreacion >= since),
    max: SEARCH_LIMITS.lookedAt,
  })
  return ok({
    answers: page.entries.map(({ document }) => toPublishedAnswerSummary(document)),
    next: encodeCursor(page.next),
  })
}

type RequestedAnswers = Pick<PublishedAnswersQuery, 'state' | 'createdSince' | 'updatedSince'>

function buildApiFilter({ state, createdSince, updatedSince }: RequestedAnswers, now: number): AnswerFilter {
  return {
    ...EMPTY_ANSWER_FILTER,
    ...(state === undefined ? {} : { state }),
    ...(updatedSince === undefined
      ? { startDate: createdSince }
      : { startDate: updatedSince, endDate: toInstant(now - CHANGE_DELAY_MS), lastUpdateCheck: '1' as const }),
  }
}

/** An answer that this token may read. Refuses with answer.missing for any other. */
async function findPublishedAnswer(store: Store, { token, user }: TokenBearer, id: string): Promise<Result<Answer>> {
  const answer = await findAnswer(store, user, id)
  return answer.ok && isAnswerWithinRestriction(token, answer.value) ? answer : refuse('answer.missing')
}

/** True when the token covers a form and the token's creator may read the form. */
function mayReadForm({ token, user }: TokenBearer, form: FormTemplate): boolean {
  return (
    !form.deleted &&
    isFormWithinRestriction(token, form) &&
    can(actorOfUser(user), 'read', { kind: 'formulario', document: form })
  )
}

/** Kind of change of a version that does not store its kind. */
function pickChangeName(version: number): 'created' | 'changed' {
  return version === 1 ? 'created' : 'changed'
}

/** A page of an answer's versions, in the format of the published API. */
async function readPublishedHistory(
  store: Store,
  answer: Answer,
  before: number | undefined,
): Promise<PublishedHistory> {
  const { versions, next } = await readVersionsPage(store, answer, before)
  return {
    versions: versions.map(({ version, at, changedBy }) => ({
      version,
      at,
      change: changedBy === undefined ? pickChangeName(version) : PUBLISHED_CHANGE_KINDS[changedBy.kind],
      by: changedBy?.by.username ?? '',
    })),
    next,
  }
}

/** Handlers of the published API; `src/domain/integrations` defines its format. */
export function createV1Handlers({ ports }: Core) {
  const { store, files } = ports
  return {
    async v1ListTemplates({ token, user, query: { limit, cursor } }) {
      const after = decodeCursor(cursor)
      if (!after.ok) return after
      const values = token.areas.length > 0 ? token.areas : await readAreaPaths(store, [token.municipality])
      if (values.length === 0) return ok({ templates: [], next: null })
      const page = await queryPage(store, {
        query: { collection: 'formularios', where: { deleted: false }, containsAny: { field: 'areas', values } },
        order: { field: 'titulo', descending: false },
        valueOf: ({ titulo }) => titulo,
        size: limit,
        after: after.value,
        keeps: (form) => mayReadForm({ token, user }, form),
      })
      const nameOf = await areaNames(
        store,
        page.entries.flatMap(({ document }) => document.areas),
      )
      return ok({
        templates: page.entries.map(({ document }) => toTemplateListItem(document, nameOf)),
        next: encodeCursor(page.next),
      })
    },

    async v1ReadTemplate({ token, user, params: { id } }) {
      const form = await store.get(keys.template(id))
      if (form === undefined || !mayReadForm({ token, user }, form)) return refuse('template.missing')
      return ok(toPublishedTemplate(form, await areaNames(store, form.areas)))
    },

    v1ListAnswers: ({ token, user, query }) => listPublished(ports, { token, user }, query),

    async v1ReadAnswer({ token, user, params: { id } }) {
      const answer = await findPublishedAnswer(store, { token, user }, id)
      if (!answer.ok) return answer
      return ok(toPublishedAnswer(answer.value, toPublishedAnswerSummary(toListedAnswer(answer.value))))
    },

    async v1ReadHistory({ token, user, params: { id }, query: { before } }) {
      const answer = await findPublishedAnswer(store, { token, user }, id)
      return answer.ok ? ok(await readPublishedHistory(store, answer.value, before)) : answer
    },

    async v1ReadFile({ token, user, params: { id, sha256 }, request }) {
      const answer = await findPublishedAnswer(store, { token, user }, id)
      if (!answer.ok) return answer
      const file = answer.value.files.find((eachFile) => eachFile.sha256 === sha256)
      return file === undefined ? refuse('file.missing') : serveFile(files, file, request)
    },
  } satisfies PartialHandlers
}

/** @returns the name of each area; empty for a deleted one */
async function areaNames(store: Store, areas: readonly AreaPath[]): Promise<(area: AreaPath) => string> {
  const documents = await store.getMany([...new Set(areas)].map((area) => keys.area(area)))
  return (area) => documents.get(keys.area(area))?.nombre ?? ''
}
