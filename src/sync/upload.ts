import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import { openFile } from '#local/index.ts'
import { loadUploadUrl, rememberUploadUrl } from '#local/sending.ts'
import type { SyncDeps } from './deps.ts'
import { UPLOADS_PATH, type RequestOutcome } from '#domain/endpoints/index.ts'
import type { HttpReply, Transport } from './transport.ts'

/** The outcome of sending one file. `failed` is final for this file; the other kinds are as in `Outcome`. */
export type FileUploadOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** the run ended before this file's turn, or another runner took over between two chunks */
  | { readonly kind: 'skipped' }
  | Exclude<RequestOutcome<never>, { readonly kind: 'ok' | 'refused' }>

export type FileToUpload = {
  readonly claim: FileClaim
  /**
   * public only: the form of the answer that contains the file, because the public may send only files that a form asks
   * for
   */
  readonly form?: TemplateId | undefined
  /**
   * an earlier attempt was interrupted: creates the upload without bytes first, so that its URL is known and the next
   * interruption loses no bytes
   */
  readonly isCareful: boolean
  /**
   * checked before each chunk, because a runner that lost its lock would conflict with the other runner in the same
   * upload
   */
  readonly isWanted?: () => boolean
}

const TUS_VERSION_HEADERS = { 'tus-resumable': '1.0.0' }
const UPLOAD_CONTENT_HEADERS = { 'content-type': 'application/offset+octet-stream' }
/** Maximum consecutive steps without progress, in case client and server do not understand each other. */
const MAX_IDLE_STEPS = 8
/** Maximum restarts of one upload per run, in case the server loses it each time. */
const MAX_RESTARTS = 3

/** The state of an upload. `cautious`: creates the upload without bytes, so that an interruption loses no bytes. */
type UploadStep = {
  readonly url: string | undefined
  readonly offset: number | undefined
  readonly startsWithoutBytes: boolean
}

/**
 * Sends one file over tus 1.0.0. The creation request contains the first chunk; chunks have at most UPLOAD_CHUNK_BYTES.
 * After an interruption, resumes at the end of the server's copy. A small file, or a file that the server already has,
 * takes one request.
 *
 * URL       offset
 * unknown   –        POST   -> URL and offset, or stored
 * known     unknown  HEAD   -> offset
 * known     known    PATCH  -> offset, or stored
 *
 * After 404 and 410 the URL is discarded, after 409 the offset. If the upload's length differs, the URL belongs to
 * another file and is discarded. If the server's hash differs, the server has deleted its copy, and the local file is
 * hashed again: if that hash also differs, the file is unreadable; otherwise it is sent once more.
 */
export async function uploadFile(
  deps: SyncDeps,
  transport: Transport,
  { claim, form, isCareful, isWanted = () => true }: FileToUpload,
): Promise<FileUploadOutcome> {
  const { local } = deps
  const unreadable: FileUploadOutcome = {
    kind: 'failed',
    problem: { code: 'file.unreadable', details: { name: claim.name } },
  }
  const file = await openFile(local, claim)
  if (file === undefined) return unreadable
  let step: UploadStep = {
    url: await loadUploadUrl(local, claim.sha256),
    offset: undefined,
    startsWithoutBytes: isCareful,
  }
  let hasMismatch = false
  const patience = createPatience()
  while (!patience.isOver()) {
    if (!isWanted()) return { kind: 'skipped' }
    const before = step
    const at = computeBodyStart(step)
    const body = at === undefined ? undefined : await file.from(at)
    if (at !== undefined && body === undefined) return unreadable
    const outcome: RequestOutcome<HttpReply> = await transport.send(
      buildUploadRequest({ claim, form }, step, body),
      (reply) => (reply.headers.get('tus-resumable') === null ? undefined : reply),
    )
    if (outcome.kind === 'ok') {
      const next = computeStepAfterReply(outcome.value, before, claim)
      if (next === 'stored') return { kind: 'stored' }
      step = next
    } else if (outcome.kind === 'refused' && isMismatch(outcome.problem)) {
      const data = await file.whole()
      if (data === undefined || (await deps.hash(new Uint8Array(data))) !== claim.sha256) return unreadable
      await rememberUploadUrl(local, claim.sha256, undefined)
      if (hasMismatch) return { kind: 'failed', problem: outcome.problem }
      hasMismatch = true
      step = buildRestartStep(before)
    } else if (outcome.kind === 'refused') {
      const next = computeStepAfterRefusal(outcome.status, before)
      if (next === undefined) return { kind: 'failed', problem: outcome.problem }
      step = next
    } else return outcome
    if (step.url !== before.url) await rememberUploadUrl(local, claim.sha256, step.url)
    patience.note(before, step)
  }
  return { kind: 'retry', problem: { code: 'server.failed' } }
}

