import type { Answer } from '../answers/documents/answer.ts'
import type { ApiToken, TokenRegister } from '../integrations/documents/api-token.ts'
import type {
  AppStart,
  FactorRule,
  Factors,
  PasskeyChallenge,
  SecondStep,
} from '../sessions/documents/second-factor.ts'
import type { Area, Country, Municipality, Province } from '../places/documents/location.ts'
import type { AuditChain, AuditEntry, AuditRetention } from '../audit/documents.ts'
import type { BrandImage, TemplateImage } from '../templates/documents/image.ts'
import type { Buyer, PaymentAccount, PaymentOrder, Receipt, ZoneStock } from '../payments/documents/order.ts'
import type { CitizenSession, UsedToken, PortalRecord } from '../citizens/documents/portal.ts'
import type { Credentials, PasswordToken } from '../sessions/documents/credentials.ts'
import type { DeletedAnswer } from '../answers/documents/deleted.ts'
import type { DoorLinks, Ticket, TicketKeyRing, TicketScans } from '../tickets/documents/ticket.ts'
import type { Delivery, WebhookRegister } from '../integrations/documents/webhook.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { HeldAnswer } from '../answers/documents/held.ts'
import type { Holding } from '../files/documents/holding.ts'
import type { IncidentType } from '../templates/documents/incident-type.ts'
import type { KeptDraft } from '../templates/documents/kept-draft.ts'
import type { KeptParts, KeptStatistics, KeptSums } from '../statistics/documents.ts'
import type { LinkedIdentity, SsoStart, UserRequest } from '../sessions/documents/sso.ts'
import type { SavedFilters, SharedFilters } from '../answers/documents/saved-filters.ts'
import type { SentCopies } from '../answers/documents/sent-copies.ts'
import type { EmbedCode } from '../integrations/documents/embed-code.ts'
import type { StoredSession } from '../sessions/documents/web-session.ts'
import type { User, UserName } from '../users/documents/user.ts'
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

/** How many there are. */
export type Counter = { readonly count: number }

