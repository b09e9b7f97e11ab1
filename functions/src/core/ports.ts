import type { DataStore } from '@tus/server'
import type { CreateCitizenCall, NumberedCitizen } from '#domain/citizens/index.ts'
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
import type { FoundAddress, FoundPlaces, MapFacts, MapLayer, TilePlace } from '#domain/maps/index.ts'
import type { MailAttachment } from '#domain/mail/index.ts'
import type { PaymentProviders } from '#domain/payments/index.ts'
import type { ToldKind } from '#domain/jobs/index.ts'
import type { DocumentIn, Found, Key, StoredDocument, Unit } from '#domain/store/index.ts'
import type { Agendas, BookedAnswer } from '#domain/templates/index.ts'
import type { Aggregates } from './statistics-port.ts'
import type { PdfMaker } from './pdf-port.ts'
import type { MunicipalSystem } from './municipal-system-port.ts'
import type { PortalLogin } from './portal-login-port.ts'
import type { Webhooks } from './webhooks-port.ts'
import type { Changes, ChangesQuery, Counting, Entry, Following, Query } from './queries.ts'

/** What the server's brain needs of its machine: one implementation per host, one contract suite for each. */
export type Ports = {
  readonly store: Store
  readonly files: FileStore
  readonly clock: Clock
  readonly random: Random
  readonly passwords: Passwords
  readonly log: Log
  /** what makes PDFs; a host without one makes none */
  readonly pdfs?: PdfMaker
  /** the outside systems; what is not there sets nothing off */
  readonly connectors?: Connectors
}

/** Clients of outside systems; what a host has not connected is not there. */
export type Connectors = {
  /**
   * Reports an answer, by the kind of the job: each gets the same key again, and must then do nothing a second time.
   * Refuses finally where the system has understood and will not (incident.failed: or the form names no type, area or
   * user), and with network.unreachable.
   * @returns what the system calls it; the empty text when it gives no id
   */
  readonly tells?: {
    readonly [K in ToldKind]?: (answer: Answer, idempotencyKey: string, facts: IncidentFacts) => Promise<Attempt>
  }
  readonly municipalSystem?: MunicipalSystem
  readonly booking?: Booking
  readonly citizenPortal?: CitizenPortal
  /** Whom the portal's token stands for. Refuses with portal.login-failed (over, used, unknown), portal.unreachable. */
  readonly citizenLogin?: (token: string) => Promise<Result<PortalLogin>>
  /** where a citizen revises or sees an answer; missing where the product has no such page: no letter leads there */
  readonly revisionPage?: (answer: AnswerId) => string
  readonly viewPage?: (answer: AnswerId) => string
  /** where links to users lead, `https://forms.example.org`: configured, never what a request says of its host */
  readonly home?: () => string
  readonly citizens?: CitizenRegistry
  readonly mail?: Mailer
  readonly identity?: IdentityProvider
  readonly webhooks?: Webhooks
  /** who takes money, each with the accounts of the municipalities */
  readonly payments?: PaymentProviders
  readonly tiles?: MapTiles
  /** small images at public addresses that other systems have given; refuses with file.missing */
  readonly images?: (url: string) => Promise<Result<Uint8Array<ArrayBuffer>>>
  /** by what a municipality has chosen (its setting `geocoder`) */
  readonly geocoders?: { readonly [Kind in MunicipalitySettings['geocoder']]?: Geocoder }
  /** the same for those without an account, where it keeps replies apart from those to accounts */
  readonly ofPublic?: Pick<Connectors, 'tiles' | 'geocoders'>
}

/** The provider of the map. */
export type MapTiles = {
  readonly layers: MapFacts['layers']
  /** the drawn map of whole places may be fetched beforehand */
  readonly downloads: boolean
  /** PNG, JPEG or WebP, else map.tile-missing or map.tile-failed. @param mayAsk asked if none is at hand; may refuse */
  tile(layer: MapLayer, place: TilePlace, mayAsk?: () => Result<true>): Promise<Result<Uint8Array<ArrayBuffer>>>
}

/** Turns addresses into points and back. Each refuses with map.geocode-failed. */
export type Geocoder = {
  /** @param near what lies around it comes first */
  search(text: string, near: LatLng | undefined): Promise<Result<FoundPlaces>>
  addressOf(point: LatLng): Promise<Result<FoundAddress> & Answered>
}