function buildRestartStep({ startsWithoutBytes }: UploadStep): UploadStep {
  return { url: undefined, offset: undefined, startsWithoutBytes }
}

function computeStepAfterReply(reply: HttpReply, before: UploadStep, claim: FileClaim): UploadStep | 'stored' {
  if (isOfAnother(reply, claim)) return buildRestartStep(before)
  // The reply to a creation without bytes may omit offset 0.
  const offset = readUploadOffset(reply) ?? (before.url === undefined && before.startsWithoutBytes ? 0 : undefined)
  if (offset !== claim.bytes) return { ...before, url: before.url ?? readUploadPath(reply), offset }
  // The upload is complete, but only a reply to POST or PATCH confirms that the server verified it. After HEAD, a POST
  // without bytes asks for this.
  return needsOffset(before) ? { ...buildRestartStep(before), startsWithoutBytes: true } : 'stored'
}

/** @returns undefined when the refusal is final for the file */
function computeStepAfterRefusal(status: number, before: UploadStep): UploadStep | undefined {
  // A refused HEAD has no body with a reason; the POST that follows returns the reason.
  if (needsOffset(before) || (before.url !== undefined && (status === 404 || status === 410)))
    return buildRestartStep(before)
  return before.url !== undefined && status === 409 ? { ...before, offset: undefined } : undefined
}

function isMismatch({ code }: Problem): boolean {
  return code === 'file.hash-mismatch' || code === 'file.length-mismatch'
}

/** Limits the steps of an upload without progress. An offset that was reached before is no progress. */
function createPatience() {
  let [idle, reached, restarts] = [0, 0, 0]
  return {
    isOver: () => idle >= MAX_IDLE_STEPS || restarts > MAX_RESTARTS,
    note: (before: UploadStep, step: UploadStep) => {
      idle = (step.offset ?? 0) > reached ? 0 : idle + 1
      const isRestart = before.url !== undefined && step.url === undefined
      reached = isRestart ? 0 : Math.max(reached, step.offset ?? 0)
      if (isRestart) restarts += 1
    },
  }
}

/** Returns whether the next request asks for the length of the server's copy (HEAD). */
function needsOffset(step: UploadStep): boolean {
  return step.url !== undefined && step.offset === undefined
}

/** Returns the offset at which the request body starts in the file; undefined: no body. */
function computeBodyStart({ url, offset, startsWithoutBytes }: UploadStep): number | undefined {
  if (url !== undefined) return offset
  return startsWithoutBytes ? undefined : 0
}

function buildUploadRequest(
  { claim, form }: Pick<FileToUpload, 'claim' | 'form'>,
  { url, offset }: UploadStep,
  body: Uint8Array<ArrayBuffer> | undefined,
) {
  if (url === undefined) {
    const headers = {
      ...TUS_VERSION_HEADERS,
      'upload-length': String(claim.bytes),
      'upload-metadata': encodeUploadMetadata(claim, form),
    }
    const create = { method: 'POST', path: UPLOADS_PATH, headers } as const
    return body === undefined ? create : { ...create, headers: { ...headers, ...UPLOAD_CONTENT_HEADERS }, body }
  }
  if (offset === undefined || body === undefined)
    return { method: 'HEAD', path: url, headers: TUS_VERSION_HEADERS } as const
  const headers = { ...TUS_VERSION_HEADERS, ...UPLOAD_CONTENT_HEADERS, 'upload-offset': String(offset) }
  return { method: 'PATCH', path: url, headers, body } as const
}

/**
 * Returns whether an upload belongs to another file. Its stored URL must be discarded, because no retry could succeed.
 */
function isOfAnother(reply: HttpReply, { bytes }: FileClaim): boolean {
  const length = reply.headers.get('upload-length')
  return (readUploadOffset(reply) ?? 0) > bytes || (length !== null && Number(length) !== bytes)
}

function readUploadOffset({ headers }: HttpReply): number | undefined {
  const text = headers.get('upload-offset')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Returns the upload's URL without origin, because a server behind a proxy may not know its public name. */
function readUploadPath({ headers }: HttpReply): string | undefined {
  const location = headers.get('location')
  if (location === null || !URL.canParse(location, 'http://relevo.invalid')) return undefined
  const { pathname, search } = new URL(location, 'http://relevo.invalid')
  return pathname + search
}

function encodeUploadMetadata(claim: FileClaim, form: TemplateId | undefined): string {
  const pairs = { sha256: claim.sha256, type: claim.type, name: claim.name, ...(form === undefined ? {} : { form }) }
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${toBase64(value)}`)
    .join(',')
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
