import { buildUnsettledSearchKeys, type UnsettledCitizen } from '#domain/citizens/index.ts'
import { type Area, buildAreaListing } from '#domain/places/index.ts'
import {
  type DeletedAnswer,
  type HeldAnswer,
  buildAnswerSearchFields,
  buildAnswerWords,
  toListedAnswer,
  toListedHeldAnswer,
  buildDeletedSearchKeys,
  type AnswerTexts,
  type ListedAnswer,
} from '#domain/answers/index.ts'
import { type PaymentOrder, buildOrderSearchFields } from '#domain/payments/index.ts'
import { parseRetention } from '#domain/privacy/index.ts'
import { type StoredDraft, toDraftListItem, toFormListItem, buildDraftSearchKeys } from '#domain/templates/index.ts'
import { type User, buildUserListing } from '#domain/users/index.ts'
import { typedKeys } from '#domain/kernel/index.ts'
import type { StoredDocument } from '#domain/store/index.ts'
import {
  CACHED_COLLECTION,
  addAnswerDefaults,
  type Collection,
  DOOR_COLLECTION,
  EXPIRING_COLLECTION,
  declareLookupFields,
  PLAIN_COLLECTION,
  buildTemplateVersionKey,
} from './collection.ts'

export { addAnswerDefaults, type Collection } from './collection.ts'

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
  paises: CACHED_COLLECTION,
  provincias: CACHED_COLLECTION,
  municipios: { ...CACHED_COLLECTION, ...declareLookupFields('nombre', 'key', 'idMuniCore') },
  areas_municipales: {
    ...CACHED_COLLECTION,
    scalars: ['listing.name'],
    arrays: ['listing.terms'],
    indexes: [['listing.name'], ['listing.terms', 'listing.name']],
    derived: (document) => ({ listing: buildAreaListing(document as Area) }),
  },
  /** below a municipality: incident types created for its forms, and the booking product's latest agendas */
  tipos_incidencia: PLAIN_COLLECTION,
  agendas: PLAIN_COLLECTION,
  /** API tokens (by key and by creator), webhooks, and the result of each delivery */
  api_tokens: { ...CACHED_COLLECTION, ...declareLookupFields('by') },
  integraciones: CACHED_COLLECTION,
  entregas: PLAIN_COLLECTION,
  websession: { ...CACHED_COLLECTION, ...declareLookupFields('userId', 'expiresAt') },
  formularios: {
    scalars: ['titulo', 'deleted', 'municipioInfo.nombre', 'opcionales.publico', 'listing.retention'],
    arrays: ['areas'],
    followed: ['areas'],
    indexes: [['titulo'], ['municipioInfo.nombre', 'titulo'], ['listing.retention']],
    alone: ['listing.retention'],
    ascending: ['listing.retention'],
    kept: true,
    summary: toFormListItem,
    derived: ({ retention }) => ({ listing: { retention: parseRetention(retention)?.unit } }),
  },
  versiones: { ...CACHED_COLLECTION, lasting: true },
  /** drafts of forms, listed for their editors */
  borradores: {
    ...PLAIN_COLLECTION,
    scalars: ['lastEdit.date'],
    arrays: ['listing.reach'],
    indexes: [['listing.reach', 'lastEdit.date']],
    alone: ['lastEdit.date'],
    summary: (document) => toDraftListItem(document as StoredDraft),
    derived: (document) => ({ listing: { reach: buildDraftSearchKeys(document as StoredDraft) } }),
  },
  /** the editor of each form version, by version */
  formEditedInfo: { ...PLAIN_COLLECTION, lasting: true },
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
    summary: (document) => toListedAnswer(addAnswerDefaults(document)),
    derived: (_, summary) => ({ listing: buildAnswerSearchFields(summary as ListedAnswer) }),
    words: (document) => ({
      within: String(document['idPlantilla']),
      words: buildAnswerWords(document as AnswerTexts),
    }),
    resembles: buildTemplateVersionKey,
  },
  /** statistics of answers, and segments by day and area, in stores without their own log */
  estadisticas: PLAIN_COLLECTION,
  segmentos: PLAIN_COLLECTION,
  /** earlier versions of an answer */
  historial: { ...PLAIN_COLLECTION, resembles: buildTemplateVersionKey },
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
      toListedHeldAnswer({
        ...document,
        answer: addAnswerDefaults(document['answer'] as StoredDocument),
      } as HeldAnswer),
    resembles: ({ answer }) => buildTemplateVersionKey(answer as StoredDocument),
    within: 'answer',
  },
  /** deleted answers that can still be restored; `erased` has erased answers, which devices follow */
  deleted: {
    ...PLAIN_COLLECTION,
    scalars: ['at', 'until', 'idPlantilla'],
    arrays: ['listing.reach'],
    indexes: ['listing.reach', 'idPlantilla'].map((field) => [field, 'at']),
    alone: ['until'],
    whole: [['until']],
    derived: (document) => ({ listing: { reach: buildDeletedSearchKeys(document as DeletedAnswer) } }),
  },
  erased: { ...PLAIN_COLLECTION, arrays: ['reach'], followed: ['reach'], alone: ['reach'] },
  /** copies of an answer sent by e-mail, by answer */
  copies: PLAIN_COLLECTION,
  /** typed citizens that the registry could not identify, by answer */
  unsettled: {
    ...PLAIN_COLLECTION,
    scalars: ['at'],
    arrays: ['listing.reach'],
    indexes: [['listing.reach', 'at']],
    forward: ['at'],
    derived: (document) => ({ listing: { reach: buildUnsettledSearchKeys(document as UnsettledCitizen) } }),
  },
  /** header images of templates; searched by hash before bytes are deleted; unsaved images expire */
  imagenes: {
    ...PLAIN_COLLECTION,
    scalars: ['sha256', 'author', 'expiresAt'],
    indexes: [['sha256'], ['author', 'expiresAt'], ['expiresAt']],
    alone: ['sha256'],
    ascending: ['sha256', 'expiresAt'],
  },
  receipts: PLAIN_COLLECTION,
  /** searched by hash before bytes are deleted, because another account may have the same file */
  files: { ...PLAIN_COLLECTION, ...declareLookupFields('sha256', 'expiresAt') },
  counters: PLAIN_COLLECTION,
  names: PLAIN_COLLECTION,
  credentials: CACHED_COLLECTION,
  factors: CACHED_COLLECTION,
  identidades: { ...PLAIN_COLLECTION, ...declareLookupFields('userId') },
  solicitudes: { ...PLAIN_COLLECTION, scalars: ['state', 'at'], indexes: [['state', 'at']] },
  tokens: EXPIRING_COLLECTION,
  throttles: EXPIRING_COLLECTION,
  devices: {
    ...PLAIN_COLLECTION,
    scalars: ['userId', 'municipalityPath', 'seenAt'],
    indexes: [['userId'], ['seenAt'], ['municipalityPath', 'seenAt']],
    alone: ['userId'],
    ascending: ['userId'],
  },
  jobs: {
    ...PLAIN_COLLECTION,
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
    ...PLAIN_COLLECTION,
    scalars: ['number', 'at', 'action', 'username', 'municipality'],
    indexes: [['number'], ['at'], ['municipality', 'number'], ['username', 'number'], ['action', 'number']],
    alone: ['at'],
  },
  /**
   * orders by answer. Found by form (to recount stock), municipality (before its payment account changes), payment
   * reference, and `listing.reach` (who must resolve a difference; days on which money moved)
   */
  payOrder: {
    ...PLAIN_COLLECTION,
    scalars: ['form', 'municipality', 'open', 'createdAt', 'listing.lookAt', 'listing.place'],
    arrays: ['listing.reach', 'listing.references'],
    indexes: [['form'], ['municipality'], ['listing.reach', 'createdAt'], ['listing.lookAt'], ['listing.place']],
    whole: [['municipality', 'open']],
    alone: ['form', 'listing.lookAt', 'listing.reach', 'listing.references', 'listing.place'],
    ascending: ['form', 'municipality', 'open', 'listing.lookAt'],
    forward: ['createdAt'],
    derived: (document) => ({ listing: buildOrderSearchFields(document as PaymentOrder) }),
  },
  /** receipts by order; found by municipality and day for the closing */
  recibos: {
    ...PLAIN_COLLECTION,
    scalars: ['municipality', 'issuedAt'],
    indexes: [['municipality', 'issuedAt']],
    ascending: ['issuedAt'],
  },
  /**
   * read by key: stock and buyers of each zone; `pagos` has the account that receives payments, and the daily closings
   */
  entradas: PLAIN_COLLECTION,
  compradores: PLAIN_COLLECTION,
  pagos: CACHED_COLLECTION,
  /** tickets and scans, which door devices follow by form, and door links */
  boletos: { ...DOOR_COLLECTION, summary: ({ id, zone, state }) => ({ id, zone, state }) },
  lecturas: DOOR_COLLECTION,
  puertas: PLAIN_COLLECTION,
  /** saved list filters, one document per user; shared ones, one per form */
  filtros: PLAIN_COLLECTION,
  filtros_compartidos: PLAIN_COLLECTION,
  settings: CACHED_COLLECTION,
} as const satisfies Readonly<Record<string, Collection>>

export type CollectionName = keyof typeof COLLECTIONS
export const COLLECTION_NAMES: readonly CollectionName[] = typedKeys(COLLECTIONS)

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(COLLECTIONS, name)
}

export function requireCollection(name: string): Collection {
  if (!isCollection(name)) throw new Error(`Collection ${name} is not declared in collections.ts`)
  return COLLECTIONS[name]
}
