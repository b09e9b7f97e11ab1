import {
  integrationIdSchema,
  type ApiToken,
  type Delivery,
  type Webhook,
  toDeliveryLine,
  toTokenLine,
  formatToken,
  toWebhookLine,
} from '#domain/integrations/index.ts'
import { type AuditAction, withAudit, type AuditAct } from '#domain/audit/index.ts'
import {
  createTokenUnit,
  createWebhookUnit,
  editWebhookUnit,
  removeWebhookUnit,
  renewSecretUnit,
  revokeTokenUnit,
  sendAgainUnit,
  testWebhookUnit,
} from '#domain/integrations/judge/index.ts'
import {
  newJobId,
  newPlaceId,
  ok,
  refuse,
  sha256Schema,
  toInstant,
  type MunicipalityPath,
  type Result,
} from '#domain/kernel/index.ts'
import { keys, type Unit } from '#domain/store/index.ts'
import type { Requester, Core } from '../../context.ts'
import { sha256Hex, toBase64Url } from '../../http/digest.ts'
import type { SomeHandlers } from '../../endpoints/serve.ts'
import { deleteDeliveries } from '../drop-deliveries.ts'
import { readDeliveries, listIntegrations } from '../own.ts'

const [ID_BYTES, SECRET_BYTES] = [16, 32]
const DAY = 24 * 60 * 60 * 1000

/** Handlers for a municipality's API tokens and webhooks. */
export function integrationHandlers({ ports }: Core) {
  const { store, clock, random, connectors } = ports
  const now = () => toInstant(clock())
  const newId = () => integrationIdSchema.parse(newPlaceId(random(ID_BYTES)))
  const newSecret = () => `whsec_${btoa(String.fromCharCode(...random(SECRET_BYTES)))}`
  const webhooks = connectors?.webhooks

  /** Adds an audit entry to the unit. */
  function noted<T>(
    unit: Unit<Result<T>>,
    { user, address }: Requester,
    about: { readonly action: AuditAction; readonly path: MunicipalityPath; readonly target: string },
    nameOf: (done: T) => string,
  ): Promise<Result<T>> {
    const act = (done: Result<T>): AuditAct => ({
      action: about.action,
      target: about.target,
      by: user,
      from: address,
      municipality: about.path,
      details: done.ok ? { name: nameOf(done.value) } : {},
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
      const text = formatToken(id, toBase64Url(random(SECRET_BYTES)))
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
      const done = await noted(createTokenUnit(token), { user, address }, about, ({ name }) => name)
      return done.ok ? ok({ token: toTokenLine(done.value, now()), text }) : done
    },

    async revokeToken({ user, address, params: { id: path, token } }) {
      const unit = revokeTokenUnit(path, token, user.id)
      const about = { action: 'token.revoked', path, target: keys.apiToken(token) } as const
      const done = await noted(unit, { user, address }, about, ({ name }) => name)
      return done.ok ? ok(null) : done
    },

    async createWebhook({ user, address, params: { id: path }, body }) {
      if (webhooks?.accepts(body.url) !== true) return refuse('webhook.address')
      const secret = newSecret()
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
      const done = await onHook(
        createWebhookUnit(path, hook),
        'webhook.created',
        { user, address },
        { path, id: hook.id },
      )
      return done.ok ? ok({ webhook: toWebhookLine(done.value), secret }) : done
    },

    async editWebhook({ user, address, params: { id: path, webhook: id }, body }) {
      if (webhooks?.accepts(body.url) !== true) return refuse('webhook.address')
      const unit = editWebhookUnit({ path, id, by: user.id }, { ...body, events: [...new Set(body.events)] })
      const done = await onHook(unit, 'webhook.changed', { user, address }, { path, id })
      return done.ok ? ok({ webhook: toWebhookLine(done.value) }) : done
    },

    async removeWebhook({ user, address, params: { id: path, webhook: id } }) {
      const unit = removeWebhookUnit({ path, id, by: user.id })
      const done = await onHook(unit, 'webhook.removed', { user, address }, { path, id })
      if (done.ok) await deleteDeliveries(store, path, id)
      return done.ok ? ok(null) : done
    },

    async renewSecret({ user, address, params: { id: path, webhook: id } }) {
      const secret = newSecret()
      const unit = renewSecretUnit({ path, id, by: user.id }, secret, now())
      const done = await onHook(unit, 'webhook.secret', { user, address }, { path, id })
      return done.ok ? ok({ webhook: toWebhookLine(done.value), secret }) : done
    },

    async testWebhook({ user, address, params: { id: path, webhook: id } }) {
      const unit = testWebhookUnit({ path, id, by: user.id }, newJobId(random(ID_BYTES)), now())
      const done = await onHook(unit, 'webhook.tested', { user, address }, { path, id })
      return done.ok ? ok({ delivery: toDeliveryLine(done.value) }) : done
    },

    listDeliveries: ({ user, params: { id: path, webhook: hook }, query: { before } }) =>
      readDeliveries(store, user, { path, hook }, before),

    async sendAgain({ user, address, params: { id: path, webhook: id, number } }) {
      const unit = sendAgainUnit({ path, id, by: user.id }, number, now())
      const done = await onHook(unit, 'webhook.sent-again', { user, address }, { path, id })
      return done.ok ? ok({ delivery: toDeliveryLine(done.value) }) : done
    },
  } satisfies SomeHandlers
}
