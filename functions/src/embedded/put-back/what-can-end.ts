import { REVOCABLE, type Revocable } from '#domain/sessions/judge/index.ts'
import { isCollection, type CollectionName } from '#core/collections.ts'
import { typedKeys } from '#domain/kernel/index.ts'

/**
 * Treatment of each collection after a backup was restored. Every collection must be listed here to compile.
 *
 * - a rule of `REVOCABLE`: the ends of its grants are in the journal, and are applied again
 * - `content`: stays as in the backup
 * - `single-use`: deleted after every restore
 * - `password`: ended if its fingerprint differs from the journal
 */
const AFTER_RESTORE: Readonly<Record<CollectionName, Revocable | 'content' | 'single-use' | 'password'>> = {
  usuarios: REVOCABLE.users,
  factors: REVOCABLE.factors,
  credentials: 'password',
  websession: REVOCABLE.sessions,
  tokens: 'single-use',
  api_tokens: REVOCABLE.apiTokens,
  integraciones: REVOCABLE.webhooks,
  puertas: REVOCABLE.doorLinks,
  paises: REVOCABLE.places,
  municipios: REVOCABLE.places,
  // Links from users of the identity provider to our users. A link never ends; its user can be deactivated.
  identidades: 'content',
  solicitudes: 'content',
  settings: 'content',
  // An account of a payment provider is replaced, never ended; earlier payments are refunded through their account.
  pagos: 'content',
  // Payments and tickets newer than the backup are lost with their answers; the provider still has the payments.
  payOrder: 'content',
  recibos: 'content',
  boletos: 'content',
  lecturas: 'content',
  entradas: 'content',
  compradores: 'content',
  provincias: 'content',
  areas_municipales: 'content',
  tipos_incidencia: 'content',
  agendas: 'content',
  entregas: 'content',
  formularios: 'content',
  versiones: 'content',
  borradores: 'content',
  formEditedInfo: 'content',
  respuestas_formularios: 'content',
  estadisticas: 'content',
  segmentos: 'content',
  historial: 'content',
  held: 'content',
  deleted: 'content',
  copies: 'content',
  unsettled: 'content',
  imagenes: 'content',
  receipts: 'content',
  files: 'content',
  counters: 'content',
  names: 'content',
  throttles: 'content',
  devices: 'content',
  jobs: 'content',
  audit: 'content',
  filtros: 'content',
  filtros_compartidos: 'content',
}

/** The collections with grants that can be ended, and their rules. */
export const REVOCABLE_COLLECTIONS: readonly (readonly [CollectionName, Revocable])[] = typedKeys(
  AFTER_RESTORE,
).flatMap((name) => {
  const rule = AFTER_RESTORE[name]
  return typeof rule === 'string' ? [] : [[name, rule] as const]
})

/** The rule for a document; `undefined`: it has nothing that can end. */
export function findRevocable(key: string): Revocable | undefined {
  const collection = key.split('/').at(-2) ?? ''
  const rule = isCollection(collection) ? AFTER_RESTORE[collection] : 'content'
  return typeof rule === 'string' ? undefined : rule
}
