import { actorOfUser, can, type Staff } from '#domain/access/index.ts'
import { buildQuestionCells } from '#domain/answering/index.ts'
import { listGrowingLists } from '#domain/corrections/index.ts'
import type { AnsweredQuestion } from '#domain/questions/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  refuse,
  ok,
  DEFAULT_LANGUAGE,
  type Instant,
  type Result,
  type TemplateId,
  type AnswerId,
  type Language,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import {
  toAnswerListItem,
  type AnswerListItem,
  type AnswersPage,
  type AnswersQuery,
  type ListedAnswer,
  type Answer,
} from '#domain/answers/index.ts'
import { queryPage } from '../paging.ts'
import type { DocumentEntry, Ports, Store } from '../ports.ts'
import { SEARCH_LIMITS, planSearch } from './search-for.ts'

/**
 * Cost in questions (`computeCost`) at which no more answers of a page are read: about 50 ms of CPU time, and five
 * times the largest page of ordinary answers.
 */
const MAX_QUESTIONS = 15_000

/** Characters that cost as much as one question. */
const CHARACTERS_PER_QUESTION = 500

/** Maximum answers read per batch. */
const MAX_CONCURRENT = 10
/** Average cost per answer, in questions, above which answers are read one by one. */
const LARGE_FORM_QUESTIONS = 1_000

type CellsRequest = {
  readonly columns: readonly string[]
  readonly language: Language | undefined
  /** maximum cost in questions */
  readonly max?: number
}

/**
 * Values of the chosen columns for a page's answers that this user may read. Read from the full answers, because lists
 * store no answered values.
 * @returns cells by answer id; answers that were deleted, or are beyond the page's cost limit, are missing
 */
export async function readCells(
  store: Pick<Store, 'getMany'>,
  user: User,
  ids: readonly AnswerId[],
  { columns, language = DEFAULT_LANGUAGE, max = MAX_QUESTIONS }: CellsRequest,
): Promise<ReadonlyMap<AnswerId, NonNullable<AnswerListItem['cells']>>> {
  const actor = actorOfUser(user)
  const found = new Map<AnswerId, NonNullable<AnswerListItem['cells']>>()
  let [index, read, atOnce] = [0, 0, 1]
  while (index < ids.length && read < max) {
    const batch = ids.slice(index, index + atOnce)
    const answers = await store.getMany(batch.map(keys.answer))
    for (const id of batch) {
      const answer = answers.get(keys.answer(id))
      if (answer === undefined || !can(actor, 'read', { kind: 'respuesta', document: answer })) continue
      read += computeCost(answer)
      found.set(id, buildQuestionCells(answer.secciones, columns, language))
    }
    index += batch.length
    // Prevents several large answers from being in memory together.
    atOnce = read / index > LARGE_FORM_QUESTIONS ? 1 : MAX_CONCURRENT
  }
  return found
}

/**
 * Cost of an answer in questions: the questions of all its rows, plus the cost of its texts, history and file entries.
 */
function computeCost(answer: Answer): number {
  let [questions, characters] = [0, JSON.stringify(listGrowingLists(answer)).length]
  const count = (asked: readonly AnsweredQuestion[] = []): void => {
    questions += asked.length + 1
    for (const question of asked) characters += countResponseCharacters(question)
  }
  for (const { preguntas, seccionesRepetibles, conditions } of answer.secciones) {
    count(preguntas)
    for (const row of seccionesRepetibles ?? []) count(row.preguntas)
    for (const { questions: asked } of conditions ?? []) count(asked)
  }
  return questions + Math.floor(characters / CHARACTERS_PER_QUESTION)
}

function countResponseCharacters({ respuesta, combinedQuestions = [] }: AnsweredQuestion): number {
  const own = typeof respuesta === 'string' ? respuesta.length : 0
  return combinedQuestions.reduce(
    (sum, part) => sum + ('respuesta' in part && typeof part.respuesta === 'string' ? part.respuesta.length : 0),
    own,
  )
}

/** List entry of an answer, with its key. */
export type ListedEntry = DocumentEntry<ListedAnswer>

/**
 * A page of a form's answers that match the filter, sorted by time of creation or last change. Refuses with
 * template.missing and access.forbidden.
 */
export async function listFormAnswers(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  request: AnswersQuery,
  bounds = SEARCH_LIMITS,
): Promise<Result<AnswersPage>> {
  const { store } = ports
  const { template: id, ascending, size, after, before, columns, language, ...filter } = request
  const template = await findFormForAnswerList(store, user, id)
  if (!template.ok) return template
  const search = await planSearch(ports, { user, template: id, filter }, bounds)
  const [page, counted] = await Promise.all([
    queryPage(search.among, {
      query: search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: ascending === undefined },
      valueOf: search.momentOf,
      batchSize: search.batchSize,
      size,
      after,
      before,
      keeps: search.fits,
      max: bounds.lookedAt,
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
    answers: entries.map(({ document }) => withCells(toAnswerListItem(document), cells.get(document.summary.id))),
    total: total === null ? null : Math.min(bounds.counted, total),
    andMore: total !== null && total > bounds.counted,
    ...places,
    // Safe cast: the sort field holds instants.
    ...(lookedUpTo === undefined ? {} : { lookedUpTo: lookedUpTo as Instant }),
  })
}

function withCells(line: AnswerListItem, cells: AnswerListItem['cells']): AnswerListItem {
  return cells === undefined ? line : { ...line, cells }
}

/** The form, for a user who may list its answers. Refuses with template.missing and access.forbidden. */
export async function findFormForAnswerList(store: Store, user: User, id: TemplateId): Promise<Result<FormTemplate>> {
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
