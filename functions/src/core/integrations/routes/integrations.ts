import { actorOfUser, findEditableSettings } from '#domain/access/index.ts'
import {
  integrationIdSchema,
  toDeliveryListItem,
  toApiTokenListItem,
  formatApiToken,
  toWebhookListItem,
  DELIVERIES_PAGE_SIZE,
  type ApiToken,
  type Delivery,
  type Webhook,
  type Deliveries,
  type Integrations,
} from '#domain/integrations/index.ts'
import { type AuditAction, withAudit, type LoggedAction } from '#domain/audit/index.ts'
import {
  createTokenUnit,
  createWebhookUnit,
  editWebhookUnit,
  removeWebhookUnit,
  renewSecretUnit,
  revokeTokenUnit,
  resendMessageUnit,
  testWebhookUnit,
  MAX_DELIVERIES,
} from '#domain/integrations/judge/index.ts'
import {
  generateJobId,
  generatePlaceId,
  ok,
  refuse,
  sha256Schema,
  toInstant,
  type MunicipalityPath,
  type Result,
  type AreaPath,
} from '#domain/kernel/index.ts'
import { encodePlaceId, type Municipality } from '#domain/places/index.ts'
import { keys, remove, unitForKeys, type Unit } from '#domain/store/index.ts'
import type { User } from '#domain/users/index.ts'
import type { Requester, Core } from '../../context.ts'
import { sha256Hex, toBase64Url } from '../../http/digest.ts'
import type { PartialHandlers } from '../../endpoints/serve.ts'
import { readAreaPaths, readFormListItems } from '../../places/all-places.ts'
import type { Store, Ports } from '../../ports.ts'

/** Documents per commit. */
const BATCH_SIZE = 200

/**
 * Deletes the deliveries of a deleted webhook by number. If the server stops halfway, the rest remains but cannot be
 * read.
 */
async function deleteDeliveries(store: Store, path: MunicipalityPath, hook: string): Promise<void> {
  const counter = keys.deliveryCounter(path, hook)
  const count = (await store.get(counter))?.count ?? 0
  for (let last = count; last > Math.max(0, count - MAX_DELIVERIES); last -= BATCH_SIZE) {
    const numbers = Array.from({ length: Math.min(BATCH_SIZE, last) }, (_, index) => last - index)
    const deletedWrites = numbers.map((number) => remove(keys.delivery(path, hook, number)))
    await store.commit(unitForKeys([], () => ({ result: undefined, writes: deletedWrites })))
  }
  await store.commit(unitForKeys([], () => ({ result: undefined, writes: [remove(counter)] })))
}

const [ID_BYTES, SECRET_BYTES] = [16, 32]
const DAY = 24 * 60 * 60 * 1000

