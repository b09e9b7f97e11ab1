import { actorOfUser, listReachablePlaces } from '#domain/access/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { ALL_DELETED_SEARCH_KEY } from '#domain/answers/index.ts'
import { mayRestoreAnswer } from '#domain/answers/judge/index.ts'
import { answerIdSchema, getMunicipality, type AnswerId } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  normaliseIdentifier,
  buildIdentifierWords,
  isPayer,
  matchPersonInAnswer,
  type PersonPage,
  type PersonRecord,
  type PersonRecordListItem,
  type PersonIdentifier,
} from '#domain/privacy/index.ts'
import { readPersonRecord, listPersonRecordKeys } from '#domain/privacy/judge/index.ts'
import { wrapPartlyFoundDocuments, type FoundDocuments, type Key } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import { formatPageBoundary, parsePageBoundary, queryPage } from '../paging.ts'
import type { Store } from '../ports.ts'

/** Documents read per request, about 100 ms of CPU time; the caller continues with `next`. */
const MAX_READ = 1_000
/** Forms searched per request, each with one query. */
const MAX_FORMS = 50
const BATCH_SIZE = 250

/**
 * Parts of the search, in order:
 *
 * | stage | finds |
 * |---|---|
 * | numbers | answers of the citizen, by indexes |
 * | forms | answers whose texts or payments contain the identifier, by the text search of each form |
 * | deleted | answers that can still be restored |
 * | held | answers that wait for a decision, or were discarded |
 * | orders | all payments of the person, also those whose answer is gone |
 */
const STAGES = ['numbers', 'forms', 'deleted', 'held', 'orders'] as const
type Stage = (typeof STAGES)[number]
type Position = { readonly stage: Stage; readonly after: string }
/** `after`: where this stage continues; undefined: it is finished. */
type Step = { readonly ids: readonly AnswerId[]; readonly read: number; readonly after: string | undefined }
type Search = { readonly store: Store; readonly user: User; readonly sought: PersonIdentifier }

/** A part of the search for a person among the records that the user may administer. */
export async function findPersonRecords(
  search: Search,
  from: string | undefined,
): Promise<Pick<PersonPage, 'records' | 'next'>> {
  let position: Position | undefined = parsePosition(from)
  const ids = new Set<AnswerId>()
  let read = 0
  while (position !== undefined && read < MAX_READ && ids.size < BATCH_SIZE) {
    const step: Step = await STEPS[position.stage](search, position.after)
    for (const id of step.ids) ids.add(id)
    // A step without documents also costs a query.
    read += step.read + QUERY_COST
    position = step.after === undefined ? getNextStage(position.stage) : { stage: position.stage, after: step.after }
  }
  const records: PersonRecordListItem[] = []
  for (const id of ids) {
    const record = await findPersonRecord(search, id)
    if (record !== undefined) records.push(toRecordLine(record, search.sought))
  }
  return { records, ...(position === undefined ? {} : { next: `${position.stage}:${position.after}` }) }
}
const QUERY_COST = MAX_READ / MAX_FORMS

/** The record with this id, if it names the person and the user may administer it. */
export async function findPersonRecord(
  { store, user, sought }: Search,
  id: AnswerId,
): Promise<PersonRecord | undefined> {
  const record = readPersonRecord(id, sought, await readRecordDocuments(store, id))
  return record !== undefined && mayRestoreAnswer(user, record) ? record : undefined
}

/** Reads the documents of a record. */
async function readRecordDocuments(store: Pick<Store, 'getMany'>, id: AnswerId): Promise<FoundDocuments> {
  const first = await store.getMany(listPersonRecordKeys(id, wrapPartlyFoundDocuments(new Map())))
  const rest = listPersonRecordKeys(id, first).filter((key) => !first.has(key))
  return rest.length === 0 ? first : wrapPartlyFoundDocuments(new Map([...first, ...(await store.getMany(rest))]))
}

function toRecordLine(record: PersonRecord, sought: PersonIdentifier): PersonRecordListItem {
  const { id, kind, as, areas, content, order } = record
  return {
    id,
    kind,
    as,
    name: nameOf(record, sought),
    title: content?.titulo ?? order?.formTitle ?? '',
    code: content?.codigoMunicipio ?? '',
    at: content?.fechaCreacion ?? order?.createdAt ?? UNKNOWN_TIME,
    municipality: municipalityOfDocument({ areas }),
    hasPayment: order !== undefined,
  }
}

/** Name of the person in the record. Distinguishes persons who share an identifier, such as an e-mail address. */
function nameOf({ as, content, order }: PersonRecord, sought: PersonIdentifier): string {
  if (as === 'content') return ''
  const { nombre = '', apellido = '' } = content?.datosCiudadano ?? {}
  if (as === 'citizen') return `${nombre} ${apellido}`.trim()
  const orders = [order, ...(content?.payments ?? []).map(({ payOrder }) => payOrder)]
  return orders.find((one) => one !== undefined && isPayer(one, sought))?.fullName ?? ''
}

const UNKNOWN_TIME = '1970-01-01T00:00:00.000Z' as PersonRecordListItem['at']

function parsePosition(text: string | undefined): Position {
  const [name = '', ...rest] = (text ?? '').split(':')
  const stage = STAGES.find((known) => known === name)
  return stage === undefined ? { stage: STAGES[0], after: '' } : { stage, after: rest.join(':') }
}

function getNextStage(stage: Stage): Position | undefined {
  const next = STAGES[STAGES.indexOf(stage) + 1]
  return next === undefined ? undefined : { stage: next, after: '' }
}

