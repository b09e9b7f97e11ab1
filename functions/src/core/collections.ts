import { unsettledSearchKeys, type UnsettledCitizen } from '#domain/citizens/index.ts'
import { type Area, buildAreaListing } from '#domain/places/index.ts'
import {
  type DeletedAnswer,
  type HeldAnswer,
  buildAnswerListing,
  buildAnswerWords,
  toListedAnswer,
  toListedHeld,
  deletedSearchKeys,
  type AnswerTexts,
  type ListedAnswer,
} from '#domain/answers/index.ts'
import { type PaymentOrder, buildOrderListing } from '#domain/payments/index.ts'
import { parseRetention } from '#domain/privacy/index.ts'
import { type StoredDraft, toDraftLine, toFormLine, draftSearchKeys } from '#domain/templates/index.ts'
import { type User, buildUserListing } from '#domain/users/index.ts'
import { typedKeys } from '#domain/kernel/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import {
  CACHED,
  completeAnswer,
  type Collection,
  DOOR,
  EXPIRING,
  lookedUpBy,
  PLAIN,
  templateVersionKey,
} from './collection.ts'

export { completeAnswer, type Collection } from './collection.ts'

/**
 * Every collection and its search fields, from which SQLite's columns and indexes and the cloud's composite indexes are
 * made. Writing to an undeclared collection throws.
 */
