import type { Delivery, Webhook, WebhookTry } from '#domain/integrations/index.ts'
import { tryUnit } from '#domain/integrations/judge/index.ts'
import { newJobId, ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { NOTHING_TO_DO, type Attempt, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { Webhooks } from '../webhooks-port.ts'

const LETTER_BYTES = 16

/**
 * Posts one message to one receiver, and stores the result before the queue does. If the server stops in between, the
 * message is sent again under the same id, or not at all if its result was stored. After the last attempt the job ends;
 * its result is in the log of deliveries. Refuses with network.unreachable.
 */
export async function sendMessage(
  { store, clock, random }: Pick<Ports, 'store' | 'clock' | 'random'>,
  webhooks: Webhooks,
  job: JobOf<'webhook.send'>,
  { jobAttempts, webhookPatience }: Pick<Tuning, 'jobAttempts' | 'webhookPatience'>,
): Promise<Attempt> {
  const { municipality, payload } = job
  const [register, place] = [
    keys.webhookRegister(municipality),
    keys.delivery(municipality, payload.hook, payload.number),
  ]
  const found = await store.getMany([register, place])
  const hook = found.get(register)?.hooks.find(({ id }) => id === payload.hook)
  const delivery = found.get(place)
  if (hook === undefined || delivery?.state !== 'waiting') return NOTHING_TO_DO
  const began = clock()
  const outcome =
    hook.state === 'on' ? await webhooks.post(messageOf(hook, delivery, began)) : { failure: 'switched-off' as const }
  const one: WebhookTry = { at: toInstant(clock()), took: Math.max(0, Math.round(clock() - began)), ...outcome }
  const isOver = one.failure === undefined || one.failure === 'switched-off'
  const isLast = isOver || job.attempts >= jobAttempts
  const letterId = newJobId(random(LETTER_BYTES))
  const { number } = payload
  await store.commit(tryUnit({ municipality, hook: hook.id, number, one, isLast, patience: webhookPatience, letterId }))
  if (one.failure === undefined) return ok({ id: '' })
  if (one.failure === 'switched-off') return NOTHING_TO_DO
  return isLast ? { ...NOTHING_TO_DO, system: 'down' } : refuse('network.unreachable')
}

function messageOf({ url, secrets }: Webhook, { message, body }: Delivery, now: number) {
  const good = secrets.filter(({ until }) => until === undefined || until > toInstant(now))
  return { url, id: message, at: now, body, secrets: good.map(({ secret }) => secret) }
}