/** Others' replies, kept for a while by names of any characters. Anything in it may go at any time. */
export type ReplyCache = {
  /** @returns the bytes, and when they were put there (milliseconds) */
  get(name: string): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly at: number } | undefined>
  /** Keeps them, or does not, where there is no room. Never throws. */
  put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
}

/** The single sign-on provider. Each refuses with session.sso-failed. */
export type IdentityProvider = {
  readonly label: string
  /** @returns where the browser goes */
  begin(checks: SsoChecks, wish: { readonly again: boolean; readonly changePassword: boolean }): Promise<Result<string>>
  /** @param query as the provider has sent it along with the browser */
  finish(query: string, checks: SsoChecks): Promise<Result<SsoIdentity>>
  /** @returns where the browser goes to end its session at the provider */
  farewell(idToken: string): Promise<Result<string>>
}
export type SsoChecks = { readonly state: string; readonly nonce: string; readonly verifier: string }
/** Whom the provider vouches for; `email` only when it was verified there. */
export type SsoIdentity = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | undefined
  readonly username: string | undefined
  readonly name: string
  /** when they have shown there who they are, milliseconds; undefined where the provider does not say */
  readonly authenticatedAt: number | undefined
  readonly idToken: string
}

/** What carries mails away: a mail server, or a folder where there is none. */
export type Mailer = {
  /** where links in mails lead, `https://forms.example.org`: configured, never what a request says of its host */
  home(): string
  /** A known key is the same mail. Refuses with mail.refused (final: no one takes it) or network.unreachable. */
  send(message: MailMessage, key: string): Promise<Attempt>
  /** mails stay on the server's disk: no one gets them */
  readonly isKept?: boolean
}

/** In the specification's words; a known key does nothing. Refuses with portal.refused (final), network.unreachable. */
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
  ): Promise<Attempt>
  updateStateCitizenPortalFormData(
    state: { readonly id: string; readonly estado: 'Subsanar' | 'Completado' },
    key: string,
  ): Promise<Attempt>
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
  /** @returns null when no citizen has the number, or the hash. Refuses with citizen.search-failed. */
  find(by: CitizenSought, municipality: number): Promise<Result<NumberedCitizen | null> & Answered>
  /** A known key is the same citizen. Refuses with citizen.create-failed; `message`: the registry will not. */
  create(citizen: NewCitizen, municipality: number, key: string): Promise<Result<CreatedCitizen>>
}
export type CitizenSought = { readonly dni: string } | { readonly hash: string }
export type NewCitizen = Omit<CreateCitizenCall, 'municipioPath'>
/** With the number as the registry writes it, and what it says of it. */
export type CreatedCitizen = { readonly id: CitizenId; readonly dni: string; readonly message: string }

/** The appointment-booking product. */
export type Booking = {
  /** where people book; missing: not configured */
  readonly page?: string
  /** The code that its page knows an answer by. Refuses with booking.failed. */
  encrypt(about: BookedAnswer): Promise<Result<string>>
  /** @param municipalityId idMuniCore. Refuses with connector.agendas-failed. */
  agendas(municipalityId: number): Promise<Result<Agendas>>
}

/**
 * `isFinal`: asking again would give the same, a person has to look; `waits`: no one was asked, it is not its turn for
 * so many milliseconds; `system`: how the outside system is, where the job's result does not say so
 */
export type Attempt = (
  Ok<{ readonly id: string }> | (Refusal & Answered & { readonly isFinal?: boolean; readonly waits?: number })
) & { readonly system?: 'down' | 'not-asked' }
/** A job whose reason is gone by now: it is over, and says nothing of how the system is that it would have asked. */
export const NOTHING_TO_DO: Attempt = { ...ok({ id: '' }), system: 'not-asked' }
/** `isAnswered`: the system stands and has said no to this one, now */
export type Answered = { readonly isAnswered?: boolean }

/** Milliseconds since 1970-01-01 UTC. */
export type Clock = () => number
/** Cryptographic bytes. */
export type Random = (length: number) => Uint8Array

