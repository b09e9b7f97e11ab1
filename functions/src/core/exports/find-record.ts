import { z } from 'zod'
import { parseRecordCode, type RecordCodeMeaning } from '#domain/codes/index.ts'
import {
  ok,
  refuse,
  answerIdSchema,
  getCountry,
  unreachable,
  type AnswerId,
  type Result,
} from '#domain/kernel/index.ts'
import { addCostsUnit } from '#domain/limits/judge.ts'
import { municipalityOfDocument, type Country } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { readerLocaleRequestSchema, type ReaderLocaleRequest, type RecordLookupCall } from '#domain/pdf/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Core } from '../context.ts'
import { hashToBucket, type BucketKind } from '../limits/buckets.ts'
import { buildAddressRateLimits } from '../limits/by-address.ts'
import { countPdfRequest } from '../limits/order-limits.ts'
import { readProofOfWork } from '../limits/proof-of-work.ts'
import { countPublicRequest, type PublicBucketLimit } from '../limits/public-pace.ts'
import { isSignatureValid, computeSignature } from '../signing.ts'
import { renderAnswersPdf, countAnswerCharacters, MAX_PDF_CHARACTERS, type AnswersPdf } from './answers-pdf.ts'

type RecordCore = Pick<Core, 'ports' | 'tuning'>

/** Lifetime of a record's URL, in milliseconds. */
const LINK_LIFETIME = 10 * 60 * 1000

/** Maximum answers read for one reference. References are rarely duplicated. */
const MAX_DUPLICATES = 10

/**
 * Finds the record of a download code, a reference or an electronic signature (part 3, point 2: `/actas/consultar`).
 * Refuses with pdf.not-configured, request.too-many, and record.missing for no match, several matches, a record that is
 * not offered (`isOffered`), and an answer's code, which is not secret. Attempts are counted before the lookup; a
 * successful attempt is refunded.
 */
export async function findRecordByCode(
  core: RecordCore,
  { code, ...reader }: RecordLookupCall,
  address: string | undefined,
  request: Request,
): Promise<Result<{ readonly status: 'ok'; readonly downloadUrl: string }>> {
  if (core.ports.pdfs === undefined) return refuse('pdf.not-configured')
  const proven = address === undefined ? undefined : await readProofOfWork(core, address, request)
  const names = parseRecordCode(code)
  const result = await countPublicRequest(core, await recordMeasures(core, names, address), { address, proven })
  if (!result.ok) return result
  const answer = await findOfferedRecord(core, names)
  if (answer === undefined) return refuse('record.missing')
  const back = result.value.spent.map((measure) => ({ ...measure, cost: -measure.cost }))
  await core.ports.store.commit(addCostsUnit(back, core.ports.clock()))
  return ok({ status: 'ok', downloadUrl: `/api/public/records/${await tokenFor(core, answer.id, reader)}` })
}

/**
 * The PDF at the URL from `findRecordByCode`. Refuses with record.missing, request.too-many, and like
 * `renderAnswersPdf`.
 */
export async function readRecordPdf(
  core: RecordCore,
  token: string,
  address: string | undefined,
  request: Request,
): Promise<Result<AnswersPdf>> {
  const meant = await readRecordLink(core, token)
  if (meant === undefined) return refuse('record.missing')
  const result = await countPdfRequest(core, address)
  if (!result.ok) return result
  const answer = await core.ports.store.get(keys.answer(meant.id))
  if (answer === undefined || !(await isOffered(core, answer))) return refuse('record.missing')
  if (countAnswerCharacters(answer) > MAX_PDF_CHARACTERS) return refuse('pdf.too-large')
  const look = { chosen: undefined, pictures: new Map() }
  // The PDF names files without links, because the links require an account.
  return renderAnswersPdf(core.ports, [answer], look, {
    reader: meant.reader,
    origin: new URL(request.url).origin,
    isPublic: true,
  })
}

/**
 * Rate limits of attempts: per network address, and across all addresses by what could be guessed:
 * - download codes: per record, per municipality (the letters of the code) and in total
 * - references: in total
 * - electronic signatures: none, because 128 bits cannot be guessed
 * A proof does not raise the limits per address and per record.
 */
