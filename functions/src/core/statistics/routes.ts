import { actorOfUser, can } from '#domain/access/index.ts'
import {
  ok,
  refuse,
  toInstant,
  type Result,
  type TemplateId,
  type AreaPath,
  type Language,
} from '#domain/kernel/index.ts'
import { municipalityOfDocument, resolveSettings } from '#domain/places/index.ts'
import { matchesSearch } from '#domain/search/index.ts'
import {
  findQuestionContent,
  encodeFrame,
  ColumnPart,
  parseMeasure,
  encodeLastFrame,
  type StatisticsTexts,
  type StatisticsTextsQuery,
  type Measure,
  type PartName,
  type WholeFormColumns,
  type WholeFormContext,
} from '#domain/statistics/index.ts'
import { keys } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import type { User } from '#domain/users/index.ts'
import { translatorFor } from '#locales/translator.ts'
import { planSearch } from '../answers/search-for.ts'
import { addAnswerDefaults } from '../collections.ts'
import type { Core } from '../context.ts'
import { readOutline } from '../counting/outlines.ts'
import { pickAggregates, readFormTimeZone } from '../counting/recounting.ts'
import { buildAnswerVisibility } from '../counting/visibility.ts'
import { NO_STORE_HEADERS } from '../http/security-headers.ts'
import { createMemoryRateLimit } from '../limits/pace.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import { queryPage, formatPageBoundary } from '../paging.ts'
import { CatchingUpError, type Ports } from '../ports.ts'
import { loadFormStatistics, findStatisticsForm, readAreaNames } from './read-form.ts'
import { countGeneralStatistics } from './read-general.ts'
import { readMoneyOfForm } from '../payments/read-money.ts'

/** Maximum answers that a device counts. */
const MAX_ANSWERS = 100_000
/** Maximum unpacked bytes on a device. Columns of texts that do not fit are left out. */
const MAX_BYTES = 64 * 1024 * 1024
/**
 * Queue limit. Columns are built one at a time, because each form takes seconds of CPU time. Further requests retry
 * after `RETRY_SECONDS` seconds.
 */
const MAX_WAITING = 8
const RETRY_SECONDS = 30
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

type ColumnsRequester = { readonly user: User; readonly signal: AbortSignal }

/**
 * Columns of the answers that this reader may see, for a device that counts offline, as gzipped frames
 * (`decodeFrames`). Empty when the form hides small counts, has too many answers, or is still being counted. Refuses
 * like `loadFormStatistics`, and with server.busy when the queue is full.
 */
async function streamColumns(
  ports: Pick<Ports, 'store' | 'clock'>,
  by: ColumnsRequester,
  id: TemplateId,
  language: Language | undefined,
): Promise<Result<never> | Response> {
  const form = await findStatisticsForm(ports.store, by.user, id)
  if (!form.ok) return form
  if (form.value.opcionales.hideSmallCounts) return buildBinaryReply(undefined)
  if (waiting >= MAX_WAITING) return refuse('server.busy', { seconds: RETRY_SECONDS })
  waiting += 1
  const turn = last.then(() => readColumnsInTurn(ports, by, id, language)).finally(() => (waiting -= 1))
  last = turn.catch(() => undefined)
  return turn
}

/** Checks user and form again, because the wait in the queue may be long. */
async function readColumnsInTurn(
  ports: Pick<Ports, 'store' | 'clock'>,
  { user, signal }: ColumnsRequester,
  id: TemplateId,
  language: Language | undefined,
): Promise<Result<never> | Response> {
  if (signal.aborted) throw new CatchingUpError()
  const reader = await ports.store.get(keys.user(user.id))
  if (reader === undefined) return refuse('template.missing')
  const form = await findStatisticsForm(ports.store, reader, id)
  if (!form.ok) return form
  return buildBinaryReply(
    form.value.opcionales.hideSmallCounts
      ? undefined
      : await loadColumns(ports, { user: reader, signal }, form.value, language),
  )
}

function buildBinaryReply(body: ArrayBuffer | undefined): Response {
  return new Response(body ?? null, { headers: { ...NO_STORE_HEADERS, 'content-type': 'application/octet-stream' } })
}

async function loadColumns(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  { user, signal }: ColumnsRequester,
  form: FormTemplate,
  language: Language | undefined,
): Promise<ArrayBuffer | undefined> {
  const timeZone = await readFormTimeZone(store, form)
  const aggregates = pickAggregates(store)
  if ((await aggregates.open(form.id, timeZone, clock)) < 100) return undefined
  const visibility = buildAnswerVisibility(user)
  const instant = toInstant(clock())
  const whole = await aggregates.whole({ form: form.id, timeZone, sees: visibility, signal }, MAX_ANSWERS)
  if (whole === undefined) return undefined
  const { id, titulo, descripcion, version, estados } = form
  const telling: Omit<WholeFormContext, 'leftOut'> = {
    form: { id, titulo, descripcion, version, estados: { disponibles: estados.disponibles } },
    outline: await readOutline(store, form, await aggregates.versions(id, visibility), language),
    language,
    at: instant,
    timeZone,
    own: visibility.own !== undefined,
    areas: [...(await readAreaNames(store, listAreasOfColumns(whole)))],
  }
  const frameStream = packFrames(whole, telling, signal)
  const frames = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (into) => {
      const { done, value } = await frameStream.next()
      if (done === true) into.close()
      else into.enqueue(value)
    },
  })
  return new Response(frames.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}

