import { Server, DataStore, type Upload } from '@tus/server'
import type { Readable } from 'node:stream'
import { UPLOADS_PATH } from '#domain/endpoints/index.ts'
import {
  MAX_FILE_BYTES,
  refuse,
  sha256Schema,
  toHex,
  type FileHolder,
  type Problem,
  type ProblemCode,
} from '#domain/kernel/index.ts'
import type { RateLimit } from '#domain/limits/judge.ts'
import type { DiskSpace } from '../capacity/disk-space.ts'
import type { Core } from '../context.ts'
import { buildRefusalResponse } from '../http/problems.ts'
import { countUploadIdBytes } from '../upload-ids.ts'
import { WIDE_NETWORK_FACTOR } from '../limits/by-address.ts'
import type { StalledUploadRefunds } from './stalled-upload-refunds.ts'
import type { Uploader } from './bringer.ts'
import type { FileHoldings } from './holdings.ts'
import type { UploadAnnouncement } from './intake.ts'
import { isTusRefusal, createTusRefusal } from './tus-refusal.ts'
import { createUnfinishedUploads } from './unfinished-uploads.ts'
import { countAnnouncedFile } from './public-files.ts'

/** An upload store that reserves disk space for each chunk, instead of for the announced length. */
class MeteredUploads extends DataStore {
  readonly #uploads: DataStore
  readonly #disk: DiskSpace
  readonly #came: (id: string, bytes: number) => boolean

  /** @param came called with the size of each chunk; returns whether to accept it */
  constructor(uploads: DataStore, disk: DiskSpace, came: (id: string, bytes: number) => boolean) {
    super()
    this.#uploads = uploads
    this.#disk = disk
    this.#came = came
    this.extensions = uploads.extensions
  }

  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    return this.#uploads.write(this.#pieces(stream, id) as unknown as Readable, id, offset)
  }

  override create(upload: Upload): Promise<Upload> {
    return this.#uploads.create(upload)
  }

  override remove(id: string): Promise<void> {
    return this.#uploads.remove(id)
  }

  override getUpload(id: string): Promise<Upload> {
    return this.#uploads.getUpload(id)
  }

  /** Reserves space for each chunk until the next one is requested; the chunk has then been written. */
  async *#pieces(stream: Readable, id: string): AsyncGenerator<Uint8Array> {
    for await (const chunk of stream) {
      const piece = chunk as Uint8Array
      if (!this.#came(id, piece.byteLength))
        throw createTusRefusal({ code: 'request.too-many', details: { seconds: 1 } })
      const reserved = await this.#disk.reserve(piece, piece.byteLength)
      if (!reserved.ok) throw createTusRefusal(reserved.problem)
      try {
        yield piece
      } finally {
        this.#disk.release(piece)
      }
    }
  }
}

/** Milliseconds after which a dead connection must release its upload, so that the device can continue it. */
const DRAIN_MS = 1000

/** An upload in progress. The server has written its owner into the metadata. */
type StartedUpload = { readonly uploader: Uploader; readonly intake: UploadAnnouncement; readonly offset: number }

/** Data of a request for the hooks of the tus library. */
type Visit = {
  readonly uploader: Uploader
  readonly intake?: UploadAnnouncement
  /** measures counted for an announced public file */
  readonly spent?: readonly RateLimit[]
  readonly uploadId?: string
  begun?: string
  problem?: Problem
}

/** Resumable uploads with the tus protocol, each with an owner. */
type TusEndpoint = {
  create(
    request: Request,
    uploader: Uploader,
    intake: UploadAnnouncement,
    spent: readonly RateLimit[],
  ): Promise<Response>
  /** handles HEAD, PATCH and DELETE of an upload; another owner's upload is not found */
  visit(request: Request, holder: FileHolder, uploadId: string, address: string | undefined): Promise<Response>
}

