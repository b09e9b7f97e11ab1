import type { Answer } from '#domain/answers/index.ts'
import { logActionUnit, type LoggedAction } from '#domain/audit/index.ts'
import type { FileHolding } from '#domain/files/index.ts'
import { ok, refuse, toInstant, type Result, type Sha256 } from '#domain/kernel/index.ts'
import { addCostsUnit, type RateLimit } from '#domain/limits/judge.ts'
import type { PdfCall } from '#domain/pdf/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import { keys, set, unitForKeys } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import { findAnswer } from '../answers/find-answer.ts'
import type { Core } from '../context.ts'
import type { PartialHandlers } from '../endpoints/serve.ts'
import { sha256Hex } from '../http/digest.ts'
import { hashToBucket } from '../limits/buckets.ts'
import { getOrCreateUploadQueue } from '../uploads/bytes.ts'
import { sealBytes } from '../uploads/image-bytes.ts'
import { renderAnswersPdf, countAnswerCharacters, MAX_PDF_CHARACTERS, type AnswersPdf } from './answers-pdf.ts'
import { parseChosenDesign } from './pdf-design.ts'
import { findRecordByCode, readRecordPdf } from './find-record.ts'
import { buildPdfResponse, buildPdfHeaders } from './serve-pdf.ts'

/** Lifetime of a generated PDF, in milliseconds. */
const PDF_LIFETIME = 60 * 60 * 1000

type PdfRequester = { readonly user: User; readonly request: Request; readonly address: string | undefined }

/**
 * Handles `generatePdfv3`, and checks access to each answer. Refuses like reading an answer, `parseChosenDesign` and
 * `renderAnswersPdf`, and with request.too-many.
 */
async function generatePdf(
  core: Pick<Core, 'ports' | 'tuning' | 'disk'>,
  call: PdfCall,
  { user, request, address }: PdfRequester,
): Promise<Result<{ readonly status: 'ok'; readonly downloadUrl: string }>> {
  const { ports } = core
  const ids = [...new Set(Array.isArray(call.answerId) ? call.answerId : [call.answerId])]
  const look = await parseChosenDesign(call)
  if (!look.ok) return look
  const answers: Answer[] = []
  let characters = 0
  for (const id of ids) {
    const answer = await findAnswer(ports.store, user, id)
    if (!answer.ok) return answer
    characters += countAnswerCharacters(answer.value)
    if (characters > MAX_PDF_CHARACTERS) return refuse('pdf.too-large')
    answers.push(answer.value)
  }
  const countedResult = await spendPdfLimit(core, user, answers.length)
  if (!countedResult.ok) return countedResult
  const { origin } = new URL(request.url)
  const result = await renderAnswersPdf(ports, answers, look.value, { reader: call, origin, isPublic: false })
  if (!result.ok) return result
  const foundResult = await core.disk.reserve(request, result.value.bytes.length)
  if (!foundResult.ok) return foundResult
  const sha256 = await storeTemporaryPdf(ports, user, result.value)
  if (answers.length > 1) await notePdfs(ports, answers, user, address)
  return ok({ status: 'ok', downloadUrl: `/api/pdfs/${sha256}` })
}

/** Counts rendered answers towards the account's rate limit. Refuses with request.too-many. */
async function spendPdfLimit(
  { ports, tuning }: Pick<Core, 'ports' | 'tuning'>,
  user: User,
  cost: number,
): Promise<Result<true>> {
  const key = await hashToBucket('pdfs', user.id)
  const measure: RateLimit = { key, burst: tuning.pdfBurst, interval: tuning.pdfInterval, cost }
  return ports.store.commit(addCostsUnit([measure], ports.clock()))
}

/** Logs a PDF of several answers, with one entry per form: the user and the number of answers. */
async function notePdfs(
  { store, clock }: Core['ports'],
  answers: readonly Answer[],
  user: User,
  from: string | undefined,
): Promise<void> {
  for (const [template, ofForm] of Map.groupBy(answers, ({ idPlantilla }) => idPlantilla)) {
    const [first] = ofForm
    const act: LoggedAction = {
      action: 'answers.printed',
      target: keys.template(template),
      by: user,
      from,
      municipality: first && municipalityOfDocument(first),
      details: { answers: ofForm.length },
    }
    await store.commit(logActionUnit(act, toInstant(clock())))
  }
}

/**
 * Stores the PDF as a temporary file of the user, which is deleted like any file that no answer references.
 * @returns its hash
 */
async function storeTemporaryPdf(ports: Core['ports'], user: User, { bytes, name }: AnswersPdf): Promise<Sha256> {
  const sha256 = await sha256Hex(bytes)
  const now = ports.clock()
  await getOrCreateUploadQueue(ports.files)(sha256, async () => {
    await sealBytes(ports, sha256, bytes)
    const holding: FileHolding = {
      author: user.id,
      sha256,
      bytes: bytes.length,
      type: 'application/pdf',
      name,
      uploadedAt: toInstant(now),
      expiresAt: toInstant(now + PDF_LIFETIME),
    }
    const key = keys.file(user.id, sha256)
    await ports.store.commit(
      unitForKeys([key], (documents) => {
        // Keeps the entry of a file that an answer references in the meantime.
        const stays = documents.get(key) !== undefined && documents.get(key)?.expiresAt === undefined
        return { result: true, writes: stays ? [] : [set(key, holding)] }
      }),
    )
  })
  return sha256
}

/** A PDF among this user's files, generated for them or uploaded by them. Refuses with file.missing for any other. */
async function readStoredPdf({ ports }: Pick<Core, 'ports'>, user: User, sha256: Sha256): Promise<Result<Response>> {
  const holding = await ports.store.get(keys.file(user.id, sha256))
  if (holding?.type !== 'application/pdf') return refuse('file.missing')
  const stream = await ports.files.read(sha256)
  return stream === undefined
    ? refuse('file.missing')
    : ok(new Response(stream, { headers: buildPdfHeaders({ name: holding.name, length: holding.bytes }) }))
}

/** Handlers for PDFs of answers: for users who may read them, and for holders of a record's code. */
export function createPdfHandlers(core: Core) {
  return {
    generatePdfv3: ({ body, ...by }) => generatePdf(core, body, by),

    async readPdf({ user, params }) {
      const pdf = await readStoredPdf(core, user, params.sha256)
      return pdf.ok ? pdf.value : pdf
    },

    findRecord: ({ body, address, request }) => findRecordByCode(core, body, address, request),

    async readRecord({ params, address, request }) {
      const record = await readRecordPdf(core, params.token, address, request)
      return record.ok ? buildPdfResponse(record.value) : record
    },
  } satisfies PartialHandlers
}
