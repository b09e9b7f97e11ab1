import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { type Answer, listPossibleCodes, EMPTY_ANSWER_FILTER, type ListFilter } from '#domain/answers/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  toExportedAnswer,
  toListFilter,
  toExportedVersion,
  type ExportBatch,
  type ExportCall,
} from '#domain/exports/index.ts'
import { logActionUnit, type LoggedAction } from '#domain/audit/index.ts'
import { ok, refuse, toInstant, type Result } from '#domain/kernel/index.ts'
import { keys, type Key } from '#domain/store/index.ts'
import { findFormForAnswerList, type ListedEntry } from '../answers/list-answers.ts'
import { planSearch, type SearchPlan, type SearchRequest } from '../answers/search-for.ts'
import type { Ports, Store } from '../ports.ts'
import { actorOfUser, seesOnlyOwnAnswers } from '#domain/access/index.ts'
import type { Requester } from '../context.ts'
import type { PageBoundary } from '../paging.ts'
import { isSameSignature, computeSignature } from '../signing.ts'

/** Lifetime of an export in milliseconds. Long enough to continue the next morning after a lost connection. */
const EXPORT_LIFETIME_MS = 24 * 60 * 60 * 1000
/** Groups: expiry, signature, sort value, key. */
const SIGNED = /^(\d{13,15})\.([0-9a-f]{64})\.([^\n]+)\n([^\n]+)$/

type Asked = Pick<SearchRequest, 'user' | 'template' | 'filter' | 'answers'>
type SigningPorts = Pick<Ports, 'store' | 'random' | 'clock'>

/**
 * Signs the position from which the device continues; valid only for this user and export.
 * @param begun the previous position, whose expiry is kept
 */
async function signPosition(
  ports: SigningPorts,
  request: Asked,
  { value, key }: PageBoundary,
  begun: string | null,
): Promise<string> {
  const ends = begun === null ? String(ports.clock() + EXPORT_LIFETIME_MS) : (SIGNED.exec(begun)?.[1] ?? '')
  const place = `${value}\n${key}`
  return `${ends}.${await computeExportSignature(ports, request, ends, place)}.${place}`
}

/** @returns the position; undefined if it was not issued to this user for this export, or has expired */
async function verifyCursor(ports: SigningPorts, request: Asked, signed: string): Promise<PageBoundary | undefined> {
  const [, ends = '', signature = '', value = '', key = ''] = SIGNED.exec(signed) ?? []
  if (ends === '' || Number(ends) <= ports.clock()) return undefined
  const expected = await computeExportSignature(ports, request, ends, `${value}\n${key}`)
  return isSameSignature(expected, signature) ? { value, key: key as Key } : undefined
}

function computeExportSignature(
  ports: SigningPorts,
  { user, template, filter, answers }: Asked,
  ends: string,
  place: string,
) {
  return computeSignature(ports, `export|${JSON.stringify([user.id, template, filter, answers, ends, place])}`)
}

/** Maximum answers per batch. */
const MAX_ANSWERS = 250
/** Approximate maximum characters of a batch's answers as stored: about 60 ms of CPU time. */
const MAX_BATCH_CHARACTERS = 2_500_000
/** Maximum summaries read for one batch. */
const MAX_EXAMINED = 2_500
/** Maximum answers with the same code; with more, see `isSharedCode`. */
const MAX_SEARCHED = 1_000
/** Maximum answers read per batch; reduced while answers are large. */
const MAX_CONCURRENT = 50

/**
 * A batch of the list as this user sees it. The first batch is logged. Refuses like the list, with request.malformed
 * for an invalid position, and with request.too-large for a code that too many answers share.
 */
export async function generateCsvBatch(
  ports: Ports,
  call: ExportCall,
  { user, address }: Requester,
): Promise<Result<ExportBatch>> {
  const { store } = ports
  const template = await findFormForAnswerList(store, user, call.formData.id)
  if (!template.ok) return template
  const searchRequest: SearchRequest = {
    user,
    template: template.value.id,
    filter: await buildExportFilter(store, template.value, call),
    answers: call.answers,
  }
  const place = call.lastDoc === null ? undefined : await verifyCursor(ports, searchRequest, call.lastDoc)
  if (call.lastDoc !== null && place === undefined) return refuse('request.malformed')

  if (await isSharedCode(store, searchRequest)) return refuse('request.too-large')
  const search = await planSearch(ports, searchRequest)
  const most = search.looksCloser ? MAX_EXAMINED : MAX_ANSWERS
  const [entries, total] = await Promise.all([readSummaries(search, place, most), search.countAll()])
  if (call.lastDoc === null)
    await noteExport(
      ports,
      template.value,
      { user, address },
      {
        answers: total,
        ...(isFiltered(searchRequest.filter) || searchRequest.answers !== undefined ? { filtered: true } : {}),
      },
    )

  const { read, answers, hidden } = await readFullAnswers(ports, search, entries, most)
  const last = entries[read - 1]
  const isLastBatch = last === undefined || read === entries.length
  return ok({
    status: 'ok',
    answers: answers.map(toExportedAnswer),
    lastDoc: isLastBatch
      ? null
      : await signPosition(
          ports,
          searchRequest,
          { value: search.momentOf(last.document), key: last.key },
          call.lastDoc,
        ),
    total,
    hidden,
    versions: await readMissingVersions(
      ports,
      answers,
      new Set(call.sections.filter((section) => typeof section === 'number')),
    ),
  })
}