/** Where each document lives and what it is: paths are known only here. The collection is the second last segment. */
export const keys = {
  user: (id: Author): Key<User> => `usuarios/${id}`,
  country: (path: CountryPath): Key<Country> => path,
  province: (path: ProvincePath): Key<Province> => path,
  municipality: (path: MunicipalityPath): Key<Municipality> => path,
  area: (path: AreaPath): Key<Area> => path,
  template: (id: TemplateId): Key<FormTemplate> => `formularios/${id}`,
  templateVersion: (id: TemplateId, version: number): Key<FormTemplate> => `formularios/${id}/versiones/${version}`,
  /** who saved a version, and when */
  versionLine: (id: TemplateId, version: number): Key<VersionLine> => `formularios/${id}/formEditedInfo/${version}`,
  /** what is kept of a form and not published: not among forms, so that nothing that shows forms finds it */
  keptDraft: (id: TemplateId): Key<KeptDraft> => `borradores/${id}`,
  /** how often something was kept of a form: the revision of its draft, never given twice */
  keptCounter: (id: TemplateId): Key<Counter> => `counters/draft~${id}`,
  /** a header image that was sent for a template */
  templateImage: (id: TemplateId, sha256: string): Key<TemplateImage> => `imagenes/${id}~${sha256}`,
  /** the logo of a municipality */
  brandImage: (municipality: MunicipalityPath, sha256: string): Key<BrandImage> => `${municipality}/imagenes/${sha256}`,
  /** an incident type that the management system made for a form of this municipality; its ids are texts of any kind */
  incidentType: (municipality: MunicipalityPath, id: string): Key<IncidentType> =>
    `${municipality}/tipos_incidencia/${segmentOf(id)}`,
  /** the agendas that the booking product named last for this municipality */
  agendas: (municipality: MunicipalityPath): Key<Agendas> => `${municipality}/agendas/turnero`,
  /** @param id of the token */
  apiToken: (id: string): Key<ApiToken> => `api_tokens/${id}`,
  tokenRegister: (municipality: MunicipalityPath): Key<TokenRegister> => `${municipality}/integraciones/tokens`,
  webhookRegister: (municipality: MunicipalityPath): Key<WebhookRegister> => `${municipality}/integraciones/webhooks`,
  /** how many messages a webhook was given: each has the next number */
  deliveryCounter: (municipality: MunicipalityPath, hook: string): Key<Counter> => `${municipality}/entregas/${hook}`,
  delivery: (municipality: MunicipalityPath, hook: string, number: number): Key<Delivery> =>
    `${municipality}/entregas/${hook}~${number}`,
  answer: (id: AnswerId): Key<Answer> => `respuestas_formularios/${id}`,
  /** what is counted of the answers to a form, where a store has no place of its own for that */
  statistics: (id: TemplateId): Key<KeptStatistics> => `estadisticas/${id}`,
  statisticsSums: (id: TemplateId, segment: number): Key<KeptSums> => `estadisticas/${id}/segmentos/${segment}`,
  statisticsParts: (id: TemplateId, segment: number): Key<KeptParts> =>
    `estadisticas/${id}/segmentos/${segment}~columnas`,
  /** an earlier version of an answer, as it was before a change */
  answerVersion: (id: AnswerId, version: number): Key<Answer> => `respuestas_formularios/${id}/historial/${version}`,
  held: (id: AnswerId): Key<HeldAnswer> => `held/${id}`,
  /** an answer that was deleted and can be brought back */
  deletedAnswer: (id: AnswerId): Key<DeletedAnswer> => `deleted/${id}`,
  /** which copies of an answer were sent by e-mail */
  sentCopies: (answer: AnswerId): Key<SentCopies> => `copies/${answer}`,
  /** the citizen of an answer whom the registry could not tell */
  unsettled: (answer: AnswerId): Key<UnsettledCitizen> => `unsettled/${answer}`,
  /** what a device says of one account's work on it */
  device: (device: string, account: Author): Key<DeviceRecord> => `devices/${device}~${account}`,
  /** what is to be paid for an answer, and what was */
  paymentOrder: (answer: AnswerId): Key<PaymentOrder> => `payOrder/${answer}`,
  /** of an order, or of one of its refunds */
  receiptOfOrder: (order: AnswerId, refund?: string): Key<Receipt> =>
    `recibos/${order}${refund === undefined ? '' : `~${segmentOf(refund)}`}`,
  /** the last number that was given in a series of receipts */
  receiptCounter: (series: string): Key<Counter> => `counters/receipt~${segmentOf(series)}`,
  /** exists once a sale of the form has taken a live order: the sale and its tickets are live from then on */
  liveSale: (form: TemplateId): Key<Counter> => `counters/live~${form}`,
  zoneStock: (form: TemplateId, zone: number): Key<ZoneStock> => `entradas/${form}~${zone}`,
  buyer: (form: TemplateId, dni: string): Key<Buyer> => `compradores/${form}~${segmentOf(dni)}`,
  paymentAccount: (municipality: MunicipalityPath): Key<PaymentAccount> => `${municipality}/pagos/cuenta`,
  /** @param hash of its number */
  ticket: (hash: string): Key<Ticket> => `boletos/${hash}`,
  ticketKeys: (municipality: MunicipalityPath): Key<TicketKeyRing> => `${municipality}/pagos/llaves`,
  ticketScans: (form: TemplateId, hash: string): Key<TicketScans> => `lecturas/${form}~${hash}`,
  doorLinks: (form: TemplateId): Key<DoorLinks> => `puertas/${form}`,
  job: (id: string): Key<Job> => `jobs/${id}`,
  receipt: (id: MutationId): Key<StoredResult> => `receipts/${id}`,
  /** who holds which file: having sent the bytes is what gives the right to name them */
  file: (holder: FileHolder, sha256: string): Key<Holding> => `files/${holder}~${sha256}`,
  /** how many answers a template has: read and written with each answer, never counted at that moment */
  templateCounter: (id: TemplateId): Key<Counter> => `counters/template~${id}`,
  /** how many answers of a form a citizen has, under one of their names; not there when none */
  citizenCounter: (id: TemplateId, citizen: string): Key<Counter> => `counters/citizen~${id}~${citizen}`,
  /** @param number twelve digits */
  auditEntry: (number: string): Key<AuditEntry> => `audit/${number}`,
  auditChain: 'counters/audit' as Key<AuditChain>,
  auditRetention: 'settings/audit' as Key<AuditRetention>,
  /** what no two users may have: the second of two created in the same moment finds it taken */
  userName: (kind: 'username' | 'email', name: string): Key<UserName> => `names/${kind}~${segmentOf(name)}`,
  /** the answer that a record of a municipality's portal belongs to: the first that came with it */
  portalRecord: (municipality: MunicipalityPath, record: string): Key<PortalRecord> =>
    `names/portal-record~${segmentOf(`${municipality} ${record}`)}`,
  /** @param hash SHA-256 of the session id */
  session: (hash: string): Key<StoredSession> => `websession/${hash}`,
  /** @param hash SHA-256 of the bearer */
  citizenSession: (hash: string): Key<CitizenSession> => `tokens/${hash}`,
  /** @param hash SHA-256 of a token with which a citizen came in */
  usedToken: (hash: string): Key<UsedToken> => `tokens/${hash}`,
  credentials: (user: string): Key<Credentials> => `credentials/${user}`,
  /** what a user has narrowed lists to, under names of theirs */
  savedFilters: (user: UserId): Key<SavedFilters> => `filtros/${user}`,
  /** what its supervisors share with everyone who reads the list of a form */
  sharedFilters: (form: TemplateId): Key<SharedFilters> => `filtros_compartidos/${form}`,
  factors: (user: string): Key<Factors> => `factors/${user}`,
  factorRule: 'settings/second-factor' as Key<FactorRule>,
  /** @param hash SHA-256 of the cookie */
  secondStep: (hash: string): Key<SecondStep> => `tokens/${hash}`,
  /** @param hash SHA-256 of whose it is and for what */
  passkeyChallenge: (hash: string): Key<PasskeyChallenge> => `tokens/${hash}`,
  /** @param hash SHA-256 of whose it is */
  appStart: (hash: string): Key<AppStart> => `tokens/${hash}`,
  /** @param hash SHA-256 of the state */
  ssoStart: (hash: string): Key<SsoStart> => `tokens/${hash}`,
  /** @param hash SHA-256 of the code */
  embedCode: (hash: string): Key<EmbedCode> => `tokens/${hash}`,
  /** @param hash SHA-256 of issuer and subject */
  identity: (hash: string): Key<LinkedIdentity> => `identidades/${hash}`,
  userRequest: (hash: string): Key<UserRequest> => `solicitudes/${hash}`,
  /** @param hash SHA-256 of the token */
  passwordToken: (hash: string): Key<PasswordToken> => `tokens/${hash}`,
  /** flags that change behaviour without a release (part 1, point 7); an administrator writes this document */
  remoteConfig: 'settings/remote-config' as Key<RemoteConfig>,
  /** counts each place made, renamed or given another key, so that two that collide are not made at the same moment */
  placesRevision: 'settings/places' as Key<Counter>,
} as const

/** A text as one segment of a key. A very long one is cut: a reader of the document looks at the id in it. */
function segmentOf(text: string): string {
  return `t${text.replace(/[^A-Za-z0-9]/g, (sign) => `=${sign.charCodeAt(0).toString(16)}.`)}`.slice(0, 150)
}