export const COLLECTIONS = {
  usuarios: {
    scalars: ['userMuniCore', 'lowercase_username', 'email', 'listing.role', 'listing.updatedAt'],
    arrays: ['areas', 'listing.terms'],
    followed: [],
    indexes: [
      ['lowercase_username'],
      ...['userMuniCore', 'email', 'listing.role', 'listing.updatedAt'].flatMap((order) => [
        [order],
        ['listing.terms', order],
      ]),
    ],
    kept: true,
    derived: (document) => ({ listing: buildUserListing(document as User) }),
  },
  paises: CACHED,
  provincias: CACHED,
  municipios: { ...CACHED, ...lookedUpBy('nombre', 'key', 'idMuniCore') },
  areas_municipales: {
    ...CACHED,
    scalars: ['listing.name'],
    arrays: ['listing.terms'],
    indexes: [['listing.name'], ['listing.terms', 'listing.name']],
    derived: (document) => ({ listing: buildAreaListing(document as Area) }),
  },
  /** below a municipality: incident types created for its forms, and the booking product's latest agendas */
  tipos_incidencia: PLAIN,
  agendas: PLAIN,
  /** API tokens (by key and by creator), webhooks, and the result of each delivery */
  api_tokens: { ...CACHED, ...lookedUpBy('by') },
  integraciones: CACHED,
  entregas: PLAIN,
  websession: { ...CACHED, ...lookedUpBy('userId', 'expiresAt') },
  formularios: {
    scalars: ['titulo', 'deleted', 'municipioInfo.nombre', 'opcionales.publico', 'listing.retention'],
    arrays: ['areas'],
    followed: ['areas'],
    indexes: [['titulo'], ['municipioInfo.nombre', 'titulo'], ['listing.retention']],
    alone: ['listing.retention'],
    ascending: ['listing.retention'],
    kept: true,
    summary: toFormLine,
    derived: ({ retention }) => ({ listing: { retention: parseRetention(retention)?.unit } }),
  },
  versiones: { ...CACHED, lasting: true },
  /** drafts of forms, listed for their editors */
  borradores: {
    ...PLAIN,
    scalars: ['lastEdit.date'],
    arrays: ['listing.reach'],
    indexes: [['listing.reach', 'lastEdit.date']],
    alone: ['lastEdit.date'],
    summary: (document) => toDraftLine(document as StoredDraft),
    derived: (document) => ({ listing: { reach: draftSearchKeys(document as StoredDraft) } }),
  },
  /** the editor of each form version, by version */
  formEditedInfo: { ...PLAIN, lasting: true },
  respuestas_formularios: {
    scalars: [
      'idPlantilla',
      'fechaCreacion',
      'lastUpdate',
      'receivedAt',
      'codigoMunicipio',
      'creadoPor',
      'authorId',
      'datosCiudadano.id',
      'listing.dni',
      'listing.cuit',
      'estados.actual',
      'opcionales.publico',
      'pdfDownloadCode',
      'paymentDetails.orderId',
      'listing.waits',
    ],
    arrays: ['areas', 'listing.terms', 'listing.open'],
    followed: ['areas', 'authorId'],
    indexes: [
      ['idPlantilla', 'fechaCreacion'],
      ['idPlantilla', 'lastUpdate'],
      ['idPlantilla', 'authorId', 'fechaCreacion'],
      ['listing.open', 'lastUpdate'],
      ['codigoMunicipio'],
      ['datosCiudadano.id'],
      ['listing.dni'],
      ['listing.cuit'],
      ['pdfDownloadCode'],
      ['paymentDetails.orderId'],
    ],
    ascending: [
      'codigoMunicipio',
      'datosCiudadano.id',
      'listing.dni',
      'listing.cuit',
      'pdfDownloadCode',
      'paymentDetails.orderId',
    ],
    // Lists filtered by one of these fields are long, so an index returns them in order.
    whole: ['authorId', 'creadoPor', 'estados.actual', 'listing.waits'].flatMap((field) => [
      ['idPlantilla', field, 'fechaCreacion'],
      ['idPlantilla', field, 'lastUpdate'],
    ]),
    alone: [
      'listing.open',
      'fechaCreacion',
      'lastUpdate',
      'receivedAt',
      'codigoMunicipio',
      'datosCiudadano.id',
      'listing.dni',
      'listing.cuit',
      'opcionales.publico',
      'pdfDownloadCode',
      'paymentDetails.orderId',
    ],
    projected: true,
    counted: 'idPlantilla',
    kept: false,
    summary: (document) => toListedAnswer(completeAnswer(document)),
    derived: (_, summary) => ({ listing: buildAnswerListing(summary as ListedAnswer) }),
    words: (document) => ({
      within: String(document['idPlantilla']),
      words: buildAnswerWords(document as AnswerTexts),
    }),
    resembles: templateVersionKey,
  },
  /** statistics of answers, and segments by day and area, in stores without their own log */
  estadisticas: PLAIN,
  segmentos: PLAIN,
  /** earlier versions of an answer */
  historial: { ...PLAIN, resembles: templateVersionKey },
  held: {
    scalars: ['answer.idPlantilla', 'answer.authorId', 'municipality', 'outcome.kind', 'at'],
    arrays: ['areas'],
    followed: ['areas', 'answer.authorId'],
    indexes: [
      ['outcome.kind', 'at'],
      ['municipality', 'outcome.kind', 'at'],
    ],
    alone: ['answer.idPlantilla', 'at'],
    kept: false,
    summary: (document) =>
      toListedHeld({ ...document, answer: completeAnswer(document['answer'] as StoredDocument) } as HeldAnswer),
    resembles: ({ answer }) => templateVersionKey(answer as StoredDocument),
    within: 'answer',
  },
  /** deleted answers that can still be restored; `erased` has erased answers, which devices follow */
  deleted: {
    ...PLAIN,
    scalars: ['at', 'until', 'idPlantilla'],
    arrays: ['listing.reach'],
    indexes: ['listing.reach', 'idPlantilla'].map((field) => [field, 'at']),
    alone: ['until'],
    whole: [['until']],
    derived: (document) => ({ listing: { reach: deletedSearchKeys(document as DeletedAnswer) } }),
  },
  erased: { ...PLAIN, arrays: ['reach'], followed: ['reach'], alone: ['reach'] },
  /** copies of an answer sent by e-mail, by answer */
  copies: PLAIN,
  /** typed citizens that the registry could not identify, by answer */
  unsettled: {
    ...PLAIN,
    scalars: ['at'],
    arrays: ['listing.reach'],
    indexes: [['listing.reach', 'at']],
    forward: ['at'],
    derived: (document) => ({ listing: { reach: unsettledSearchKeys(document as UnsettledCitizen) } }),
  },
  /** header images of templates; searched by hash before bytes are deleted; unsaved images expire */
  imagenes: {
    ...PLAIN,
    scalars: ['sha256', 'author', 'expiresAt'],
    indexes: [['sha256'], ['author', 'expiresAt'], ['expiresAt']],
    alone: ['sha256'],
    ascending: ['sha256', 'expiresAt'],
  },
  receipts: PLAIN,
  /** searched by hash before bytes are deleted, because another account may have the same file */
  files: { ...PLAIN, ...lookedUpBy('sha256', 'expiresAt') },
  counters: PLAIN,
  names: PLAIN,
  credentials: CACHED,
  factors: CACHED,
  identidades: { ...PLAIN, ...lookedUpBy('userId') },
  solicitudes: { ...PLAIN, scalars: ['state', 'at'], indexes: [['state', 'at']] },
  tokens: EXPIRING,
  throttles: EXPIRING,
  devices: {
    ...PLAIN,
    scalars: ['userId', 'municipalityPath', 'seenAt'],
    indexes: [['userId'], ['seenAt'], ['municipalityPath', 'seenAt']],
    alone: ['userId'],
    ascending: ['userId'],
  },
  jobs: {
    ...PLAIN,
    scalars: ['state', 'kind', 'municipality', 'dueAt'],
    indexes: [
      ['state', 'kind', 'dueAt'],
      ['state', 'municipality', 'dueAt'],
      ['state', 'dueAt'],
    ],
    // Each search has an index of its own above, so none are merged.
    alone: ['state', 'kind', 'municipality'],
    ascending: ['dueAt'],
  },
  audit: {
    ...PLAIN,
    scalars: ['number', 'at', 'action', 'username', 'municipality'],
    indexes: [['number'], ['at'], ['municipality', 'number'], ['username', 'number'], ['action', 'number']],
    alone: ['at'],
  },
  /**
   * orders by answer. Looked up by form (to recount stock), municipality (before its payment account changes), payment
   * reference, and `listing.reach` (users who refund, while staff must act; days on which its money moved)
   */
  payOrder: {
    ...PLAIN,
    scalars: ['form', 'municipality', 'open', 'createdAt', 'listing.lookAt', 'listing.place'],
    arrays: ['listing.reach', 'listing.references'],
    indexes: [['form'], ['municipality'], ['listing.reach', 'createdAt'], ['listing.lookAt'], ['listing.place']],
    whole: [['municipality', 'open']],
    alone: ['form', 'listing.lookAt', 'listing.reach', 'listing.references', 'listing.place'],
    ascending: ['form', 'municipality', 'open', 'listing.lookAt'],
    forward: ['createdAt'],
    derived: (document) => ({ listing: buildOrderListing(document as PaymentOrder) }),
  },
  /** receipts by order; found by municipality and day for the closing */
  recibos: {
    ...PLAIN,
    scalars: ['municipality', 'issuedAt'],
    indexes: [['municipality', 'issuedAt']],
    ascending: ['issuedAt'],
  },
  /**
   * read by key: stock and buyers of each zone; `pagos` has the account that receives payments, and the daily closings
   */
  entradas: PLAIN,
  compradores: PLAIN,
  pagos: CACHED,
  /** tickets and scans, which door devices follow by form, and door links */
  boletos: { ...DOOR, summary: ({ id, zone, state }) => ({ id, zone, state }) },
  lecturas: DOOR,
  puertas: PLAIN,
  /** saved list filters, one document per user; shared ones, one per form */
  filtros: PLAIN,
  filtros_compartidos: PLAIN,
  settings: CACHED,
} as const satisfies Readonly<Record<string, Collection>>

export type CollectionName = keyof typeof COLLECTIONS
export const COLLECTION_NAMES: readonly CollectionName[] = typedKeys(COLLECTIONS)

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name)
}

export function collectionNamed(name: string): Collection {
  if (!isCollection(name)) throw new Error(`Collection ${name} is not declared in collections.ts`)
  return COLLECTIONS[name]
}