async function recordMeasures(
  { tuning }: RecordCore,
  names: readonly RecordCodeMeaning[],
  address: string | undefined,
): Promise<readonly PublicBucketLimit[]> {
  const { recordBurst: burst, recordInterval: interval } = tuning
  const [own, ...around] = await buildAddressRateLimits('records', address, { burst, interval })
  const of = async (kind: BucketKind, name: string, [max, each]: readonly [number, number]) => {
    return { key: await hashToBucket(kind, name), burst: max, interval: each, cost: 1 }
  }
  const ofName = async (name: RecordCodeMeaning): Promise<readonly PublicBucketLimit[]> => {
    switch (name.kind) {
      case 'download': {
        const item = await of('records-of', name.code, [tuning.recordBurstPerRecord, tuning.recordIntervalPerRecord])
        const key = name.code.split(/\d/, 1)[0] ?? ''
        return [
          { ...item, hard: true },
          await of('records-key', key, [tuning.recordBurstPerMunicipality, tuning.recordIntervalPerMunicipality]),
          await of('records-all', '', [tuning.recordBurstInTotal, tuning.recordIntervalInTotal]),
        ]
      }
      case 'reference':
        return [await of('records-references', '', [tuning.referenceBurst, tuning.referenceInterval])]
      case 'signature':
      case 'code':
        return []
      default:
        return unreachable(name)
    }
  }
  return [
    ...(own === undefined ? [] : [{ ...own, hard: true } as const]),
    ...around,
    ...(await Promise.all(names.map(ofName))).flat(),
  ]
}

/** The matching record, if only one is offered by its form. */
async function findOfferedRecord(core: RecordCore, names: readonly RecordCodeMeaning[]): Promise<Answer | undefined> {
  for (const name of names) {
    const offeredAnswer: Answer[] = []
    for (const answer of await findAnswersByName(core, name))
      if (await isOffered(core, answer)) offeredAnswer.push(answer)
    if (offeredAnswer.length > 0) return offeredAnswer.length === 1 ? offeredAnswer[0] : undefined
  }
  return undefined
}

async function findAnswersByName(
  { ports: { store } }: RecordCore,
  name: RecordCodeMeaning,
): Promise<readonly Answer[]> {
  const collection = 'respuestas_formularios'
  switch (name.kind) {
    case 'signature': {
      const answer = await store.get(keys.answer(name.id))
      return answer === undefined ? [] : [answer]
    }
    case 'download': {
      const found = await store.query({ collection, where: { pdfDownloadCode: name.text }, limit: 2 })
      return found.map(({ document }) => document as Answer)
    }
    case 'reference': {
      const keyPrefix = keys.answer(name.prefix as AnswerId)
      const found = await store.query({ collection, keyPrefix, limit: MAX_DUPLICATES })
      return found.map(({ document }) => document as Answer)
    }
    case 'code':
      return []
    default:
      return unreachable(name)
  }
}

/** True when the form exists and offers the record, and neither municipality nor country is blocked. */
async function isOffered({ ports }: RecordCore, answer: Answer): Promise<boolean> {
  const path = municipalityOfDocument(answer)
  const form = keys.template(answer.idPlantilla)
  const places = await ports.store.getMany([path, getCountry(path), form])
  const municipality = places.get(keys.municipality(path))
  const country = places.get(getCountry(path)) as Country | undefined
  const isOpen = municipality?.inhabilitado === false && country?.inhabilitado === false
  const isThere = places.get(form)?.deleted === false
  return isOpen && isThere && answer.opcionales.pdfDownloadCode
}

async function tokenFor({ ports }: RecordCore, id: AnswerId, reader: ReaderLocaleRequest): Promise<string> {
  const until = ports.clock() + LINK_LIFETIME
  const text = inAddress(JSON.stringify({ id, until, ...reader }))
  return `${text}.${await computeSignature(ports, `record ${text}`)}`
}

/** Base64url of ASCII text. */
const inAddress = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

const linkSchema = readerLocaleRequestSchema.extend({ id: answerIdSchema, until: z.number() })

async function readRecordLink(
  { ports }: RecordCore,
  token: string,
): Promise<{ readonly id: AnswerId; readonly reader: ReaderLocaleRequest } | undefined> {
  const index = token.lastIndexOf('.')
  const text = token.slice(0, index)
  if (!(await isSignatureValid(ports, `record ${text}`, token.slice(index + 1)))) return undefined
  const { id, until, ...reader } = linkSchema.parse(
    JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))) as unknown,
  )
  return until < ports.clock() ? undefined : { id, reader }
}