/** The filter, with days in the time zone of the form's municipality instead of the browser's. */
async function buildExportFilter(
  store: Store,
  form: FormTemplate,
  { filters, answers }: ExportCall,
): Promise<ListFilter> {
  if (answers !== undefined) return EMPTY_ANSWER_FILTER
  const path = municipalityOfDocument(form)
  const { timeZone } = resolveSettings((await store.get(keys.municipality(path))) ?? { path, settings: {} })
  return toListFilter(filters, timeZone)
}

/**
 * True when so many answers share the code that it identifies none of them, for example because the municipality has no
 * key of its own.
 */
async function isSharedCode(store: Store, { user, template, filter }: SearchRequest): Promise<boolean> {
  if (filter.municipalityCodeId === '') return false
  const own = seesOnlyOwnAnswers(actorOfUser(user)) ? { authorId: user.id } : {}
  const where = { idPlantilla: template, ...own, codigoMunicipio: listPossibleCodes(filter.municipalityCodeId) }
  return (await store.count({ collection: 'respuestas_formularios', where, max: MAX_SEARCHED + 1 })) > MAX_SEARCHED
}

/** Summaries after a position; one more than a batch reads, to detect whether more exist. */
function readSummaries({ among, query, orderedBy }: SearchPlan, after: PageBoundary | undefined, max: number) {
  const order = { field: orderedBy, descending: true }
  return among.query({ ...query, summaries: true, order, limit: max + 1, ...(after === undefined ? {} : { after }) })
}

/** Logs a bulk export of personal data: the user, the form and the number of answers. */
async function noteExport(
  { store, clock }: Ports,
  template: FormTemplate,
  { user, address }: Requester,
  details: NonNullable<LoggedAction['details']>,
): Promise<void> {
  const act = { action: 'answers.exported', target: keys.template(template.id), by: user, from: address } as const
  const municipality = municipalityOfDocument(template)
  await store.commit(logActionUnit({ ...act, municipality, details }, toInstant(clock())))
}

/**
 * Reads full answers of summaries until a batch is full.
 * @returns the answers, and the numbers of summaries read and hidden
 */
async function readFullAnswers(
  { store }: Ports,
  { fits }: SearchPlan,
  entries: readonly ListedEntry[],
  looked: number,
) {
  const max = Math.min(looked, entries.length)
  const answers: Answer[] = []
  let [read, hidden, characters, atOnce] = [0, 0, 0, 1]
  while (read < max && answers.length < MAX_ANSWERS && characters < MAX_BATCH_CHARACTERS) {
    const batch = entries.slice(read, Math.min(max, read + atOnce))
    const listedEntries = batch.filter(({ document }) => fits(document))
    const requestedKey = listedEntries.map(({ document }) => keys.answer(document.summary.id))
    const documents = await store.getMany(requestedKey)
    let [deletedCount, size] = [0, 0]
    for (const key of requestedKey) {
      const answer = documents.get(key)
      if (answer === undefined) deletedCount += 1
      else {
        answers.push(answer)
        size += JSON.stringify(answer).length
      }
    }
    read += batch.length
    hidden += batch.length - listedEntries.length + deletedCount
    characters += size
    // Doubles the number each time, but limits the expected size to a tenth of a batch, so that several answers of
    // megabytes are not read at once.
    const fitting = Math.floor((batch.length * MAX_BATCH_CHARACTERS) / 10 / Math.max(size, 1))
    atOnce = Math.max(1, Math.min(MAX_CONCURRENT, 2 * atOnce, fitting, MAX_ANSWERS - answers.length))
  }
  return { read, answers, hidden }
}

/** The questions of the form versions that the device does not have yet. */
async function readMissingVersions({ store }: Ports, answers: readonly Answer[], known: ReadonlySet<number>) {
  const first = new Map<number, Answer>()
  for (const answer of answers)
    if (!known.has(answer.templateVersion) && !first.has(answer.templateVersion))
      first.set(answer.templateVersion, answer)
  const requestedKey = [...first.values()].map((answer) =>
    keys.templateVersion(answer.idPlantilla, answer.templateVersion),
  )
  const documents = await store.getMany(requestedKey)
  return [...first].map(([version, answer]) => {
    const keptTemplate = documents.get(keys.templateVersion(answer.idPlantilla, version))
    return keptTemplate === undefined ? toExportedVersion(answer) : { version, secciones: [...keptTemplate.secciones] }
  })
}

function isFiltered(filter: ListFilter): boolean {
  return JSON.stringify(filter) !== JSON.stringify(EMPTY_ANSWER_FILTER)
}
