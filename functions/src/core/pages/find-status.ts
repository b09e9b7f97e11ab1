import { parseRecordCode, type RecordCodeMeaning } from '#domain/codes/index.ts'
import { municipalityOfDocument, resolveSettings, type Country } from '#domain/places/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import {
  getCountry,
  ok,
  refuse,
  unreachable,
  getVisibleText,
  toComparableIdNumber,
  getDayBounds,
  type AnswerId,
  type Language,
  type MunicipalityPath,
  type Result,
} from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { toListedAnswer, type ListedAnswer } from '#domain/answers/index.ts'
import { getOriginalLanguage } from '#domain/templates/index.ts'
import { findTemplateInDocuments } from '#domain/templates/judge/index.ts'
import type { Core } from '../context.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { buildAddressRateLimits } from '../limits/by-address.ts'
import { parseProofOfWork } from '../limits/proof-of-work.ts'
import { countPublicRequest, raiseLimitForProof, type PublicBucketLimit } from '../limits/public-pace.ts'

const DAY = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
/** Format of a date input's value. */
const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/

/**
 * True when the typed text is the citizen's number (`30.123.456`, `20-30123456-7`), or the day of the answer
 * (`24/11/2026`) in the municipality's time zone.
 */
function matchesCitizenFact(
  answer: Pick<ListedAnswer, 'datosCiudadano' | 'summary'>,
  timeZone: string,
  typed: string,
): boolean {
  const text = typed.trim()
  const day = parseDay(text)
  if (day !== undefined) {
    const { first, last } = getDayBounds(day, timeZone)
    return answer.summary.fechaCreacion >= first && answer.summary.fechaCreacion <= last
  }
  const number = toComparableIdNumber(text)
  const { dni = '', cuit = '' } = answer.datosCiudadano ?? {}
  return number !== '' && [dni, cuit].some((known) => toComparableIdNumber(known ?? '') === number)
}

/**
 * Parses a date.
 * @returns `2026-11-24`; undefined when the date does not exist
 */
function parseDay(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY.exec(text) ?? []
  const written = ISO_DAY.test(text) ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${written}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== written ? undefined : written
}

type StatusCore = Pick<Core, 'ports' | 'tuning'>

/** Input of the page: a code, and above the rate limit also a solved puzzle or a second fact about the answer. */
export type StatusQuery = { readonly code: string; readonly fact: string; readonly proof: string }

/** The only public facts about an answer. */
export type AnswerStatus = {
  /** title and state, with the translations of the form's current version */
  readonly title: { readonly titulo: string }
  readonly state: { readonly nombre: string }
  /** language of the untranslated texts */
  readonly own: Language | undefined
  /** name and path of the municipality */
  readonly place: string
  readonly path: MunicipalityPath
}

/** Maximum answers read for one reference. References are rarely duplicated. */
const MAX_DUPLICATES = 10
/** Path to read when nothing was found, so that unknown codes take as long as known ones. */
const UNKNOWN_MUNICIPALITY = 'paises/-/provincias/-/municipios/-' as MunicipalityPath

/**
 * Title, state and municipality of an answer to a public form (part 3, points 2 and 5: `/publico/consultar-estado`), by
 * its code or any other name that `parseRecordCode` accepts. A download code must match in full, so that guessing its
 * first characters reveals nothing. Refuses with answer.missing when there is no answer, state, public form or open
 * municipality, and with request.too-many.
 */
export async function findAnswerStatus(
  core: StatusCore,
  { code, fact, proof }: StatusQuery,
  address: string | undefined,
): Promise<Result<AnswerStatus>> {
  const names = parseRecordCode(code)
  const answer = await findOnlyMatch(core, names)
  const open = await openPlaces(core, answer?.answer)
  const byReference =
    names.some(({ kind }) => kind === 'reference') && answer?.by !== 'code' && answer?.by !== 'signature'
  const guessed = byReference ? await buildReferenceRateLimit(core) : undefined
  const around = await buildStatusRateLimits(core, answer?.answer, address)
  const measures = guessed === undefined ? around : [...around, guessed]
  const proven = address === undefined ? undefined : await parseProofOfWork(core, address, proof)
  const result = await countPublicRequest(core, measures, { address, proven })
  const isKnown = answer !== undefined && open !== undefined
  if (!result.ok) {
    if (getVisibleText(fact) === '') return result
    // A second fact doubles the limit, because someone who tries consecutive codes does not know it.
    const more = await core.ports.store.commit(addCostsUnit(measures.map(raiseLimitForProof), core.ports.clock()))
    if (!more.ok) return more
    if (!isKnown || !matchesCitizenFact(answer.answer, open.timeZone, fact)) return refuse('answer.missing')
  }
  const status = isKnown ? answer.answer.summary.estado : null
  if (!isKnown || status === null) return refuse('answer.missing')
  // References also open records, so failed guesses are counted. This guess was correct, so it is refunded.
  if (guessed !== undefined)
    await core.ports.store.commit(addCostsUnit([{ ...guessed, cost: -guessed.cost }], core.ports.clock()))
  const { titulo, idPlantilla } = answer.answer
  // Read only for a found answer, as its size would reveal in the response time that there is one.
  const template = findTemplateInDocuments(await core.ports.store.getMany([keys.template(idPlantilla)]), idPlantilla)
  return ok({
    title: template?.titulo === titulo ? template : { titulo },
    state: template?.estados.disponibles.find(({ nombre }) => nombre === status) ?? { nombre: status },
    own: getOriginalLanguage(template ?? { areas: [open.path] }),
    place: open.name,
    path: open.path,
  })
}