/** Handlers for a municipality's API tokens and webhooks. */
export function createIntegrationHandlers({ ports }: Core) {
  const { store, clock, random, connectors } = ports
  const now = () => toInstant(clock())
  const newId = () => integrationIdSchema.parse(generatePlaceId(random(ID_BYTES)))
  const createSecret = () => `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`
  const webhooks = connectors?.webhooks

  /** Commits a unit with its audit entry. */
  function noted<T>(
    unit: Unit<Result<T>>,
    { user, address }: Requester,
    about: { readonly action: AuditAction; readonly path: MunicipalityPath; readonly target: string },
    nameOf: (done: T) => string,
  ): Promise<Result<T>> {
    const act = (result: Result<T>): LoggedAction => ({
      action: about.action,
      target: about.target,
      by: user,
      from: address,
      municipality: about.path,
      details: result.ok ? { name: nameOf(result.value) } : {},
    })
    return store.commit(withAudit(unit, act, now()))
  }

  const onHook = <T extends Webhook | Delivery>(
    unit: Unit<Result<T>>,
    action: AuditAction,
    by: Requester,
    { path, id }: { readonly path: MunicipalityPath; readonly id: string },
  ) =>
    noted(unit, by, { action, path, target: `${keys.webhookRegister(path)}/${id}` }, (done) =>
      'message' in done ? done.message : done.name,
    )

  return {
    readIntegrations: ({ user, params: { id } }) => listIntegrations(ports, user, id),

    async createToken({ user, address, params: { id: municipality }, body: { days, ...wish } }) {
      const id = newId()
      const text = formatApiToken(id, toBase64Url(random(SECRET_BYTES)))
      const token: ApiToken = {
        ...wish,
        scopes: [...new Set(wish.scopes)],
        id,
        hash: sha256Schema.parse(await sha256Hex(text)),
        municipality,
        expiresAt: toInstant(clock() + days * DAY),
        createdAt: now(),
        by: user.id,
        username: user.userMuniCore,
      }
      const about = { action: 'token.created', path: municipality, target: keys.apiToken(id) } as const
      const result = await noted(createTokenUnit(token), { user, address }, about, ({ name }) => name)
      return result.ok ? ok({ token: toApiTokenListItem(result.value, now()), text }) : result
    },

    async revokeToken({ user, address, params: { id: path, token } }) {
      const unit = revokeTokenUnit(path, token, user.id)
      const about = { action: 'token.revoked', path, target: keys.apiToken(token) } as const
      const result = await noted(unit, { user, address }, about, ({ name }) => name)
      return result.ok ? ok(null) : result
    },

    async createWebhook({ user, address, params: { id: path }, body }) {
      if (webhooks?.accepts(body.url) !== true) return refuse('webhook.address')
      const secret = createSecret()
      const hook: Webhook = {
        ...body,
        events: [...new Set(body.events)],
        id: newId(),
        secrets: [{ secret }],
        state: 'on',
        createdAt: now(),
        by: user.id,
        username: user.userMuniCore,
      }
      const result = await onHook(
        createWebhookUnit(path, hook),
        'webhook.created',
        { user, address },
        { path, id: hook.id },
      )
      return result.ok ? ok({ webhook: toWebhookListItem(result.value), secret }) : result
    },

    async editWebhook({ user, address, params: { id: path, webhook: id }, body }) {
      if (webhooks?.accepts(body.url) !== true) return refuse('webhook.address')
      const unit = editWebhookUnit({ path, id, by: user.id }, { ...body, events: [...new Set(body.events)] })
      const result = await onHook(unit, 'webhook.changed', { user, address }, { path, id })
      return result.ok ? ok({ webhook: toWebhookListItem(result.value) }) : result
    },

    async removeWebhook({ user, address, params: { id: path, webhook: id } }) {
      const unit = removeWebhookUnit({ path, id, by: user.id })
      const result = await onHook(unit, 'webhook.removed', { user, address }, { path, id })
      if (result.ok) await deleteDeliveries(store, path, id)
      return result.ok ? ok(null) : result
    },

    async renewSecret({ user, address, params: { id: path, webhook: id } }) {
      const secret = createSecret()
      const unit = renewSecretUnit({ path, id, by: user.id }, secret, now())
      const result = await onHook(unit, 'webhook.secret', { user, address }, { path, id })
      return result.ok ? ok({ webhook: toWebhookListItem(result.value), secret }) : result
    },

    async testWebhook({ user, address, params: { id: path, webhook: id } }) {
      const unit = testWebhookUnit({ path, id, by: user.id }, generateJobId(random(ID_BYTES)), now())
      const result = await onHook(unit, 'webhook.tested', { user, address }, { path, id })
      return result.ok ? ok({ delivery: toDeliveryListItem(result.value) }) : result
    },

    listDeliveries: ({ user, params: { id: path, webhook: hook }, query: { before } }) =>
      readDeliveries(store, user, { path, hook }, before),

    async sendAgain({ user, address, params: { id: path, webhook: id, number } }) {
      const unit = resendMessageUnit({ path, id, by: user.id }, number, now())
      const result = await onHook(unit, 'webhook.sent-again', { user, address }, { path, id })
      return result.ok ? ok({ delivery: toDeliveryListItem(result.value) }) : result
    },
  } satisfies PartialHandlers
}

/** The municipality, if the user administers it. Refuses with place.missing. */
async function findAdministeredMunicipality(
  store: Store,
  user: User,
  path: MunicipalityPath,
): Promise<Result<Municipality>> {
  const municipality = await store.get(keys.municipality(path))
  const reach = findEditableSettings(actorOfUser(user), path)
  return reach === null || municipality === undefined ? refuse('place.missing') : ok(municipality)
}

/** Tokens, webhooks and systems of a municipality, without secrets. Refuses like `findAdministeredMunicipality`. */
async function listIntegrations(
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
      return token === undefined ? [] : [toApiTokenListItem(token, now)]
    }),
    webhooks: (registers.get(keys.webhookRegister(path))?.hooks ?? []).map(toWebhookListItem),
    canTell: connectors?.webhooks !== undefined,
    areas: areas
      .map((area) => ({ path: area, nombre: names.get(keys.area(area))?.nombre ?? '' }))
      .sort((a, b) => a.nombre.localeCompare(b.nombre)),
    forms: await readFormListItems(store, path),
  })
}

/**
 * A page of a webhook's deliveries, newest first. Deliveries are numbered, and a page ends below a number. Refuses like
 * `findAdministeredMunicipality`, and with webhook.missing.
 */
async function readDeliveries(
  store: Store,
  user: User,
  { path, hook }: { readonly path: MunicipalityPath; readonly hook: Webhook['id'] },
  before: number | undefined,
): Promise<Result<Deliveries>> {
  const may = await findAdministeredMunicipality(store, user, path)
  if (!may.ok) return may
  const [register, counter] = [keys.webhookRegister(path), keys.deliveryCounter(path, hook)]
  const documents = await store.getMany([register, counter])
  if (documents.get(register)?.hooks.some(({ id }) => id === hook) !== true) return refuse('webhook.missing')
  const count = documents.get(counter)?.count ?? 0
  const newest = Math.min(count, (before ?? count + 1) - 1)
  const oldest = Math.max(1, newest - DELIVERIES_PAGE_SIZE + 1)
  const numbers = Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => newest - index)
  const deliveries = await store.getMany(numbers.map((number) => keys.delivery(path, hook, number)))
  const shown = numbers.flatMap((number) => {
    const item = deliveries.get(keys.delivery(path, hook, number))
    return item === undefined ? [] : [toDeliveryListItem(item)]
  })
  return ok({ deliveries: shown, next: oldest > 1 && shown.length > 0 ? oldest : null })
}
