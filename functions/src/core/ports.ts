import type { DataStore } from '@tus/server'
import type { CreateCitizenCall, RegisteredCitizenWithNumber } from '#domain/citizens/index.ts'
import type { Answer, IncidentFacts } from '#domain/answers/index.ts'
import type { LatLng, MunicipalitySettings } from '#domain/places/index.ts'
import {
  ok,
  type AnswerId,
  type CitizenId,
  type Ok,
  type Refusal,
  type Result,
  type Sha256,
} from '#domain/kernel/index.ts'
import type { FoundAddress, AddressMatches, MapFacts, MapLayer, TileCoordinates } from '#domain/maps/index.ts'
import type { MailAttachment } from '#domain/mail/index.ts'
import type { PaymentProviders } from '#domain/payments/index.ts'
import type { IncidentKind } from '#domain/jobs/index.ts'
import type { DocumentIn, FoundDocuments, Key, StoredDocument, Unit } from '#domain/store/index.ts'
import type { Agendas, BookedAnswer } from '#domain/templates/index.ts'
import type { Aggregates } from './statistics-port.ts'
import type { PdfMaker } from './pdf-port.ts'
import type { MunicipalSystem } from './municipal-system-port.ts'
import type { PortalLogin } from './portal-login-port.ts'
import type { WebhookPort } from './webhooks-port.ts'
import type { Changes, ChangesQuery, CountQuery, DocumentEntry, IndexFollower, Query } from './queries.ts'

/** The host functions that the core uses. Each host has one implementation, tested by a shared contract test suite. */
export type Ports = {
  readonly store: Store
  readonly files: FileStore
  readonly clock: Clock
  readonly random: Random
  readonly passwords: PasswordHasher
  readonly log: Log
  /** whether an answer was deleted, even if a restored backup has it; missing without a record outside the store */
  readonly isEnded?: (answer: AnswerId) => boolean
  /** renders PDFs; missing on hosts without PDFs */
  readonly pdfs?: PdfMaker
  /** the outside systems; undefined: none is connected */
  readonly connectors?: Connectors
}

/** Clients of outside systems; missing ones are not connected. */
export type Connectors = {
  /**
   * Reports an answer, by kind of job, once per key. Refuses with `isFinal` when the system will never accept it
   * (incident.failed, also when the form names no type, area or user), and with network.unreachable.
   * @returns the system's id; empty when it has none
   */
  readonly tells?: {
    readonly [K in IncidentKind]?: (answer: Answer, idempotencyKey: string, facts: IncidentFacts) => Promise<JobResult>
  }
  readonly municipalSystem?: MunicipalSystem
  readonly booking?: BookingSystem
  readonly citizenPortal?: CitizenPortal
  /** The citizen of a portal token. Refuses with portal.login-failed (expired, used, unknown), portal.unreachable. */
  readonly citizenLogin?: (token: string) => Promise<Result<PortalLogin>>
  /** URL where a citizen revises or views an answer; without it e-mails have no such link */
  readonly revisionPage?: (answer: AnswerId) => string
  readonly viewPage?: (answer: AnswerId) => string
  /** base URL of links to users, `https://forms.example.org`: from the configuration, never from a request */
  readonly home?: () => string
  readonly citizens?: CitizenRegistry
  readonly mail?: Mailer
  readonly identity?: IdentityProvider
  readonly webhooks?: WebhookPort
  /** payment providers, used with the municipalities' accounts */
  readonly payments?: PaymentProviders
  readonly tiles?: MapTileSource
  /** small images at public URLs from other systems; refuses with file.missing */
  readonly images?: (url: string) => Promise<Result<Uint8Array<ArrayBuffer>>>
  /** geocoders by the value of a municipality's setting `geocoder` */
  readonly geocoders?: { readonly [Kind in MunicipalitySettings['geocoder']]?: Geocoder }
  /** clients for users without an account, if their replies are cached separately */
  readonly ofPublic?: Pick<Connectors, 'tiles' | 'geocoders'>
}

/** Client of the map's provider. */
export type MapTileSource = {
  readonly layers: MapFacts['layers']
  /** whether the drawn map of whole places may be downloaded in advance */
  readonly downloads: boolean
  /** A PNG, JPEG or WebP, or map.tile-missing, map.tile-failed. @param mayAsk called on a cache miss; may refuse */
  tile(layer: MapLayer, place: TileCoordinates, mayAsk?: () => Result<true>): Promise<Result<Uint8Array<ArrayBuffer>>>
}

