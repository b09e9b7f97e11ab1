import { actorOfUser, can } from '#domain/access/index.ts'
import {
  toAnswerListItem,
  toListedAnswer,
  MAP_BATCH_SIZE,
  type Answer,
  type AnswerVersions,
  type PaidAnswers,
  type ListedAnswer,
  type RecipientPage,
  type RecipientQuery,
  type AnswerPoint,
  type AnswerPoints,
  type AnswerPointsQuery,
} from '#domain/answers/index.ts'
import { findCopiesOfAnswer, buildCopyDeliveryReports, listUnsentEmailKeys } from '#domain/answers/judge/index.ts'
import { parsePaymentSearch } from '#domain/payments/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  ok,
  toComparableIdNumber,
  RECIPIENT_SEARCH_PAGE_SIZE,
  type AnswerId,
  type Result,
} from '#domain/kernel/index.ts'
import { queryPage } from '../../paging.ts'
import { createQueryableEntries } from '../among.ts'
import { findAnswerFileByHash } from '../file-named.ts'
import { findAnswer } from '../find-answer.ts'
import { findDeletedAnswer } from './deleted.ts'
import { readIncidentStatus } from '../../jobs/incident-status.ts'
import { listFormAnswers, findFormForAnswerList } from '../list-answers.ts'
import { keys } from '#domain/store/index.ts'
import { SEARCH_LIMITS, planSearch } from '../search-for.ts'
import { readVersionsPage } from '../read-versions.ts'
import { serveFile } from '../serve-file.ts'
import { generateCsvBatch } from '../../exports/generate-csv.ts'
import type { Core } from '../../context.ts'
import { findHeldAnswer } from '../../jobs/find-held.ts'
import { buildRefusalResponseForCode } from '../../http/problems.ts'
import { createMemoryRateLimit } from '../../limits/pace.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import type { Store, DocumentEntry, Ports } from '../../ports.ts'

/** Maximum answers read about one person, sorted by key. */
const MAX_ANSWERS_READ = 2_000

/**
 * The answers about a person or legal entity in this user's areas, of forms that still exist, newest first. Roles with
 * wider access are also limited to their areas (part 3, point 6). Users whose role sees only their own answers find
 * only their own.
 */
async function findRecipientAnswers(store: Store, user: User, request: RecipientQuery): Promise<RecipientPage> {
  const { kind, number, after, before } = request
  const foundEntries = await store.query({
    collection: 'respuestas_formularios',
    where: { [kind === 'dni' ? 'listing.dni' : 'listing.cuit']: toComparableIdNumber(number) },
    summaries: true,
    limit: MAX_ANSWERS_READ,
  })
  const entries = await dropDeletedForms(
    store,
    foundEntries.filter(({ document }) => isVisibleTo(user, document)),
  )
  const getCreationMoment = ({ summary }: ListedAnswer): string => summary.fechaCreacion
  const source = createQueryableEntries(entries, getCreationMoment)
  const ask = (size: number, places: { readonly after?: string | undefined; readonly before?: string | undefined }) =>
    queryPage(source, {
      query: { collection: 'respuestas_formularios' },
      summaries: true,
      order: { field: 'fechaCreacion', descending: true },
      valueOf: getCreationMoment,
      size,
      ...places,
    })
  const [newest, page] = await Promise.all([ask(1, {}), ask(RECIPIENT_SEARCH_PAGE_SIZE, { after, before })])
  const { entries: shownEntries, ...places } = page
  return {
    recipient: findRecipientOf(newest.entries[0]?.document),
    answers: shownEntries.map(({ document }) => ({
      ...toAnswerListItem(document),
      template: document.idPlantilla,
      titulo: document.titulo,
    })),
    total: entries.length,
    ...places,
  }
}

function isVisibleTo(user: User, document: ListedAnswer): boolean {
  return (
    document.areas.some((area) => user.areas.includes(area)) &&
    can(actorOfUser(user), 'read', { kind: 'respuesta', document })
  )
}

async function dropDeletedForms(
  store: Store,
  entries: readonly DocumentEntry<ListedAnswer>[],
): Promise<readonly DocumentEntry<ListedAnswer>[]> {
  const forms = [...new Set(entries.map(({ document }) => document.idPlantilla))]
  const documents = await store.getMany(forms.map((id) => keys.template(id)))
  const living = new Set(forms.filter((id) => documents.get(keys.template(id))?.deleted === false))
  return entries.filter(({ document }) => living.has(document.idPlantilla))
}

function findRecipientOf(document: ListedAnswer | undefined): RecipientPage['recipient'] {
  if (document?.datosCiudadano === undefined) return null
  const { nombre, apellido, dni, cuit, email, tipo } = document.datosCiudadano
  return { nombre, apellido, dni, cuit, email, tipo }
}

/** Maximum orders read per search. Order numbers are unique, but several providers may use the same reference. */
const MAX_ORDERS = 20

/**
 * The answers of an order number or payment reference, in any form, by one index lookup each. Access is checked on the
 * current answer.
 */