export type Passwords = {
  hash(password: string): Promise<string>
  /** Takes as long for an unknown account (hash undefined) as for a known one. */
  verify(password: string, hash: string | undefined): Promise<boolean>
  /** true while more wait than are worth waiting for; missing where nothing waits */
  isFull?(): boolean
}

/** What hashing a password throws when too many wait for it already. */
export class PasswordsBusyError extends Error {
  override readonly name = 'PasswordsBusyError'
}

export type Log = {
  info(event: string, facts?: Readonly<Record<string, unknown>>): void
  error(event: string, facts?: Readonly<Record<string, unknown>>): void
}

export * from './queries.ts'

/**
 * Positions count on until a restore from a backup, which gives again what devices have already seen. So each opening
 * of a store is an era of its own, and a position is good while no later era began before it.
 */
export type Era = {
  readonly id: string
  /** the last position before it */
  readonly from: number
}

/** What a store throws when its disk takes nothing more: the writes of that commit are not there. */
export class NoRoomError extends Error {
  override readonly name = 'NoRoomError'
}

/** What a store throws for every commit once it has seen that its own content is damaged: nothing is built upon it. */
export class DamagedStoreError extends Error {
  override readonly name = 'DamagedStoreError'
}

/** A store throws it where it still rewrites what is read, as after an upgrade: later it can be read. */
export class CatchingUpError extends Error {
  override readonly name = 'CatchingUpError'
}

export type Store = {
  /** oldest first; the last one is now */
  readonly eras: readonly Era[]
  getMany(keys: readonly Key[]): Promise<Found>
  get<T extends StoredDocument = StoredDocument>(key: Key<T>): Promise<T | undefined>
  query<Name extends string, IsSummary extends boolean = false>(
    query: Query<Name, IsSummary>,
  ): Promise<readonly Entry<DocumentIn<Name, IsSummary>>[]>
  count(query: Counting): Promise<number>
  changes<Name extends string, IsSummary extends boolean = false>(
    query: ChangesQuery<Name, IsSummary>,
  ): Promise<Changes<DocumentIn<Name, IsSummary>>>
  /** sums of the answers of forms; missing: the caller counts the answers (`recounting`) */
  readonly statistics?: Aggregates
  /** missing: everything is written in the commit */
  readonly following?: Following
  /** Reads, decides and writes in one transaction; resolves only when the writes are durable. */
  commit<R>(unit: Unit<R>): Promise<R>
  /** true from the first sign of damage on; missing where a store cannot tell */
  isDamaged?(): boolean
  close(): Promise<void>
}

/** What a store finds in a collection is what was let into it: said here once, for every store. */
export function searching(found: {
  query(query: Query): Promise<readonly Entry[]>
  changes(query: ChangesQuery): Promise<Changes>
}): Pick<Store, 'query' | 'changes'> {
  return found as Pick<Store, 'query' | 'changes'>
}

/** Bytes by their SHA-256. Parts of an upload are tus's affair until `seal` has checked them. */
export type FileStore = {
  readonly uploads: DataStore
  /** Hashes a finished upload and moves it, durably. file.hash-mismatch and file.length-mismatch discard the upload. */
  seal(
    uploadId: string,
    expected: { readonly sha256: Sha256; readonly bytes: number },
  ): Promise<Result<{ readonly type: string }>>
  /** @returns length in bytes, or undefined when there is no such file */
  size(sha256: Sha256): Promise<number | undefined>
  read(sha256: Sha256): Promise<ReadableStream<Uint8Array> | undefined>
  /** bytes that still fit; missing where the store grows by itself */
  room?(): Promise<number>
  /** Gives up uploads untouched for `idle` milliseconds, longest first, for so many bytes. @returns bytes freed */
  evict?(idle: number, bytes: number): Promise<number>
  /** sealed hashes, in their order: of those after `after`, `limit` at most */
  list(stretch?: { readonly after?: Sha256 | ''; readonly limit?: number }): Promise<readonly Sha256[]>
  /**
   * Removes bytes that no one names. Inside `inOrderOf` only. Where several processes share the store, bytes sealed
   * during the last day, or again meanwhile, stay: someone may be about to name them.
   * @param isNamed asked after the bytes were looked at
   */
  remove(sha256: Sha256, isNamed: () => Promise<boolean>): Promise<void>
}