/** Rate limits by network address, by form, and in total. */
async function buildStatusRateLimits(
  { tuning }: StatusCore,
  answer: ListedAnswer | undefined,
  address: string | undefined,
): Promise<readonly PublicBucketLimit[]> {
  const { statusBurst: burst, statusInterval: interval } = tuning
  return [
    ...(await buildAddressRateLimits('status', address, { burst, interval })),
    // Unknown codes share one bucket, so that they take as long as known ones.
    {
      key: await hashToBucket('status-form', answer?.idPlantilla ?? ''),
      burst: tuning.statusBurstPerForm,
      interval: tuning.statusIntervalPerForm,
      cost: 1,
    },
    {
      key: await hashToBucket('status-all', ''),
      burst: tuning.statusBurstInTotal,
      interval: tuning.statusIntervalInTotal,
      cost: 1,
    },
  ]
}

/** Counts a reference in the bucket of the record lookup, because a reference found here also opens a record. */
async function buildReferenceRateLimit({ tuning }: StatusCore): Promise<PublicBucketLimit> {
  const { referenceBurst: burst, referenceInterval: interval } = tuning
  return { key: await hashToBucket('records-references', ''), burst, interval, cost: 1 }
}

type FoundAnswer = { readonly answer: ListedAnswer; readonly by: RecordCodeMeaning['kind'] }

/**
 * The only matching answer; undefined for none or several. All lookups are always made, so that the time reveals
 * nothing.
 */
async function findOnlyMatch(core: StatusCore, names: readonly RecordCodeMeaning[]): Promise<FoundAnswer | undefined> {
  const request = await Promise.all(
    names
      .toSorted((a, b) => RANK[a.kind] - RANK[b.kind])
      .map(async (name) => ({
        by: name.kind,
        answers: await findListedByName(core, name),
      })),
  )
  const first = request.find(({ answers }) => answers.length > 0)
  const [answer] = first?.answers ?? []
  return first === undefined || answer === undefined || first.answers.length > 1 ? undefined : { answer, by: first.by }
}

/** Priority of matches: a text in the format of a code is first a code, then part of a download code or a reference. */
const RANK: Readonly<Record<RecordCodeMeaning['kind'], number>> = { code: 0, signature: 1, download: 2, reference: 3 }

async function findListedByName(core: StatusCore, name: RecordCodeMeaning): Promise<readonly ListedAnswer[]> {
  switch (name.kind) {
    case 'code':
    case 'download':
      return findByCode(core, name.code)
    case 'signature':
      return keepPublicAnswers(core, [name.id])
    case 'reference':
      return keepPublicAnswers(core, await findIdsByPrefix(core, name.prefix))
    default:
      return unreachable(name)
  }
}

/** Reads summaries, because full answers may be megabytes, and the time to read them would reveal a match. */
async function findByCode({ ports: { store } }: StatusCore, code: string): Promise<readonly ListedAnswer[]> {
  const where = { codigoMunicipio: code, 'opcionales.publico': true }
  const entries = await store.query({ collection: 'respuestas_formularios', where, limit: 2, summaries: true })
  return entries.map(({ document }) => document as ListedAnswer)
}

async function findIdsByPrefix({ ports: { store } }: StatusCore, prefix: string): Promise<readonly AnswerId[]> {
  const keyPrefix = keys.answer(prefix as AnswerId)
  const entries = await store.query({
    collection: 'respuestas_formularios',
    keyPrefix,
    limit: MAX_DUPLICATES,
    summaries: true,
  })
  return entries.map(({ document }) => (document as ListedAnswer).summary.id)
}

async function keepPublicAnswers(
  { ports: { store } }: StatusCore,
  ids: readonly AnswerId[],
): Promise<readonly ListedAnswer[]> {
  const documents = await store.getMany(ids.map((id) => keys.answer(id)))
  return ids.flatMap((id) => {
    const answer = documents.get(keys.answer(id))
    return answer?.opcionales.publico === true ? [toListedAnswer(answer)] : []
  })
}

/** Name and time zone of the municipality; undefined when it or its country is blocked. */
async function openPlaces(
  { ports: { store } }: StatusCore,
  answer: ListedAnswer | undefined,
): Promise<{ readonly name: string; readonly path: MunicipalityPath; readonly timeZone: string } | undefined> {
  const path = answer === undefined ? UNKNOWN_MUNICIPALITY : municipalityOfDocument(answer)
  const places = await store.getMany([path, getCountry(path)])
  const municipality = places.get(keys.municipality(path))
  const country = places.get(getCountry(path)) as Country | undefined
  if (municipality?.inhabilitado !== false || country?.inhabilitado !== false) return undefined
  return { name: municipality.nombre, path, timeZone: resolveSettings(municipality).timeZone }
}
