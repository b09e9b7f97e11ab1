import { REVOCABLE, type Revocable } from '#domain/sessions/judge/index.ts'
import { isCollection, type CollectionName } from '#core/collections.ts'
import { typedKeys } from '#domain/kernel/index.ts'

/**
 * The effect of a restored backup on each collection. A new collection does not compile without its line.
 *
 * - a rule of `REVOCABLE`: grants that can be ended, so they are journaled and end again
 * - `content`: counts as the backup has it
 * - `single-use`: removed with every restore; `password`: compared with the journal by its fingerprint
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
  // Links from users of the provider to ours. Links between the two are never ended; their user can be deactivated.
  identidades: 'content',
  solicitudes: 'content',
  settings: 'content',
  // An account is replaced, not ended: what was paid to the earlier one is refunded there.
  pagos: 'content',
  // Payments and tickets since the backup are lost with their answers; the provider has them.
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
export function revocableAt(key: string): Revocable | undefined {
  const collection = key.split('/').at(-2) ?? ''
  const rule = isCollection(collection) ? AFTER_RESTORE[collection] : 'content'
  return typeof rule === 'string' ? undefined : rule
}
