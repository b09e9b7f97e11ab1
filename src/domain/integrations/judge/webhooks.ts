import { MAX_WEBHOOKS, TEST_EVENT, type Delivery, type Webhook } from '../documents/webhook.ts'
import type { EditWebhook, WebhookMessage } from '../integrations-api.ts'
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
import { buildDeliveryWrites, buildSendJob } from './webhook-events.ts'
import { refusalDecision } from '../../users/judge/administrator.ts'
import { checkNarrowing, loadIntegrator, integratorKeys, narrowingKeys } from './integrations.ts'

/** Milliseconds after a renewal in which messages are also signed with the old secret. */
const OVERLAP = 24 * 60 * 60 * 1000

/** Webhook, and the user of the request. */
export type WebhookRequest = { readonly path: MunicipalityPath; readonly id: Webhook['id']; readonly by: UserId }

/** Creates a webhook. Refuses with the codes of `loadIntegrator` and `checkNarrowing`, and with webhook.too-many. */
export function createWebhookUnit(path: MunicipalityPath, hook: Webhook): Unit<Result<Webhook>> {
  return {
    keysFor: (found) => [...integratorKeys(path, hook.by, found), keys.webhookRegister(path), ...narrowingKeys(hook)],
    decide: (found) => {
      const may = loadIntegrator(found, path, hook.by)
      if (!may.ok) return refusalDecision(may)
      const fits = checkNarrowing(path, hook, found)
      if (!fits.ok) return refusalDecision(fits)
      const hooks = readRegisteredHooks(found, path)
      if (hooks.length >= MAX_WEBHOOKS) return refusalDecision(refuse('webhook.too-many', { limit: MAX_WEBHOOKS }))
      return { result: ok(hook), writes: [registerWrite(path, [...hooks, hook])] }
    },
  }
}

/**
 * Edits a webhook. Switching it on clears earlier failures. Refuses with the codes of creation, and with
 * webhook.missing.
 */
export function editWebhookUnit(of: WebhookRequest, { on, ...wish }: EditWebhook): Unit<Result<Webhook>> {
  return webhookUnit(of, narrowingKeys(wish), (hook, found) => {
    const fits = checkNarrowing(of.path, wish, found)
    if (!fits.ok) return refusalDecision(fits)
    const { failingSince, ...rest } = hook
    const stays = on === (hook.state === 'on') && wish.url === hook.url
    const off = hook.state === 'failed' ? 'failed' : 'off'
    const after: Webhook = {
      ...rest,
      ...wish,
      state: on ? 'on' : off,
      ...(stays && failingSince !== undefined ? { failingSince } : {}),
    }
    return { result: ok(after), writes: [replaceHookWrite(found, of.path, after)] }
  })
}

/**
 * Removes a webhook; pending messages are not sent. Refuses with the codes of `loadIntegrator`, and with
 * webhook.missing.
 */
export function removeWebhookUnit(of: WebhookRequest): Unit<Result<Webhook>> {
  return webhookUnit(of, [], (hook, found) => ({
    result: ok(hook),
    writes: [
      registerWrite(
        of.path,
        readRegisteredHooks(found, of.path).filter(({ id }) => id !== hook.id),
      ),
    ],
  }))
}

/** Sets a new secret. The previous secret also signs for another day; older secrets are dropped. */
export function renewSecretUnit(of: WebhookRequest, secret: string, now: Instant): Unit<Result<Webhook>> {
  return webhookUnit(of, [], (hook, found) => {
    const until = toInstant(toMilliseconds(now) + OVERLAP)
    const before = hook.secrets[0]
    const secrets = [{ secret }, ...(before === undefined ? [] : [{ secret: before.secret, until }])]
    const after: Webhook = { ...hook, secrets }
    return { result: ok(after), writes: [replaceHookWrite(found, of.path, after)] }
  })
}

/**
 * Queues a test message without content. Also refuses with webhook.off. @param random distinguishes the message from
 * other tests
 */
export function testWebhookUnit(of: WebhookRequest, random: string, now: Instant): Unit<Result<Delivery>> {
  const counter = keys.deliveryCounter(of.path, of.id)
  return webhookUnit(of, [counter], (hook, found) => {
    if (hook.state !== 'on') return refusalDecision('webhook.off')
    const number = (found.get(counter)?.count ?? 0) + 1
    const body: WebhookMessage = { type: TEST_EVENT, timestamp: now, data: null }
    const event: Delivery['event'] = TEST_EVENT
    const facts = { number, message: `msg_test_${random}`, event, body: JSON.stringify(body), at: now }
    return {
      result: ok<Delivery>({ ...facts, state: 'waiting', attempts: 0, tries: [] }),
      writes: buildDeliveryWrites(of.path, hook.id, facts),
    }
  })
}

/** Sends a message again. Refuses with webhook.off, and with webhook.missing if the message is no longer stored. */
export function sendAgainUnit(of: WebhookRequest, number: number, now: Instant): Unit<Result<Delivery>> {
  const key = keys.delivery(of.path, of.id, number)
  return webhookUnit(of, [key], (hook, found) => {
    const delivery = found.get(key)
    if (delivery === undefined) return refusalDecision('webhook.missing')
    if (hook.state !== 'on') return refusalDecision('webhook.off')
    const waiting: Delivery = { ...delivery, state: 'waiting' }
    return { result: ok(waiting), writes: [set(key, waiting), buildSendJob(of.path, hook.id, number, now)] }
  })
}

function webhookUnit<T>(
  { path, id, by }: WebhookRequest,
  more: readonly Key[],
  decide: (hook: Webhook, found: FoundDocuments) => Decision<Result<T>>,
): Unit<Result<T>> {
  return {
    keysFor: (found) => [...integratorKeys(path, by, found), keys.webhookRegister(path), ...more],
    decide: (found) => {
      const may = loadIntegrator(found, path, by)
      if (!may.ok) return refusalDecision(may)
      const hook = readRegisteredHooks(found, path).find((each) => each.id === id)
      return hook === undefined ? refusalDecision('webhook.missing') : decide(hook, found)
    },
  }
}

function readRegisteredHooks(found: FoundDocuments, path: MunicipalityPath): readonly Webhook[] {
  return found.get(keys.webhookRegister(path))?.hooks ?? []
}

function registerWrite(path: MunicipalityPath, hooks: readonly Webhook[]): Write {
  return set(keys.webhookRegister(path), { hooks })
}

function replaceHookWrite(found: FoundDocuments, path: MunicipalityPath, after: Webhook): Write {
  return registerWrite(
    path,
    readRegisteredHooks(found, path).map((hook) => (hook.id === after.id ? after : hook)),
  )
}
