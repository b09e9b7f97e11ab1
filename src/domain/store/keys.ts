import type { Answer } from '../answers/documents/answer.ts'
import type { ApiToken, TokenRegister } from '../integrations/documents/api-token.ts'
import type {
  AuthenticatorSetup,
  SecondFactorRule,
  SecondFactors,
  PasskeyChallenge,
  SecondStep,
} from '../sessions/documents/second-factor.ts'
import type { Area, Country, Municipality, Province } from '../places/documents/location.ts'
import type { AuditChain, AuditEntry, AuditRetention } from '../audit/documents.ts'
import type { MunicipalityFile, TemplateImage } from '../templates/documents/image.ts'
import type { Closing, LastClosing } from '../payments/documents/closing.ts'
import type {
  Buyer,
  PaymentAccount,
  PaymentMode,
  PaymentOrder,
  Receipt,
  ZoneStock,
} from '../payments/documents/order.ts'
import type { CitizenSession, UsedToken, PortalRecord } from '../citizens/documents/portal.ts'
import type { Credentials, PasswordToken } from '../sessions/documents/credentials.ts'
import type { DeletedAnswer } from '../answers/documents/deleted.ts'
import type { DoorLinks, Ticket, TicketKeyRing, TicketScans } from '../tickets/documents/ticket.ts'
import type { Delivery, WebhookRegister } from '../integrations/documents/webhook.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { HeldAnswer } from '../answers/documents/held.ts'
import type { FileHolding } from '../files/documents/file-holding.ts'
import type { IncidentType } from '../templates/documents/incident-type.ts'
import type { StoredDraft } from '../templates/documents/stored-draft.ts'
import type { StoredParts, StoredStatistics, StoredSums } from '../statistics/documents.ts'
import type { LinkedIdentity, PendingSsoSignIn, UserRequest } from '../sessions/documents/sso.ts'
import type { SavedFilters, SharedFilters } from '../answers/documents/saved-filters.ts'
import type { SentCopies } from '../answers/documents/sent-copies.ts'
import type { ErasedAnswer, ErasedCounts, RetentionProgress } from '../privacy/documents.ts'
import type { EmbedCode } from '../integrations/documents/embed-code.ts'
import type { StoredSession } from '../sessions/documents/web-session.ts'
import type { User, UserNameReservation } from '../users/documents/user.ts'
import type { UnsettledCitizen } from '../citizens/documents/unsettled.ts'
import type { VersionLine } from '../templates/documents/version-line.ts'
import type { Author, FileHolder } from '../kernel/author.ts'
import type { AnswerId, MutationId, TemplateId, UserId } from '../kernel/ids.ts'
import type { Key } from '../kernel/key.ts'
import type { AreaPath, CountryPath, MunicipalityPath, ProvincePath } from '../kernel/paths.ts'
import type { DeviceRecord } from '../devices/fleet.ts'
import type { RemoteConfig } from '../sync/profile.ts'
import type { Job } from '../jobs/jobs.ts'
import type { StoredResult } from '../sync/protocol.ts'
import type { Agendas } from '../templates/connector-calls.ts'

/** Counter document. */
export type Counter = { readonly count: number }

/**
 * Keys of all documents, with document types. Paths are defined only here. The second-last segment is the collection.
 */
