import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { generateAnswerId, generateMutationId, generateTemplateId } from '../../../src/domain/kernel/index.ts'
import { keys } from '../../../src/domain/store/index.ts'
import { PROTOCOL_VERSION, UPLOAD_CHUNK_BYTES } from '../../../src/domain/sync/index.ts'
import { FORM, PHOTO_AT } from '../soak/town.ts'
import { draftOf, PUBLIC_FORM, SAVED_FORM } from './town.ts'
import { MB } from './disk.ts'

/** Documents by key and files by hash that the server has acknowledged. */
export type Acknowledged = { readonly documents: Set<string>; readonly files: Map<string, number> }
export type Sending = {
  sent: number
  accepted: number
  refused: number
  cut: number
  unfinished: number
  readonly wrong: string[]
  readonly acknowledged: Acknowledged
}
export type Ask = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Response>
/** One turn of a client that fills the disk. */
export type Filler = () => Promise<void>

const DEVICE = 'D'.repeat(26)
/** Milliseconds until a refused client that ignores the server's advice sends again. */
const IMPATIENCE = 250
const LONG_TEXT = 90_000

/** Uploads photos and videos. An answer refers to each right after, except one in three. */
export function sealedFiles(ask: Ask, account: string, sending: Sending): Filler {
  return async () => {
    const bytes = photo(5 * MB - 1)
    if (!(await uploaded(ask, bytes, bytes.length, sending))) return
    if (Math.random() < 1 / 3) return
    const answer = generateAnswerId(randomBytes(16))
    const claim = claimOf(bytes)
    const { status } = await pushed(ask, sending, {
      account,
      answer,
      values: { [PHOTO_AT]: { imagen: claim.sha256 } },
      files: [claim],
    })
    if (status === 'applied') sending.acknowledged.files.set(claim.sha256, bytes.length)
  }
}

/** Starts uploads and abandons them halfway. */
export function abandonedFiles(ask: Ask, sending: Sending): Filler {
  return async () => {
    const bytes = photo(5 * MB - 1)
    await uploaded(ask, bytes, bytes.length / 2, sending)
  }
}

/** Sends answers with long texts. */
export function longAnswers(ask: Ask, account: string, sending: Sending): Filler {
  const form = account === 'public' ? PUBLIC_FORM.id : FORM.id
  return async () => {
    const values =
      account === 'public'
        ? {}
        : Object.fromEntries(
            [4, 5, 6].map((question) => [`0/${question}`, { respuesta: randomBytes(LONG_TEXT / 2).toString('hex') }]),
          )
    await pushed(ask, sending, { account, answer: generateAnswerId(randomBytes(16)), values, template: form })
  }
}

/** Uploads header images of forms that are never saved, and saves one form repeatedly with different texts. */
export function imagesAndVersions(ask: Ask, sending: Sending): Filler {
  let version = 1
  return async () => {
    const image = photo(5 * MB - 1)
    const template = generateTemplateId(randomBytes(16))
    const sent = await counted(ask('POST', `/api/templates/${template}/images`, image), image.length, sending)
    if (sent?.status === 200) sending.acknowledged.documents.add(keys.templateImage(template, claimOf(image).sha256))
    const draft = JSON.stringify({ base: version, draft: draftOf(randomBytes(10_000).toString('hex')) })
    const saved = await counted(ask('PUT', `/api/templates/${SAVED_FORM}`, draft, JSON_TYPE), draft.length, sending)
    if (saved?.status !== 200) return
    version = ((await saved.json()) as { readonly template: { readonly version: number } }).template.version
    sending.acknowledged.documents.add(keys.templateVersion(SAVED_FORM, version))
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** @param until number of bytes after which sending stops @returns whether the whole file was acknowledged */
async function uploaded(ask: Ask, bytes: Uint8Array<ArrayBuffer>, until: number, sending: Sending): Promise<boolean> {
  const { sha256, type, name } = claimOf(bytes)
  const metadata = Object.entries({ sha256, type, name })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const tus = { 'tus-resumable': '1.0.0' }
  const begun = await counted(
    ask('POST', '/api/uploads', undefined, {
      ...tus,
      'upload-length': String(bytes.length),
      'upload-metadata': metadata,
    }),
    0,
    sending,
  )
  const path = begun?.headers.get('location')
  if (begun?.status !== 201 || path === null || path === undefined) return false
  sending.unfinished += 1
  for (let offset = 0; offset < until; offset += UPLOAD_CHUNK_BYTES) {
    const piece = bytes.slice(offset, offset + UPLOAD_CHUNK_BYTES)
    const headers = { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
    const sent = await counted(ask('PATCH', path, piece, headers), piece.length, sending)
    if (sent?.status !== 204) return false
  }
  if (until >= bytes.length) sending.unfinished -= 1
  return true
}

type Result = { readonly status: string }

type PushedAnswer = {
  readonly account: string
  readonly answer: string
  readonly values: object
  readonly files?: readonly object[]
  readonly template?: string | undefined
}

async function pushed(
  ask: Ask,
  sending: Sending,
  { account, answer, values, files = [], template = FORM.id }: PushedAnswer,
): Promise<Result> {
  const all = {
    ...Object.fromEntries([0, 1, 2, 3].map((question) => [`0/${question}`, { respuesta: 'Sin novedades' }])),
    ...values,
  }
  const mutation = {
    id: generateMutationId(randomBytes(16)),
    answer,
    device: DEVICE,
    author: account,
    clock: new Date().toISOString(),
    offset: 0,
    kind: 'answer.submit',
    template,
    version: 1,
    header: { signatures: [] },
    content: { values: all, conditions: {}, rows: {} },
    files,
  }
  const body = JSON.stringify({ protocol: PROTOCOL_VERSION, device: DEVICE, account, mutations: [mutation] })
  const response = await counted(
    ask('POST', '/api/sync/push', body, { ...JSON_TYPE, 'x-relevo-account': account }),
    body.length,
    sending,
  )
  if (response?.status !== 200) return { status: 'refused' }
  const { results } = (await response.json()) as { readonly results: readonly Result[] }
  const result = results[0] ?? { status: 'none' }
  if (result.status === 'applied') sending.acknowledged.documents.add(`respuestas_formularios/${answer}`)
  else if (result.status !== 'retry') sending.wrong.push(`push: ${JSON.stringify(result)}`)
  return result
}

/**
 * Counts a reply. Expected: success, 404 for an expired upload (tus), a rate limit (429), or a refusal with a retry
 * time.
 */
async function counted(asked: Promise<Response>, bytes: number, sending: Sending): Promise<Response | undefined> {
  let response: Response
  try {
    response = await asked
  } catch {
    // A server that refuses early stops reading the body, so a client that continues sending finds the connection
    // closed.
    sending.cut += 1
    await wait(IMPATIENCE)
    return undefined
  }
  sending.sent += bytes
  if (response.ok) sending.accepted += bytes
  else {
    const isLater = (response.status === 503 || response.status === 429) && response.headers.get('retry-after') !== null
    if (isLater) sending.refused += 1
    else if (response.status !== 404) sending.wrong.push(`${response.status}: ${await response.clone().text()}`)
    if (isLater) await wait(IMPATIENCE)
  }
  return response
}

function photo(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(randomBytes(length))
  bytes.set([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0])
  return bytes
}

function claimOf(bytes: Uint8Array): {
  readonly sha256: string
  readonly bytes: number
  readonly type: string
  readonly name: string
} {
  return {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    type: 'image/jpeg',
    name: 'foto.jpg',
  }
}
