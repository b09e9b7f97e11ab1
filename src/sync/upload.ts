import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import type { FileClaim } from '#domain/answering/index.ts'
import { loadUpload, openFile, rememberUpload } from '#local/index.ts'
import type { SyncDeps } from './deps.ts'
import { UPLOADS_PATH, type Outcome } from '#domain/endpoints/index.ts'
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
  /** of the public, which may send only what a form asks for: the form whose answer names it */
  readonly form?: TemplateId | undefined
  /** an earlier attempt broke off: only the upload's address is asked for first; the next break costs no bytes */
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

/** What is known of the upload. `cautious`: when it begins, no bytes go along, so that a break costs none. */
type Step = { readonly url: string | undefined; readonly offset: number | undefined; readonly cautious: boolean }

/**
 * Sends one file over tus 1.0.0: creation with the first chunk in its body, chunks of at most UPLOAD_CHUNK_BYTES; after
 * a break it goes on where the server's copy ends. A small file is one request; so is a file that the server has.
 *
 *     address   offset
 *     unknown   –        POST   -> address and offset, or stored
 *     known     unknown  HEAD   -> offset
 *     known     known    PATCH  -> offset, or stored
 *
 * 404 and 410 forget the address, 409 the offset; an upload of another length is another file's, whose reply went
 * astray, and is forgotten, too. When the server's hash differs, its copy is gone; ours is measured again: if it
 * differs too, the file is unreadable, otherwise it is sent once more.
 */
export async function sendFile(
  deps: SyncDeps,
  transport: Transport,
  { claim, form, careful, isWanted = () => true }: FileToSend,
): Promise<FileOutcome> {
  const { local } = deps
  const unreadable: FileOutcome = {
    kind: 'failed',
    problem: { code: 'file.unreadable', details: { name: claim.name } },
  }
  const file = await openFile(local, claim)
  if (file === undefined) return unreadable
  let step: Step = { url: await loadUpload(local, claim.sha256), offset: undefined, cautious: careful }
  let mismatched = false
  const patience = createPatience()
  while (!patience.isOver()) {
    if (!isWanted()) return { kind: 'skipped' }
    const before = step
    const at = bodyFrom(step)
    const body = at === undefined ? undefined : await file.from(at)
    if (at !== undefined && body === undefined) return unreadable
    const outcome: Outcome<Reply> = await transport.send(requestFor({ claim, form }, step, body), (reply) =>
      reply.headers.get('tus-resumable') === null ? undefined : reply,
    )
    if (outcome.kind === 'ok') {
      const next = afterReply(outcome.value, before, claim)
      if (next === 'stored') return { kind: 'stored' }
      step = next
    } else if (outcome.kind === 'refused' && isMismatch(outcome.problem)) {
      const data = await file.whole()
      if (data === undefined || (await deps.hash(new Uint8Array(data))) !== claim.sha256) return unreadable
      await rememberUpload(local, claim.sha256, undefined)
      if (mismatched) return { kind: 'failed', problem: outcome.problem }
      mismatched = true
      step = anew(before)
    } else if (outcome.kind === 'refused') {
      const next = afterRefusal(outcome.status, before)
      if (next === undefined) return { kind: 'failed', problem: outcome.problem }
      step = next
    } else return outcome
    if (step.url !== before.url) await rememberUpload(local, claim.sha256, step.url)
    patience.note(before, step)
  }
  return { kind: 'retry', problem: { code: 'server.failed' } }
}

function anew({ cautious }: Step): Step {
  return { url: undefined, offset: undefined, cautious }
}

function afterReply(reply: Reply, before: Step, claim: FileClaim): Step | 'stored' {
  if (isOfAnother(reply, claim)) return anew(before)
  // A creation without bytes need not say that it stands at 0.
  const offset = offsetOf(reply) ?? (before.url === undefined && before.cautious ? 0 : undefined)
  if (offset !== claim.bytes) return { ...before, url: before.url ?? pathOf(reply), offset }
  // Complete, but was it checked and kept? Only the answer to a POST or PATCH says that; a POST without bytes asks.
  return asked(before) ? { ...anew(before), cautious: true } : 'stored'
}

/** @returns undefined when the refusal is about the file for good */
function afterRefusal(status: number, before: Step): Step | undefined {
  // The reply to a HEAD has no body that could say why; the POST that follows will tell.
  if (asked(before) || (before.url !== undefined && (status === 404 || status === 410))) return anew(before)
  return before.url !== undefined && status === 409 ? { ...before, offset: undefined } : undefined
}

function isMismatch({ code }: Problem): boolean {
  return code === 'file.hash-mismatch' || code === 'file.length-mismatch'
}

/** Ends what does not get farther: an offset that is only repeated is no step forward. */
function createPatience() {
  let [idle, reached, restarts] = [0, 0, 0]
  return {
    isOver: () => idle >= MAX_IDLE_STEPS || restarts > MAX_RESTARTS,
    note: (before: Step, step: Step) => {
      idle = (step.offset ?? 0) > reached ? 0 : idle + 1
      const isAnew = before.url !== undefined && step.url === undefined
      reached = isAnew ? 0 : Math.max(reached, step.offset ?? 0)
      if (isAnew) restarts += 1
    },
  }
}

/** The last step only asked how far the server's copy reaches. */
function asked(step: Step): boolean {
  return step.url !== undefined && step.offset === undefined
}

/** Where the request's body begins in the file; undefined: it has none. */
function bodyFrom({ url, offset, cautious }: Step): number | undefined {
  if (url !== undefined) return offset
  return cautious ? undefined : 0
}

function requestFor(
  { claim, form }: Pick<FileToSend, 'claim' | 'form'>,
  { url, offset }: Step,
  body: Uint8Array<ArrayBuffer> | undefined,
) {
  if (url === undefined) {
    const headers = { ...TUS, 'upload-length': String(claim.bytes), 'upload-metadata': metadataOf(claim, form) }
    const create = { method: 'POST', path: UPLOADS_PATH, headers } as const
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

function metadataOf(claim: FileClaim, form: TemplateId | undefined): string {
  const pairs = { sha256: claim.sha256, type: claim.type, name: claim.name, ...(form === undefined ? {} : { form }) }
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${toBase64(value)}`)
    .join(',')
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