const STEPS: Readonly<Record<Stage, (search: Search, after: string) => Promise<Step>>> = {
  numbers: searchNumbers,
  forms: searchForms,
  deleted: searchDeleted,
  held: (search, after) => scanCollection(search, 'held', after),
  orders: (search, after) => scanCollection(search, 'payOrder', after),
}

const EVERYWHERE = '*'

const INDEXED: Readonly<Record<PersonIdentifier['kind'], readonly string[]>> = {
  number: ['listing.dni', 'listing.cuit'],
  email: [],
  citizen: ['datosCiudadano.id'],
}

/** @param after number of the index, and number of entries already read from it */
async function searchNumbers({ store, sought }: Search, after: string): Promise<Step> {
  const [index = 0, offset = 0] = after === '' ? [] : after.split(' ').map(Number)
  const field = INDEXED[sought.kind][index]
  if (field === undefined) return { ids: [], read: 0, after: undefined }
  const entries = await store.query({
    collection: 'respuestas_formularios',
    where: { [field]: normaliseIdentifier(sought) },
    limit: BATCH_SIZE,
    offset: Number.isSafeInteger(offset) ? offset : 0,
  })
  const isLastPage = entries.length < BATCH_SIZE
  return {
    ids: toIds(entries),
    read: entries.length,
    after: isLastPage ? `${index + 1} 0` : `${index} ${offset + entries.length}`,
  }
}

/** @param after position of the form, and of the answer within the form, separated by a tab */
async function searchForms({ store, user, sought }: Search, after: string): Promise<Step> {
  const any = buildIdentifierWords(sought)
  if (sought.kind === 'citizen' || any.length === 0) return { ids: [], read: 0, after: undefined }
  const [formPlace = '', answerPlace] = after.split('\t')
  const boundary = parsePageBoundary(formPlace === '' ? undefined : formPlace)
  const [form] = await store.query<'formularios', true>({
    collection: 'formularios',
    summaries: true,
    order: { field: 'titulo', descending: false },
    limit: 1,
    ...(boundary === undefined ? {} : { after: boundary }),
  })
  if (form === undefined) return { ids: [], read: 0, after: undefined }
  const next = formatPageBoundary(form.key, form.document.titulo)
  const places = listReachablePlaces(actorOfUser(user), EVERYWHERE)
  // An answer keeps its area when its form moves, so all forms of a municipality that the user may access are searched.
  const isReached =
    places.includes(EVERYWHERE) || form.document.areas.some((area) => places.includes(getMunicipality(area)))
  if (!isReached) return { ids: [], read: 0, after: next }
  const page = await queryPage(store, {
    query: {
      collection: 'respuestas_formularios',
      where: { idPlantilla: form.document.id },
      words: { within: form.document.id, any },
    },
    order: { field: 'fechaCreacion', descending: true },
    valueOf: ({ fechaCreacion }) => fechaCreacion,
    size: BATCH_SIZE,
    keeps: (answer: Answer) => matchPersonInAnswer(answer, sought) !== undefined,
    max: MAX_READ,
    ...(answerPlace === undefined ? {} : { after: answerPlace }),
  })
  return {
    ids: toIds(page.entries),
    read: page.entries.length,
    after: page.next === undefined ? next : `${formPlace}\t${page.next}`,
  }
}

async function searchDeleted({ store, user, sought }: Search, after: string): Promise<Step> {
  const boundary = parsePageBoundary(after === '' ? undefined : after)
  const entries = await store.query({
    collection: 'deleted',
    containsAny: { field: 'listing.reach', values: listReachablePlaces(actorOfUser(user), ALL_DELETED_SEARCH_KEY) },
    order: { field: 'at', descending: false },
    limit: BATCH_SIZE,
    ...(boundary === undefined ? {} : { after: boundary }),
  })
  const ids: AnswerId[] = []
  for (const id of toIds(entries))
    if (readPersonRecord(id, sought, await readRecordDocuments(store, id)) !== undefined) ids.push(id)
  const last = entries.at(-1)
  const isLastPage = last === undefined || entries.length < BATCH_SIZE
  return {
    ids,
    read: entries.length,
    after: isLastPage ? undefined : formatPageBoundary(last.key, last.document.at),
  }
}

/**
 * Reads a collection in key order, because it has no index by person. Orders are few compared with answers, and most
 * orders were already found through their answers.
 * @param after number of documents read before
 */
async function scanCollection(
  { store, user, sought }: Search,
  collection: 'held' | 'payOrder',
  after: string,
): Promise<Step> {
  const offset = after === '' ? 0 : Number(after)
  const entries = await store.query({
    collection,
    limit: BATCH_SIZE,
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
  })
  const places = listReachablePlaces(actorOfUser(user), EVERYWHERE)
  const named = entries.filter(
    ({ document }) =>
      (places.includes(EVERYWHERE) || places.includes(document.municipality)) &&
      ('answer' in document ? matchPersonInAnswer(document.answer, sought) !== undefined : isPayer(document, sought)),
  )
  return {
    ids: toIds(named),
    read: entries.length,
    after: entries.length < BATCH_SIZE ? undefined : String(offset + entries.length),
  }
}

/** Ids of answers in keys; orders, held and deleted answers have the id of their answer. */
function toIds(entries: readonly { readonly key: Key }[]): readonly AnswerId[] {
  return entries.flatMap(({ key }) => answerIdSchema.safeParse(key.split('/').at(-1)).data ?? [])
}