export function createTusEndpoint(core: Core, holdings: FileHoldings, announced: StalledUploadRefunds): TusEndpoint {
  const { ports, disk } = core
  const visitsByRequest = new WeakMap<object, Visit>()
  const uploads = new MeteredUploads(ports.files.uploads, disk, announced.came)
  const unfinished = createUnfinishedUploads(uploads, announced.end)

  const tus = new Server({
    path: UPLOADS_PATH,
    datastore: uploads,
    relativeLocation: true,
    respectForwardedHeaders: false,
    // Empty, because without a list the library allows every origin.
    allowedOrigins: [],
    maxSize: MAX_FILE_BYTES,
    lockDrainTimeout: DRAIN_MS,
    namingFunction: (request) => toHex(ports.random(countUploadIdBytes(requireVisit(request).uploader.isPublic))),
    getFileIdFromRequest: (request) => visitsByRequest.get(request)?.uploadId,
    onUploadCreate: async (request, upload) => {
      const visit = requireVisit(request)
      const { uploader, intake, spent = [] } = visit
      if (intake === undefined) throw new Error('An upload is created without its intake')
      visit.begun = upload.id
      const { sha256, type, name } = intake
      if (uploader.isPublic) announced.begin(upload.id, spent, intake.bytes)
      await unfinished.begin(uploader, upload.id, intake.bytes)
      return {
        metadata: {
          sha256,
          type,
          name,
          owner: uploader.holder,
          ...(uploader.isPublic ? { room: formatQuotas(uploader) } : {}),
        },
      }
    },
    onUploadFinish: async (request, upload) => {
      const visit = requireVisit(request)
      const underway = toStartedUpload(upload)
      unfinished.end(underway?.uploader ?? visit.uploader, upload.id)
      await announced.end(upload.id)
      delete visit.begun
      const result =
        underway === undefined
          ? refuse('file.missing')
          : await holdings.take(underway.uploader, underway.intake, upload.id)
      if (result.ok) return {}
      throw createTusRefusal(result.problem)
    },
    onResponseError: (request, error) => {
      const problem = isTusRefusal(error) ? error.problem : undefined
      const visit = visitsByRequest.get(request)
      if (visit !== undefined && problem !== undefined) visit.problem = problem
      return undefined
    },
  })

  function requireVisit(request: object): Visit {
    const visit = visitsByRequest.get(request)
    if (visit === undefined) throw new Error('A request reached the uploads without passing the guard')
    return visit
  }

  async function find(uploadId: string): Promise<StartedUpload | undefined> {
    try {
      return toStartedUpload(await uploads.getUpload(uploadId))
    } catch (error) {
      if (isTusRefusal(error)) return undefined
      throw error
    }
  }

  async function handle(request: Request, visit: Visit): Promise<Response> {
    visitsByRequest.set(request, visit)
    const response = await tus.handleWeb(request)
    if (visit.begun !== undefined) await unfinished.created(visit.uploader, visit.begun)
    if (response.status < 400) return response
    if (visit.problem !== undefined) return buildRefusalResponse(visit.problem)
    if (response.status >= 500)
      ports.log.error('upload.failed', { status: response.status, body: await response.text() })
    return buildTusRefusalResponse(response.status)
  }

  /** Refuses an upload that would not fit, before a slow connection transfers it. Reserves no space. */
  async function full(bytes: number): Promise<Response | undefined> {
    const fits = await disk.fits(bytes)
    return fits.ok ? undefined : buildRefusalResponse(fits.problem)
  }

  return {
    create: async (request, uploader, intake, spent) => {
      const wait = await full(intake.bytes)
      if (wait === undefined) return handle(request, { uploader, intake, spent })
      await announced.giveBack(spent)
      return wait
    },
    visit: async (request, holder, uploadId, address) => {
      const underway = await find(uploadId)
      if (underway === undefined || underway.uploader.holder !== holder)
        return buildRefusalResponse({ code: 'request.not-found' })
      const { uploader, intake, offset } = underway
      // All bytes have arrived, but the server died or sealing failed. This request seals the file.
      if (request.method === 'HEAD' && offset === intake.bytes) {
        const result = await holdings.take(uploader, intake, uploadId)
        return result.ok ? buildUploadCompleteResponse(intake.bytes) : buildRefusalResponse(result.problem)
      }
      if (request.method === 'PATCH') {
        const wait = await full(intake.bytes - offset)
        if (wait !== undefined) return wait
        const announcedFile = announced.given(uploadId, intake.bytes - offset)
        if (announcedFile !== undefined) {
          const admissionResult = await countAnnouncedFile(core, announcedFile, { address, request }, announced)
          if (!admissionResult.ok) return buildRefusalResponse(admissionResult.problem)
          announced.begin(uploadId, admissionResult.value.spent, intake.bytes - offset)
        }
      }
      if (request.method === 'DELETE') {
        unfinished.end(uploader, uploadId)
        await announced.end(uploadId)
      }
      return handle(request, { uploader, uploadId })
    },
  }
}

/** Owner and description from an upload's metadata. Undefined for uploads that the server did not create. */
function toStartedUpload({ metadata, offset, size }: Upload): StartedUpload | undefined {
  const sha256 = sha256Schema.safeParse(metadata?.['sha256'])
  const owner = metadata?.['owner']
  if (size === undefined || !sha256.success || typeof owner !== 'string') return undefined
  const room = metadata?.['room'] ?? undefined
  return {
    // `owner` and `room` are written by the server, so they are trusted.
    uploader: { holder: owner as FileHolder, rooms: parseQuotas(room ?? owner), isPublic: room !== undefined },
    offset,
    intake: { sha256: sha256.data, bytes: size, type: metadata?.['type'] ?? '', name: metadata?.['name'] ?? 'file' },
  }
}

/** Names of quotas as text in metadata, the widest last. */
const formatQuotas = ({ rooms }: Uploader): string => rooms.map(({ name }) => name).join(' ')
const parseQuotas = (text: string): Uploader['rooms'] =>
  text.split(' ').map((name, index) => ({ name, times: index === 0 ? 1 : WIDE_NETWORK_FACTOR }))

/** The tus reply to a completed upload. */
export function buildUploadCompleteResponse(bytes: number, status = 200, location?: string): Response {
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': String(bytes),
    'upload-length': String(bytes),
    'cache-control': 'no-store',
  }
  return new Response(null, { status, headers: location === undefined ? headers : { ...headers, location } })
}

/** Refusal with a status of tus (409 wrong offset, 410 expired, 412 wrong version) and our body. */
function buildTusRefusalResponse(status: number): Response {
  const headers = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' }
  return Response.json({ error: { code: getTusCode(status) } }, { status, headers })
}

function getTusCode(status: number): ProblemCode {
  if (status === 404 || status === 410) return 'request.not-found'
  if (status === 413) return 'file.too-large'
  return status >= 500 ? 'server.failed' : 'request.malformed'
}