/** Packs one part per frame, texts last. Each part is dropped once packed, and other requests run between frames. */
async function* packFrames(
  whole: Map<PartName, ColumnPart>,
  telling: Omit<WholeFormContext, 'leftOut'>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const leftOut: Measure[] = []
  let size = 0
  for (const name of [...whole.keys()].toSorted((a, b) => Number(isTextPart(a)) - Number(isTextPart(b)))) {
    const frame = encodeFrame(name, whole.get(name) ?? new ColumnPart())
    whole.delete(name)
    if (size + frame.length > MAX_BYTES && !name.startsWith('#')) leftOut.push(name as Measure)
    else {
      size += frame.length
      yield frame
    }
    await new Promise((resolve) => setImmediate(resolve))
    if (signal.aborted) throw new CatchingUpError()
  }
  yield encodeLastFrame({ ...telling, leftOut })
}

function isTextPart(name: PartName): boolean {
  return !name.startsWith('#') && parseMeasure(name as Measure).kind === 'texts'
}

function listAreasOfColumns(wholeForm: WholeFormColumns): readonly AreaPath[] {
  const answers = wholeForm.get('#answers')
  const numbers = new Set(answers?.words('w:area'))
  return [...numbers].flatMap((number) => (number === 0 ? [] : [answers?.texts[number - 1] as AreaPath]))
}

/**
 * Maximum full answers read for one page, about 100 ms of CPU time. A page that reaches the limit may be short; the
 * next page continues from there.
 */
const MAX_ANSWERS_READ = 500
/** Answers read per batch. */
const BATCH_SIZE = 25
/**
 * A page of the texts and photos that answers have for one question, newest first (`statisticsPageSize`), with the
 * filter of the form's statistics. Each answer is checked as in the list. Refuses like `loadFormStatistics`.
 */
async function listTexts(
  ports: Pick<Ports, 'store' | 'clock'>,
  user: User,
  id: TemplateId,
  { question, sought, after, language, ...filter }: StatisticsTextsQuery,
): Promise<Result<StatisticsTexts>> {
  const { store } = ports
  const form = await findStatisticsForm(store, user, id)
  if (!form.ok) return form
  const path = municipalityOfDocument(form.value)
  const size = resolveSettings((await store.get(keys.municipality(path))) ?? { path, settings: {} }).statisticsPageSize
  const answered = await pickAggregates(store).versions(id, buildAnswerVisibility(user))
  const outline = await readOutline(store, form.value, answered)
  const requestedQuestion = outline.flatMap(({ questions }) => questions).find(({ key }) => key === question)
  // Forms that hide small counts show no single answers, which would reveal exact numbers.
  if (requestedQuestion === undefined || form.value.opcionales.hideSmallCounts) return ok({ texts: [] })
  const search = await planSearch(ports, { user, template: id, filter })
  const actor = actorOfUser(user)
  const i18n = translatorFor(language)
  const formatTexts = { yes: i18n._('Yes'), no: i18n._('No'), language }
  const texts: StatisticsTexts['texts'] = []
  let [place, read] = [after, 0]
  while (texts.length < size && read < MAX_ANSWERS_READ) {
    const page = await queryPage(search.among, {
      query: search.query,
      summaries: true,
      order: { field: search.orderedBy, descending: true },
      valueOf: search.momentOf,
      batchSize: search.batchSize,
      size: BATCH_SIZE,
      after: place,
      keeps: search.fits,
      max: 5_000,
    })
    const documents = await store.getMany(page.entries.map(({ document }) => keys.answer(document.summary.id)))
    place = page.next
    for (const entry of page.entries) {
      read += 1
      const document = documents.get(keys.answer(entry.document.summary.id))
      if (document === undefined || !can(actor, 'read', { kind: 'respuesta', document })) continue
      const answer = addAnswerDefaults(document)
      const oneAnswer = findQuestionContent(answer, requestedQuestion.measure, formatTexts)
      if (oneAnswer === undefined || (sought !== '' && !oneAnswer.texts.some((text) => matchesSearch(text, sought))))
        continue
      const { codigoMunicipio, fechaCreacion } = answer
      texts.push({
        answer: answer.id,
        codigoMunicipio,
        fechaCreacion,
        texts: [...oneAnswer.texts],
        photos: [...oneAnswer.photos],
      })
      if (texts.length < size) continue
      // The next page starts after this answer, even within a batch.
      place = formatPageBoundary(entry.key, search.momentOf(entry.document))
      break
    }
    if (place === undefined) break
  }
  return ok({ texts, ...(place === undefined ? {} : { next: place }) })
}

/** Rate limit of a user's sums of money, each of which reads all orders of a period: 60 at once, one per second. */
const MONEY_RATE_LIMIT = { burst: 60, interval: 1_000 }

/** Handlers for statistics of one form and of all forms. */
export function createStatisticsHandlers({ ports, tuning }: Core) {
  const columnsPace = createMemoryRateLimit(ports.clock, tuning.columnsBurst, tuning.columnsInterval)
  const moneyPace = createMemoryRateLimit(ports.clock, MONEY_RATE_LIMIT.burst, MONEY_RATE_LIMIT.interval)
  return {
    readFormStatistics: ({ user, params, query, request }) =>
      loadFormStatistics(ports, user, params.id, { query, signal: request.signal }),

    readStatisticsColumns: async ({ user, params, query, request: { signal } }) => {
      const pace = columnsPace(user.id)
      return pace.ok ? streamColumns(ports, { user, signal }, params.id, query.language) : pace
    },

    readMoneyStatistics: async ({ user, params, query, request: { signal } }) => {
      const pace = moneyPace(user.id)
      return pace.ok ? readMoneyOfForm(ports, user, params.id, { query, signal }) : pace
    },

    listStatisticsTexts: ({ user, params, query }) => listTexts(ports, user, params.id, query),

    readGeneralStatistics: ({ user, query }) => countGeneralStatistics(ports, user, query.month),
  } satisfies PartialHandlers
}