export const keys = {
  user: (id: Author): Key<User> => `usuarios/${id}`,
  country: (path: CountryPath): Key<Country> => path,
  province: (path: ProvincePath): Key<Province> => path,
  municipality: (path: MunicipalityPath): Key<Municipality> => path,
  area: (path: AreaPath): Key<Area> => path,
  template: (id: TemplateId): Key<FormTemplate> => `formularios/${id}`,
  templateVersion: (id: TemplateId, version: number): Key<FormTemplate> => `formularios/${id}/versiones/${version}`,
  /** last version number assigned to a form; a restored backup may lack this version */
  versionCounter: (id: TemplateId): Key<Counter> => `counters/version~${id}`,
  /** author and time of a version */
  versionLine: (id: TemplateId, version: number): Key<VersionLine> => `formularios/${id}/formEditedInfo/${version}`,
  /** unpublished draft; in a separate collection, so that lists of forms do not contain it */
  keptDraft: (id: TemplateId): Key<StoredDraft> => `borradores/${id}`,
  /** number of drafts stored for a form so far; used as the revision, and never reused */
  keptCounter: (id: TemplateId): Key<Counter> => `counters/draft~${id}`,
  /** header image uploaded for a template */
  templateImage: (id: TemplateId, sha256: string): Key<TemplateImage> => `imagenes/${id}~${sha256}`,
  /** logo of a municipality, or the catalogue of its language */
  municipalityFile: (municipality: MunicipalityPath, sha256: string): Key<MunicipalityFile> =>
    `${municipality}/imagenes/${sha256}`,
  /** incident type that the municipality's management system created; its id is any text */
  incidentType: (municipality: MunicipalityPath, id: string): Key<IncidentType> =>
    `${municipality}/tipos_incidencia/${encodeKeySegment(id)}`,
  /** agendas that the booking system returned last */
  agendas: (municipality: MunicipalityPath): Key<Agendas> => `${municipality}/agendas/turnero`,
  /** @param id id of the token */
  apiToken: (id: string): Key<ApiToken> => `api_tokens/${id}`,
  tokenRegister: (municipality: MunicipalityPath): Key<TokenRegister> => `${municipality}/integraciones/tokens`,
  webhookRegister: (municipality: MunicipalityPath): Key<WebhookRegister> => `${municipality}/integraciones/webhooks`,
  /** last number used for a delivery to a webhook */
  deliveryCounter: (municipality: MunicipalityPath, hook: string): Key<Counter> => `${municipality}/entregas/${hook}`,
  delivery: (municipality: MunicipalityPath, hook: string, number: number): Key<Delivery> =>
    `${municipality}/entregas/${hook}~${number}`,
  answer: (id: AnswerId): Key<Answer> => `respuestas_formularios/${id}`,
  /** statistics of a form, for stores that store statistics in documents */
  statistics: (id: TemplateId): Key<StoredStatistics> => `estadisticas/${id}`,
  statisticsSums: (id: TemplateId, segment: number): Key<StoredSums> => `estadisticas/${id}/segmentos/${segment}`,
  statisticsParts: (id: TemplateId, segment: number): Key<StoredParts> =>
    `estadisticas/${id}/segmentos/${segment}~columnas`,
  /** earlier version of an answer */
  answerVersion: (id: AnswerId, version: number): Key<Answer> => `respuestas_formularios/${id}/historial/${version}`,
  held: (id: AnswerId): Key<HeldAnswer> => `held/${id}`,
  /** deleted answer that can be restored */
  deletedAnswer: (id: AnswerId): Key<DeletedAnswer> => `deleted/${id}`,
  /** record that an answer was erased */
  erased: (id: AnswerId): Key<ErasedAnswer> => `erased/${id}`,
  /** @param month month in which the answers were created, `2026-11` */
  erasedCounts: (id: TemplateId, month: string): Key<ErasedCounts> => `counters/erased~${id}~${month}`,
  retention: (id: TemplateId): Key<RetentionProgress> => `counters/retention~${id}`,
  /** record of the copies of an answer sent by email */
  sentCopies: (answer: AnswerId): Key<SentCopies> => `copies/${answer}`,
  /** unverified citizen of an answer */
  unsettled: (answer: AnswerId): Key<UnsettledCitizen> => `unsettled/${answer}`,
  /** last report of a device about one account */
  device: (device: string, account: Author): Key<DeviceRecord> => `devices/${device}~${account}`,
  /** payment order of an answer */
  paymentOrder: (answer: AnswerId): Key<PaymentOrder> => `payOrder/${answer}`,
  /** receipt of an order, or credit note of a refund */
  receiptOfOrder: (order: AnswerId, refund?: string): Key<Receipt> =>
    `recibos/${order}${refund === undefined ? '' : `~${encodeKeySegment(refund)}`}`,
  /** last number used in a series of receipts */
  receiptCounter: (series: string): Key<Counter> => `counters/receipt~${encodeKeySegment(series)}`,
  /** exists after the first order in live mode; from then on, the sale and its tickets stay in live mode */
  liveSale: (form: TemplateId): Key<Counter> => `counters/live~${form}`,
  /** Test orders have counters of their own, so that they never take a place of a live sale. */
  zoneStock: (form: TemplateId, zone: number, mode: PaymentMode): Key<ZoneStock> =>
    `entradas/${form}~${zone}${buildModeSuffix(mode)}`,
  buyer: (form: TemplateId, dni: string, mode: PaymentMode): Key<Buyer> =>
    `compradores/${form}~${encodeKeySegment(dni)}${buildModeSuffix(mode)}`,
  paymentAccount: (municipality: MunicipalityPath): Key<PaymentAccount> => `${municipality}/pagos/cuenta`,
  /** @param day `2026-11-24` */
  closing: (municipality: MunicipalityPath, day: string): Key<Closing> => `${municipality}/pagos/cierre-${day}`,
  lastClosing: (municipality: MunicipalityPath): Key<LastClosing> => `${municipality}/pagos/cierre`,
  /** @param hash hash of the ticket's number */
  ticket: (hash: string): Key<Ticket> => `boletos/${hash}`,
  ticketKeys: (municipality: MunicipalityPath): Key<TicketKeyRing> => `${municipality}/pagos/llaves`,
  ticketScans: (form: TemplateId, hash: string): Key<TicketScans> => `lecturas/${form}~${hash}`,
  doorLinks: (form: TemplateId): Key<DoorLinks> => `puertas/${form}`,
  job: (id: string): Key<Job> => `jobs/${id}`,
  receipt: (id: MutationId): Key<StoredResult> => `receipts/${id}`,
  /** reference of a holder to a file, which allows the holder to use the file */
  file: (holder: FileHolder, sha256: string): Key<FileHolding> => `files/${holder}~${sha256}`,
  /** number of answers to a template, updated with each answer, so that they need not be counted */
  templateCounter: (id: TemplateId): Key<Counter> => `counters/template~${id}`,
  /** number of a citizen's answers to a form, by one of the citizen's ids; missing if none */
  citizenCounter: (id: TemplateId, citizen: string): Key<Counter> => `counters/citizen~${id}~${citizen}`,
  /** @param number twelve digits */
  auditEntry: (number: string): Key<AuditEntry> => `audit/${number}`,
  auditChain: 'counters/audit' as Key<AuditChain>,
  auditRetention: 'settings/audit' as Key<AuditRetention>,
  /** unique name of a user, so that two simultaneous creations with the same name conflict */
  userName: (kind: 'username' | 'email', name: string): Key<UserNameReservation> =>
    `names/${kind}~${encodeKeySegment(name)}`,
  /** the first answer that used a record of the citizens' portal */
  portalRecord: (municipality: MunicipalityPath, record: string): Key<PortalRecord> =>
    `names/portal-record~${encodeKeySegment(`${municipality} ${record}`)}`,
  /** @param hash SHA-256 of the session id */
  session: (hash: string): Key<StoredSession> => `websession/${hash}`,
  /** @param hash SHA-256 of the bearer token */
  citizenSession: (hash: string): Key<CitizenSession> => `tokens/${hash}`,
  /** @param hash SHA-256 of the token that the citizen used */
  usedToken: (hash: string): Key<UsedToken> => `tokens/${hash}`,
  credentials: (user: string): Key<Credentials> => `credentials/${user}`,
  /** a user's saved filters */
  savedFilters: (user: UserId): Key<SavedFilters> => `filtros/${user}`,
  /** filters shared with everyone who may read a form's list */
  sharedFilters: (form: TemplateId): Key<SharedFilters> => `filtros_compartidos/${form}`,
  factors: (user: string): Key<SecondFactors> => `factors/${user}`,
  factorRule: 'settings/second-factor' as Key<SecondFactorRule>,
  /** @param hash SHA-256 of the cookie */
  secondStep: (hash: string): Key<SecondStep> => `tokens/${hash}`,
  /** @param hash SHA-256 of owner and purpose */
  passkeyChallenge: (hash: string): Key<PasskeyChallenge> => `tokens/${hash}`,
  /** @param hash SHA-256 of the owner */
  appStart: (hash: string): Key<AuthenticatorSetup> => `tokens/${hash}`,
  /** @param hash SHA-256 of the state */
  ssoStart: (hash: string): Key<PendingSsoSignIn> => `tokens/${hash}`,
  /** @param hash SHA-256 of the code */
  embedCode: (hash: string): Key<EmbedCode> => `tokens/${hash}`,
  /** @param hash SHA-256 of issuer and subject */
  identity: (hash: string): Key<LinkedIdentity> => `identidades/${hash}`,
  userRequest: (hash: string): Key<UserRequest> => `solicitudes/${hash}`,
  /** @param hash SHA-256 of the token */
  passwordToken: (hash: string): Key<PasswordToken> => `tokens/${hash}`,
  /** remote flags (part 1, point 7), set by an administrator */
  remoteConfig: 'settings/remote-config' as Key<RemoteConfig>,
  /** revision of provinces and municipalities, so that conflicting names or keys cannot be stored at the same time */
  placesRevision: 'settings/places' as Key<Counter>,
} as const

/** Encodes a text as a segment of a key. Truncates long texts, so readers must compare the id in the document. */
function buildModeSuffix(mode: PaymentMode): string {
  return mode === 'live' ? '' : `~${mode}`
}

function encodeKeySegment(text: string): string {
  return `t${text.replace(/[^A-Za-z0-9]/g, (sign) => `=${sign.charCodeAt(0).toString(16)}.`)}`.slice(0, 150)
}