/** Turns addresses into points and back. Both calls refuse with map.geocode-failed. */
export type Geocoder = {
  /** @param near results around this point are listed first */
  search(text: string, near: LatLng | undefined): Promise<Result<AddressMatches>>
  addressOf(point: LatLng): Promise<Result<FoundAddress> & MaybeAnswered>
}

/** A cache of replies by name. Names may contain any characters. Entries may disappear at any time. */
export type ReplyCache = {
  /** @returns the bytes, and when they were stored (milliseconds) */
  get(name: string): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly at: number } | undefined>
  /** Stores the bytes if there is space. Never throws. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

/** The single sign-on provider. All calls refuse with session.sso-failed. */
type IdentityProvider = {
  readonly label: string
  /** @returns the URL for the browser */
  begin(checks: SsoChecks, mode: { readonly again: boolean; readonly changePassword: boolean }): Promise<Result<string>>
  /** @param query query string sent by the provider */
  finish(query: string, checks: SsoChecks): Promise<Result<SsoIdentity>>
  /** @returns the URL that ends the session at the provider */
  farewell(idToken: string): Promise<Result<string>>
}
type SsoChecks = { readonly state: string; readonly nonce: string; readonly verifier: string }
/** The identity that the provider confirms; `email` only when verified there. */
export type SsoIdentity = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly username: string | undefined
  readonly name: string
  /** time of authentication at the provider, milliseconds; undefined when unknown */
  readonly authenticatedAt: number | undefined
  readonly idToken: string
}

/** Sends e-mails with a mail server, or stores them in a folder. */
export type Mailer = {
  /** base URL of links in e-mails, `https://forms.example.org`: from the configuration, never from a request */
  home(): string
  /** Sends an e-mail once per key. Refuses with mail.refused (final) or network.unreachable. */
  send(message: MailMessage, key: string): Promise<JobResult>
  /** whether e-mails are only stored on the server's disk */
  readonly isKept?: boolean
}

/** Calls to the portal, each made once per key. Refuse with portal.refused (final), network.unreachable. */
export type CitizenPortal = {
  sendExternalMessage(
    message: {
      readonly message: string
      readonly formData: {
        readonly incidenteId: string
        readonly urlFormulario: string
        readonly username: string
        readonly municipioId: number
      }
    },
    key: string,
  ): Promise<JobResult>
  updateStateCitizenPortalFormData(
    state: { readonly id: string; readonly estado: 'Subsanar' | 'Completado' },
    key: string,
  ): Promise<JobResult>
}

/** Plain text; `to` and `subject` are one line each. */
export type MailMessage = {
  readonly to: { readonly address: string; readonly name: string }
  readonly subject: string
  readonly text: string
  readonly attachments?: readonly MailAttachment[]
}

/** The municipal citizen registry. `municipality`: idMuniCore. */
export type CitizenRegistry = {
  /** @returns null when no citizen has the number or the hash. Refuses with citizen.search-failed. */
  find(by: CitizenLookup, municipality: number): Promise<Result<RegisteredCitizenWithNumber | null> & MaybeAnswered>
  /** Creates a citizen once per key. Refuses with citizen.create-failed; `message`: the registry's reason. */
  create(citizen: NewCitizen, municipality: number, key: string): Promise<Result<CreatedCitizen>>
}
export type CitizenLookup = { readonly dni: string } | { readonly hash: string }
export type NewCitizen = Omit<CreateCitizenCall, 'municipioPath'>
/** The registry's id and number format, and its message. */
export type CreatedCitizen = { readonly id: CitizenId; readonly dni: string; readonly message: string }

/** Client of the appointment-booking product. */
export type BookingSystem = {
  /** URL of the booking page; missing when not configured */
  readonly page?: string
  /** The code that identifies an answer to the booking page. Refuses with booking.failed. */
  encrypt(about: BookedAnswer): Promise<Result<string>>
  /** @param municipalityId idMuniCore. Refuses with connector.agendas-failed. */
  agendas(municipalityId: number): Promise<Result<Agendas>>
}

/**
 * Result of a job's call. `isFinal`: a retry is pointless. `waits`: milliseconds until the next try; no call was made.
 * `isAdvanced`: earlier attempts do not count. `system`: state of the outside system, if the result does not show it.
 */
export type JobResult = (
  | Ok<{ readonly id: string }>
  | (Refusal & MaybeAnswered & { readonly isFinal?: boolean; readonly waits?: number; readonly isAdvanced?: boolean })
) & { readonly system?: 'down' | 'not-asked' }
/** Result of a job that is no longer needed; says nothing about the outside system. */
export const JOB_NOT_NEEDED: JobResult = { ...ok({ id: '' }), system: 'not-asked' }
/** `isAnswered`: the system works and has refused this request for now */
type MaybeAnswered = { readonly isAnswered?: boolean }

