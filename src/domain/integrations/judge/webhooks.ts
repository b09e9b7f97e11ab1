import { MAX_WEBHOOKS, TEST_EVENT, type Delivery, type Webhook } from '../documents/webhook.ts'
import type { WebhookEdit, WebhookMessage } from '../integrations-api.ts'
import {
  ok,
  refuse,
  toInstant,
  toMilliseconds,
  type Instant,
  type MunicipalityPath,
  type Result,
  type UserId,
} from '../../kernel/index.ts'
import { keys, set, type Decision, type FoundDocuments, type Key, type Unit, type Write } from '../../store/index.ts'
import { buildDeliveryWrites, buildDeliveryJob } from './webhook-events.ts'
import { buildRefusalDecision } from '../../users/judge/administrator.ts'
import { checkIntegrationRestriction, loadIntegrator, listIntegratorKeys, listRestrictionKeys } from './integrations.ts'

/** Milliseconds after setting a new secret in which messages are also signed with the old secret. */
const OLD_SECRET_MS = 24 * 60 * 60 * 1000

/** Webhook, and the user of the request. */
export type WebhookRequest = { readonly path: MunicipalityPath; readonly id: Webhook['id']; readonly by: UserId }

/**
 * Creates a webhook. Refuses with the codes of `loadIntegrator` and `checkIntegrationRestriction`, and with
 * webhook.too-many.
 */
export function createWebhookUnit(path: MunicipalityPath, hook: Webhook): Unit<Result<Webhook>> {
  return {
    keysFor: (documents) => [
      ...listIntegratorKeys(path, hook.by, documents),
      keys.webhookRegister(path),
      ...listRestrictionKeys(hook),
    ],
    decide: (documents) => {
      const may = loadIntegrator(documents, path, hook.by)
      if (!may.ok) return buildRefusalDecision(may)
      const fits = checkIntegrationRestriction(path, hook, documents)
      if (!fits.ok) return buildRefusalDecision(fits)
      const hooks = readRegisteredHooks(documents, path)
      if (hooks.length >= MAX_WEBHOOKS) return buildRefusalDecision(refuse('webhook.too-many', { limit: MAX_WEBHOOKS }))
      return { result: ok(hook), writes: [registerWrite(path, [...hooks, hook])] }
    },
  }
}

/**
 * Edits a webhook. Switching it on or changing its URL clears earlier failures. Refuses with the codes of
 * `loadIntegrator` and `checkIntegrationRestriction`, and with webhook.missing.
 */
export function editWebhookUnit(request: WebhookRequest, { on, ...wish }: WebhookEdit): Unit<Result<Webhook>> {
  return createWebhookChangeUnit(request, listRestrictionKeys(wish), (hook, documents) => {
    const fits = checkIntegrationRestriction(request.path, wish, documents)
    if (!fits.ok) return buildRefusalDecision(fits)
    const { failingSince, ...rest } = hook
    const stays = on === (hook.state === 'on') && wish.url === hook.url
    const off = hook.state === 'failed' ? 'failed' : 'off'
    const after: Webhook = {
      ...rest,
      ...wish,
      state: on ? 'on' : off,
      ...(stays && failingSince !== undefined ? { failingSince } : {}),
    }
    return { result: ok(after), writes: [replaceHookWrite(documents, request.path, after)] }
  })
}

/**
 * Removes a webhook; pending messages are not sent. Refuses with the codes of `loadIntegrator`, and with
 * webhook.missing.
 */
export function removeWebhookUnit(request: WebhookRequest): Unit<Result<Webhook>> {
  return createWebhookChangeUnit(request, [], (hook, documents) => ({
    result: ok(hook),
    writes: [
      registerWrite(
        request.path,
        readRegisteredHooks(documents, request.path).filter(({ id }) => id !== hook.id),
      ),
    ],
  }))
}

/** Sets a new secret. The previous secret also signs for another day; older secrets are dropped. */
export function renewSecretUnit(request: WebhookRequest, secret: string, now: Instant): Unit<Result<Webhook>> {
  return createWebhookChangeUnit(request, [], (hook, documents) => {
    const until = toInstant(toMilliseconds(now) + OLD_SECRET_MS)
    const before = hook.secrets[0]
    const secrets = [{ secret }, ...(before === undefined ? [] : [{ secret: before.secret, until }])]
    const after: Webhook = { ...hook, secrets }
    return { result: ok(after), writes: [replaceHookWrite(documents, request.path, after)] }
  })
}

/**
 * Queues a test message without content. Refuses with the codes of `removeWebhookUnit`, and with webhook.off.
 * @param random distinguishes the message from other tests
 */
export function testWebhookUnit(request: WebhookRequest, random: string, now: Instant): Unit<Result<Delivery>> {
  const counter = keys.deliveryCounter(request.path, request.id)
  return createWebhookChangeUnit(request, [counter], (hook, documents) => {
    if (hook.state !== 'on') return buildRefusalDecision('webhook.off')
    const number = (documents.get(counter)?.count ?? 0) + 1
    const body: WebhookMessage = { type: TEST_EVENT, timestamp: now, data: null }
    const event: Delivery['event'] = TEST_EVENT
    const facts = { number, message: `msg_test_${random}`, event, body: JSON.stringify(body), at: now }
    return {
      result: ok<Delivery>({ ...facts, state: 'waiting', attempts: 0, tries: [] }),
      writes: buildDeliveryWrites(request.path, hook.id, facts),
    }
  })
}

/** Sends a message again. Refuses with the codes of `testWebhookUnit`; webhook.missing also if the message is gone. */
export function resendMessageUnit(request: WebhookRequest, number: number, now: Instant): Unit<Result<Delivery>> {
  const key = keys.delivery(request.path, request.id, number)
  return createWebhookChangeUnit(request, [key], (hook, documents) => {
    const delivery = documents.get(key)
    if (delivery === undefined) return buildRefusalDecision('webhook.missing')
    if (hook.state !== 'on') return buildRefusalDecision('webhook.off')
    const waiting: Delivery = { ...delivery, state: 'waiting' }
    return { result: ok(waiting), writes: [set(key, waiting), buildDeliveryJob(request.path, hook.id, number, now)] }
  })
}

function createWebhookChangeUnit<T>(
  { path, id, by }: WebhookRequest,
  more: readonly Key[],
  decide: (hook: Webhook, documents: FoundDocuments) => Decision<Result<T>>,
): Unit<Result<T>> {
  return {
    keysFor: (documents) => [...listIntegratorKeys(path, by, documents), keys.webhookRegister(path), ...more],
    decide: (documents) => {
      const may = loadIntegrator(documents, path, by)
      if (!may.ok) return buildRefusalDecision(may)
      const hook = readRegisteredHooks(documents, path).find((each) => each.id === id)
      return hook === undefined ? buildRefusalDecision('webhook.missing') : decide(hook, documents)
    },
  }
}

function readRegisteredHooks(documents: FoundDocuments, path: MunicipalityPath): readonly Webhook[] {
  return documents.get(keys.webhookRegister(path))?.hooks ?? []
}

function registerWrite(path: MunicipalityPath, hooks: readonly Webhook[]): Write {
  return set(keys.webhookRegister(path), { hooks })
}

function replaceHookWrite(documents: FoundDocuments, path: MunicipalityPath, after: Webhook): Write {
  return registerWrite(
    path,
    readRegisteredHooks(documents, path).map((hook) => (hook.id === after.id ? after : hook)),
  )
}
