import { MAX_DELIVERY_ATTEMPTS, type Delivery, type Webhook, type WebhookTry } from '../documents/webhook.ts'
import { findMunicipalityLanguage } from '../../places/documents/municipality-settings.ts'
import { toMilliseconds, type MunicipalityPath } from '../../kernel/index.ts'
import { keys, set, type Unit, type Write } from '../../store/index.ts'
import { buildAccountMailWrite } from '../../mail/judge.ts'

/** Status of a receiver that is permanently gone. */
const GONE = 410

export type RecordedDeliveryAttempt = {
  readonly municipality: MunicipalityPath
  readonly hook: Webhook['id']
  readonly number: number
  readonly one: WebhookTry
  /** no further automatic attempt follows */
  readonly isLast: boolean
  /** milliseconds of failures after which a webhook is switched off */
  readonly patience: number
  /** `generateJobId` of random bytes, for the e-mail to the webhook's creator */
  readonly emailJobId: string
}

/**
 * Records a delivery attempt. A delivered message stays delivered, even if a later attempt fails. A webhook that fails
 * for days, or whose receiver is gone, is switched off, and its creator gets one e-mail.
 */
export function recordDeliveryAttemptUnit({
  municipality,
  hook: id,
  number,
  one,
  isLast,
  patience,
  emailJobId,
}: RecordedDeliveryAttempt): Unit<void> {
  const keyOf = keys.delivery(municipality, id, number)
  return {
    keysFor: (documents) => {
      const hook = documents.get(keys.webhookRegister(municipality))?.hooks.find((each) => each.id === id)
      return [
        keyOf,
        keys.webhookRegister(municipality),
        keys.municipality(municipality),
        ...(hook === undefined ? [] : [keys.user(hook.by)]),
      ]
    },
    decide: (documents) => {
      const writes: Write[] = []
      const delivery = documents.get(keyOf)
      if (delivery !== undefined) writes.push(set(keyOf, withTry(delivery, one, isLast)))
      const hooks = documents.get(keys.webhookRegister(municipality))?.hooks ?? []
      const hook = hooks.find((each) => each.id === id)
      const after = hook === undefined ? undefined : withAttemptHealth(hook, one, patience)
      if (hook === undefined || after === undefined || after === hook) return { result: undefined, writes }
      writes.push(
        set(keys.webhookRegister(municipality), { hooks: hooks.map((each) => (each === hook ? after : each)) }),
      )
      const language = findMunicipalityLanguage(municipality, documents.get(keys.municipality(municipality)))
      const maker = documents.get(keys.user(hook.by))
      if (after.state === 'failed' && maker !== undefined && maker.deactivatedAt === undefined)
        writes.push(
          buildAccountMailWrite(
            maker,
            { letter: 'webhook.failed', name: hook.name, url: hook.url },
            { jobId: emailJobId, language },
            one.at,
          ),
        )
      return { result: undefined, writes }
    },
  }
}

function withTry(delivery: Delivery, item: WebhookTry, isLast: boolean): Delivery {
  const tries = [item, ...delivery.tries].slice(0, MAX_DELIVERY_ATTEMPTS)
  const attempts = delivery.attempts + 1
  const isDelivered = item.failure === undefined || delivery.state === 'delivered'
  const undelivered = isLast ? 'failed' : 'waiting'
  return { ...delivery, tries, attempts, state: isDelivered ? 'delivered' : undelivered }
}

/** Returns the webhook with its health after an attempt; the same object if unchanged. */
function withAttemptHealth(hook: Webhook, { at, status, failure }: WebhookTry, patience: number): Webhook {
  if (failure === 'switched-off') return hook
  if (failure === undefined) {
    const { failingSince, ...well } = hook
    return failingSince === undefined ? hook : well
  }
  const failingSince = hook.failingSince ?? at
  const isOver = status === GONE || toMilliseconds(at) - toMilliseconds(failingSince) >= patience
  if (hook.state === 'on' && isOver) return { ...hook, failingSince, state: 'failed' }
  return hook.failingSince === undefined ? { ...hook, failingSince } : hook
}