async function findAnswersByPayment(store: Store, user: User, typed: string): Promise<PaidAnswers['answers']> {
  const { orderId, reference } = parsePaymentSearch(typed) ?? {}
  const [numbered, referred] = await Promise.all([
    orderId === undefined
      ? []
      : store.query({
          collection: 'respuestas_formularios',
          where: { 'paymentDetails.orderId': orderId },
          limit: MAX_ORDERS,
        }),
    reference === undefined
      ? []
      : store.query({
          collection: 'payOrder',
          containsAny: { field: 'listing.references', values: [reference] },
          limit: MAX_ORDERS,
        }),
  ])
  const ofReference = referred.map(({ document }) => keys.answer(document.id))
  const documents = await store.getMany(ofReference)
  const answers = [...numbered.map(({ document }) => document), ...ofReference.map((key) => documents.get(key))]
  const own = new Map(answers.flatMap((answer) => (answer === undefined ? [] : [[answer.id, answer] as const])))
  return [...own.values()]
    .filter((document) => can(actorOfUser(user), 'read', { kind: 'respuesta', document }))
    .map((answer) => ({
      ...toAnswerListItem(toListedAnswer(answer)),
      template: answer.idPlantilla,
      titulo: answer.titulo,
    }))
}

/** Handlers for reading answers: lists, points on the map, exports, single answers, and their files and versions. */
export function createAnswerHandlers({ ports, tuning }: Core) {
  const { store, files } = ports
  const pointsPace = createMemoryRateLimit(ports.clock, tuning.pointsBurst, tuning.pointsInterval)
  return {
    listAnswers: ({ user, query }) => listFormAnswers(ports, user, query),

    listAnswerPoints: async ({ user, query }) => {
      const pace = pointsPace(user.id)
      return pace.ok ? listAnswerMapPoints(ports, user, query) : pace
    },

    findRecipient: async ({ user, query }) => ok(await findRecipientAnswers(store, user, query)),

    findPaidAnswers: async ({ user, query }) => ok({ answers: await findAnswersByPayment(store, user, query.number) }),

    async readAnswer({ user, params }) {
      const answer = await findAnswer(store, user, params.id)
      return answer.ok ? ok({ answer: answer.value }) : answer
    },

    readIncident: ({ user, params }) => readIncidentStatus(store, user, params.id),

    async listAnswerVersions({ user, params, query: { before } }) {
      const answer = await findAnswer(store, user, params.id)
      if (!answer.ok) return answer
      const versions = await readVersionsPage(store, answer.value, before)
      return ok(before === undefined ? { ...versions, ...(await readSentCopies(store, answer.value)) } : versions)
    },

    async readAnswerVersion({ user, params: { id, version } }) {
      const answer = await findAnswer(store, user, id)
      if (!answer.ok || answer.value.version === version) return answer.ok ? ok({ answer: answer.value }) : answer
      // Higher versions belong to an earlier deleted answer with this id, which this user may not be allowed to read.
      if (version > answer.value.version) return buildRefusalResponseForCode('answer.missing')
      const earlier = await store.get(keys.answerVersion(answer.value.id, version))
      return earlier === undefined ? buildRefusalResponseForCode('answer.missing') : ok({ answer: earlier })
    },

    async readAnswerFile({ user, params, request }) {
      const answer = await withFiles(ports, user, params.id)
      if (!answer.ok) return answer
      const file = findAnswerFileByHash(answer.value, params.sha256)
      return file === undefined ? buildRefusalResponseForCode('file.missing') : serveFile(files, file, request)
    },

    generateCsv: ({ body, ...by }) => generateCsvBatch(ports, body, by),
  } satisfies PartialHandlers
}

/**
 * Finds an answer to read its files: first a stored answer that the user may read, then a held or deleted answer about
 * which the user may decide.
 */
async function withFiles(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: AnswerId,
): Promise<Result<Pick<Answer, 'files'>>> {
  const answer = await findAnswer(ports.store, user, id)
  if (answer.ok) return answer
  const held = await findHeldAnswer(ports.store, user, id)
  if (held.ok) return ok(held.value.answer)
  const deleted = await findDeletedAnswer(ports, user, id)
  return deleted.ok ? ok(deleted.value.answer) : answer
}

/**
 * The copies of an answer that were sent, for the answer's history. The caller has checked access.
 * @returns an empty object when there are none
 */
async function readSentCopies(store: Store, answer: Answer): Promise<Pick<AnswerVersions, 'copies'>> {
  const copies = findCopiesOfAnswer(answer, await store.get(keys.sentCopies(answer.id)))
  return copies === undefined
    ? {}
    : { copies: [...buildCopyDeliveryReports(copies, await store.getMany(listUnsentEmailKeys(copies)))] }
}

/** A batch of map points of a form's answers, newest first. Same access check and refusals as the list. */
export async function listAnswerMapPoints(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  { template: id, after, ...filter }: AnswerPointsQuery,
  max = MAP_BATCH_SIZE,
): Promise<Result<AnswerPoints>> {
  const template = await findFormForAnswerList(ports.store, user, id)
  if (!template.ok) return template
  const search = await planSearch(ports, { user, template: id, filter }, SEARCH_LIMITS)
  const { entries, next } = await queryPage(search.among, {
    query: search.query,
    summaries: true,
    order: { field: search.orderedBy, descending: true },
    valueOf: search.momentOf,
    batchSize: search.batchSize,
    size: max,
    after,
    // Checks the location first, because the access check costs more.
    keeps: (document) => toAnswerPoint(document) !== undefined && search.fits(document),
    max,
  })
  const points = entries.map(({ document }) => toAnswerPoint(document)).filter((point) => point !== undefined)
  return ok({ points, ...(next === undefined ? {} : { next }) })
}

function toAnswerPoint({ summary: { id, ubicacion } }: ListedAnswer): AnswerPoint | undefined {
  const position = ubicacion?.latlng
  return position === undefined ? undefined : [position.longitude, position.latitude, id]
}
