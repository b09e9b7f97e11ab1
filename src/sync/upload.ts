import type { Problem } from '#domain/kernel/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/sync/index.ts'
import { loadUpload, openFile, rememberUpload } from '#local/index.ts'
import type { SyncDeps } from './deps.ts'
import type { Outcome } from '#domain/api/index.ts'
import type { Reply, Transport } from './transport.ts'

/** How sending one file ended. `failed` is about this file for good; the rest as in Outcome. */
export type FileOutcome =
  | { readonly kind: 'stored' }
  | { readonly kind: 'failed'; readonly problem: Problem }
  /** the run was over before its turn came, or was overtaken between two pieces */
  | { readonly kind: 'skipped' }
  | Exclude<Outcome<never>, { readonly kind: 'ok' | 'refused' }>

export type FileToSend = {
  readonly claim: FileClaim
  /** an earlier attempt broke off: first only the upload's address is asked for, so that the next break costs no bytes */
  readonly careful: boolean
  /** asked before each piece: a runner that was overtaken would wrestle with the other one for the same upload */
  readonly isWanted?: () => boolean
}

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { 'content-type': 'application/offset+octet-stream' }
/** Steps in which no byte gets through: more of them means that client and server do not understand each other. */
const MAX_IDLE_STEPS = 8
/** So often in one run an upload is begun anew: a server that loses it each time would be sent the same for ever. */
const MAX_RESTARTS = 3

type Step = { readonly url: string | undefined; readonly offset: number | undefined }

/**
 * Sends one file over tus 1.0.0: creation with the first chunk in its body, chunks of at most UPLOAD_CHUNK_BYTES, and after a
 * break it goes on where the server's copy ends. A small file is one request; a file that the server has already is one, too.
 *
 *     address   offset
 *     unknown   –        POST   -> address and offset, or stored
 *     known     unknown  HEAD   -> offset
 *     known     known    PATCH  -> offset, or stored
 *
 * 404 and 410 forget the address, 409 the offset; an upload of another length is another file's, whose reply went astray, and is forgotten, too. When the server's hash differs, its copy is gone; ours is measured again:
 * if it differs too the file is unreadable, otherwise it is sent once more.
 */
export async function sendFile(
  deps: SyncDeps,
  transport: Transport,
  { claim, careful, isWanted = () => true }: FileToSend,
): Promise<FileOutcome> {
  const { local } = deps
  const unreadable: FileOutcome = {
    kind: 'failed',
    problem: { code: 'file.unreadable', details: { name: claim.name } },
  }
  const file = await openFile(local, claim)
  if (file === undefined) return unreadable
  let step: Step = { url: await loadUpload(local, claim.sha256), offset: undefined }
  let [idle, reached, restarts, mismatches, cautious] = [0, 0, 0, 0, careful]
  while (idle < MAX_IDLE_STEPS && restarts <= MAX_RESTARTS) {
    if (!isWanted()) return { kind: 'skipped' }
    const before = step
    const at = bodyFrom(step, cautious)
    const body = at === undefined ? undefined : await file.from(at)
    if (at !== undefined && body === undefined) return unreadable
    const outcome: Outcome<Reply> = await transport.send(requestFor(claim, step, body), (reply) =>
      reply.headers.get('tus-resumable') === null ? undefined : reply,
    )
    switch (outcome.kind) {
      case 'ok': {
        // A creation without bytes need not say that it stands at 0.
        const offset = offsetOf(outcome.value) ?? (before.url === undefined && cautious ? 0 : undefined)
        const url = before.url ?? pathOf(outcome.value)
        if (isOfAnother(outcome.value, claim)) {
          step = { url: undefined, offset: undefined }
        } else if (offset === claim.bytes && !asked(before)) {
          return { kind: 'stored' }
        } else if (offset === claim.bytes) {
          // Complete, but was it checked and kept? Only the answer to a POST or PATCH says that; a POST without bytes asks.
          step = { url: undefined, offset: undefined }
          cautious = true
        } else {
          step = { url, offset }
        }
        break
      }
      case 'refused': {
        const { status, problem } = outcome
        if (problem.code === 'file.hash-mismatch' || problem.code === 'file.length-mismatch') {
          mismatches += 1
          const data = await file.whole()
          if (data === undefined || (await deps.hash(new Uint8Array(data))) !== claim.sha256) return unreadable
          await rememberUpload(local, claim.sha256, undefined)
          if (mismatches > 1) return { kind: 'failed', problem }
          step = { url: undefined, offset: undefined }
        } else if (asked(before) || (before.url !== undefined && (status === 404 || status === 410))) {
          // The reply to a HEAD has no body that could say why; the POST that follows will tell.
          step = { url: undefined, offset: undefined }
        } else if (before.url !== undefined && status === 409) {
          step = { url: before.url, offset: undefined }
        } else return { kind: 'failed', problem }
        break
      }
      case 'sign-in':
      case 'retry':
      case 'wait':
        return outcome
      default:
        return unreachable(outcome)
    }
    if (step.url !== before.url) await rememberUpload(local, claim.sha256, step.url)
    // Farther than ever in this upload: an offset that is only told again is no step forward.
    idle = (step.offset ?? 0) > reached ? 0 : idle + 1
    const isAnew = before.url !== undefined && step.url === undefined
    reached = isAnew ? 0 : Math.max(reached, step.offset ?? 0)
    if (isAnew) restarts += 1
  }
  return { kind: 'retry', problem: { code: 'server.failed' } }
}

/** The last step only asked how far the server's copy reaches. */
function asked(step: Step): boolean {
  return step.url !== undefined && step.offset === undefined
}

/** Where the request's body begins in the file; undefined: it has none. */
function bodyFrom({ url, offset }: Step, cautious: boolean): number | undefined {
  if (url !== undefined) return offset
  return cautious ? undefined : 0
}

function requestFor(claim: FileClaim, { url, offset }: Step, body: Uint8Array<ArrayBuffer> | undefined) {
  if (url === undefined) {
    const headers = { ...TUS, 'upload-length': String(claim.bytes), 'upload-metadata': metadataOf(claim) }
    const create = { method: 'POST', path: '/api/uploads', headers } as const
    return body === undefined ? create : { ...create, headers: { ...headers, ...BYTES }, body }
  }
  if (offset === undefined || body === undefined) return { method: 'HEAD', path: url, headers: TUS } as const
  const headers = { ...TUS, ...BYTES, 'upload-offset': String(offset) }
  return { method: 'PATCH', path: url, headers, body } as const
}

/** Remembered, its address would be asked again and again, and never lead anywhere. */
function isOfAnother(reply: Reply, { bytes }: FileClaim): boolean {
  const length = reply.headers.get('upload-length')
  return (offsetOf(reply) ?? 0) > bytes || (length !== null && Number(length) !== bytes)
}

function offsetOf({ headers }: Reply): number | undefined {
  const text = headers.get('upload-offset')
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The address of the upload without its origin: a server behind a proxy may not know by which name we call it. */
function pathOf({ headers }: Reply): string | undefined {
  const location = headers.get('location')
  if (location === null || !URL.canParse(location, 'http://relevo.invalid')) return undefined
  const { pathname, search } = new URL(location, 'http://relevo.invalid')
  return pathname + search
}

function metadataOf(claim: FileClaim): string {
  const pairs = { sha256: claim.sha256, type: claim.type, name: claim.name }
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${toBase64(value)}`)
    .join(',')
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