/** Milliseconds since 1970-01-01 UTC. */
export type Clock = () => number
type Random = (length: number) => Uint8Array

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Takes equally long for an unknown account (hash undefined). */
  verify(password: string, hash: string | undefined): Promise<boolean>
  /** true while the queue is too long; missing when there is no queue */
  isFull?(): boolean
}

/** Thrown when too many passwords wait to be hashed. */
export class PasswordQueueFullError extends Error {
  override readonly name = 'PasswordQueueFullError'
}

export type Log = {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void
  error(event: string, facts?: Readonly<Record<string, unknown>>): void
}

export * from './queries.ts'

/**
 * Era of log positions. After a backup is restored, positions repeat values that devices have already seen, so each
 * opening of a store begins an era. A position is invalid if a later era began at a lower position. `from`: last
 * position before the era.
 */
export type LogEra = { readonly id: string; readonly from: number }

/** Thrown when the disk is full: the writes of that commit are not stored. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

/** Thrown for every commit once the store has detected damage to its content. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError'
}

/** Thrown while the requested data is rebuilt or counted, and by reads that are disturbed or aborted. */
export class CatchingUpError extends Error {
  override readonly name = 'CatchingUpError'
}

export type Store = {
  /** oldest first; the last one is current */
  readonly eras: readonly LogEra[]
  /** Forgets earlier eras after a restore: devices pull everything, and resend changes that no pull has returned. */
  forgetEras?(): void
  getMany(keys: readonly Key[]): Promise<FoundDocuments>
  get<T extends StoredDocument = StoredDocument>(key: Key<T>): Promise<T | undefined>
  query<Name extends string, IsSummary extends boolean = false>(
    query: Query<Name, IsSummary>,
  ): Promise<readonly DocumentEntry<DocumentIn<Name, IsSummary>>[]>
  count(query: CountQuery): Promise<number>
  changes<Name extends string, IsSummary extends boolean = false>(
    query: ChangesQuery<Name, IsSummary>,
  ): Promise<Changes<DocumentIn<Name, IsSummary>>>
  /** statistics of answers; without them the caller counts the answers (`recounting`) */
  readonly statistics?: Aggregates
  /** state of indexes written after the commit; missing when the commit writes everything */
  readonly following?: IndexFollower
  /** Reads, decides and writes in one transaction; resolves only when the writes are durable. */
  commit<R>(unit: Unit<R>): Promise<R>
  /** true from the first sign of damage; missing when a store cannot detect it */
  isDamaged?(): boolean
  close(): Promise<void>
}

/** Casts a store's untyped results to the collections' types. Documents were checked when written. */
export function castQueryResults(found: {
  query(query: Query): Promise<readonly DocumentEntry[]>
  changes(query: ChangesQuery): Promise<Changes>
}): Pick<Store, 'query' | 'changes'> {
  return found as Pick<Store, 'query' | 'changes'>
}

/** Bytes by their SHA-256. Parts of an upload belong to tus until `seal` has checked them. */
export type FileStore = {
  readonly uploads: DataStore
  /** Hashes and stores a finished upload. After file.hash-mismatch and file.length-mismatch the upload is deleted. */
  seal(
    uploadId: string,
    expected: { readonly sha256: Sha256; readonly bytes: number },
  ): Promise<Result<{ readonly type: string }>>
  /** @returns length in bytes, or undefined when there is no such file */
  size(sha256: Sha256): Promise<number | undefined>
  read(sha256: Sha256): Promise<ReadableStream<Uint8Array> | undefined>
  /** free bytes; missing where the store has no limit of its own */
  availableBytes?(): Promise<number>
  /** Deletes uploads idle for `idle` milliseconds, longest first, until the bytes are free. @returns bytes freed */
  evict?(idle: number, bytes: number): Promise<number>
  /** sealed hashes in order, at most `limit` after `after` */
  list(page?: { readonly after?: Sha256 | ''; readonly limit?: number }): Promise<readonly Sha256[]>
  /**
   * Deletes bytes that nothing references. Call only inside `getOrCreateUploadQueue`. Where several processes share the
   * store, bytes sealed during the last day stay, because they may be about to be referenced.
   * @param isNamed called after the bytes were read
   */
  remove(sha256: Sha256, isNamed: () => Promise<boolean>): Promise<void>
}
