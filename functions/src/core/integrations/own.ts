import { actorOfUser, editableSettings } from '#domain/access/index.ts'
import { type Municipality, encodePlaceId } from '#domain/places/index.ts'
import type { User } from '#domain/users/index.ts'
import {
  type Webhook,
  DELIVERIES_PAGE_SIZE,
  toDeliveryLine,
  toTokenLine,
  toWebhookLine,
  type Deliveries,
  type Integrations,
} from '#domain/integrations/index.ts'
import { ok, refuse, toInstant, type AreaPath, type MunicipalityPath, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { readAreaPaths, readFormLines } from '../places/all-places.ts'
import type { Ports, Store } from '../ports.ts'

/** The municipality, if the user administers it. Refuses with place.missing. */
async function findAdministeredMunicipality(
  store: Store,
  user: User,
  path: MunicipalityPath,
): Promise<Result<Municipality>> {
  const municipality = await store.get(keys.municipality(path))
  const reach = editableSettings(actorOfUser(user), path)
  return reach === null || municipality === undefined ? refuse('place.missing') : ok(municipality)
}

/** Tokens, webhooks and systems of a municipality, without secrets. Refuses like `findAdministeredMunicipality`. */
export async function listIntegrations(
  { store, clock, connectors }: Pick<Ports, 'store' | 'clock' | 'connectors'>,
  user: User,
  path: MunicipalityPath,
): Promise<Result<Integrations>> {
  const municipality = await findAdministeredMunicipality(store, user, path)
  if (!municipality.ok) return municipality
  const now = toInstant(clock())
  const registers = await store.getMany([keys.tokenRegister(path), keys.webhookRegister(path)])
  const ids = registers.get(keys.tokenRegister(path))?.tokens ?? []
  const tokens = await store.getMany(ids.map((id) => keys.apiToken(id)))
  const areas = (await readAreaPaths(store, [path])) as readonly AreaPath[]
  const names = await store.getMany(areas.map((area) => keys.area(area)))
  return ok({
    municipality: { id: encodePlaceId(path), nombre: municipality.value.nombre },
    tokens: ids.flatMap((id) => {
      const token = tokens.get(keys.apiToken(id))
      return token === undefined ? [] : [toTokenLine(token, now)]
    }),
    webhooks: (registers.get(keys.webhookRegister(path))?.hooks ?? []).map(toWebhookLine),
    canTell: connectors?.webhooks !== undefined,
    areas: areas
      .map((area) => ({ path: area, nombre: names.get(keys.area(area))?.nombre ?? '' }))
      .sort((one, other) => one.nombre.localeCompare(other.nombre)),
    forms: await readFormLines(store, path),
  })
}

/**
 * Deliveries of a webhook, newest first, read by number. Refuses like `findAdministeredMunicipality`, and with
 * webhook.missing.
 */
export async function readDeliveries(
  store: Store,
  user: User,
  { path, hook }: { readonly path: MunicipalityPath; readonly hook: Webhook['id'] },
  before: number | undefined,
): Promise<Result<Deliveries>> {
  const may = await findAdministeredMunicipality(store, user, path)
  if (!may.ok) return may
  const [register, counter] = [keys.webhookRegister(path), keys.deliveryCounter(path, hook)]
  const found = await store.getMany([register, counter])
  if (found.get(register)?.hooks.some(({ id }) => id === hook) !== true) return refuse('webhook.missing')
  const count = found.get(counter)?.count ?? 0
  const newest = Math.min(count, (before ?? count + 1) - 1)
  const oldest = Math.max(1, newest - DELIVERIES_PAGE_SIZE + 1)
  const numbers = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => newest - index)
  const deliveries = await store.getMany(numbers.map((number) => keys.delivery(path, hook, number)))
  const shown = numbers.flatMap((number) => {
    const one = deliveries.get(keys.delivery(path, hook, number))
    return one === undefined ? [] : [toDeliveryLine(one)]
  })
  return ok({ deliveries: shown, next: oldest > 1 && shown.length > 0 ? oldest : null })
}
