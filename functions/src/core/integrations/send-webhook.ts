import type { Delivery, Webhook, WebhookTry } from '#domain/integrations/index.ts'
import { recordDeliveryAttemptUnit } from '#domain/integrations/judge/index.ts'
import { generateJobId, ok, refuse, toInstant } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { JobOf } from '#domain/jobs/index.ts'
import { JOB_NOT_NEEDED, type JobResult, type Ports } from '../ports.ts'
import type { Tuning } from '../tuning.ts'
import type { WebhookPort } from '../webhooks-port.ts'

const EMAIL_ID_BYTES = 16

/**
 * Posts one message to one receiver, and stores the result before the queue records the job as done. If the server
 * stops in between, the message is sent again under the same id, or not at all if its result was stored. After the
 * last attempt the job ends; its result is in the log of deliveries. Refuses with network.unreachable.
 */
export async function sendWebhookMessage(
  { store, clock, random }: Pick<Ports, 'store' | 'clock' | 'random'>,
  webhooks: WebhookPort,
  job: JobOf<'webhook.send'>,
  { jobAttempts, webhookPatience }: Pick<Tuning, 'jobAttempts' | 'webhookPatience'>,
): Promise<JobResult> {
  const { municipality, payload } = job
  const [register, place] = [
    keys.webhookRegister(municipality),
    keys.delivery(municipality, payload.hook, payload.number),
  ]
  const documents = await store.getMany([register, place])
  const hook = documents.get(register)?.hooks.find(({ id }) => id === payload.hook)
  const delivery = documents.get(place)
  if (hook === undefined || delivery?.state !== 'waiting') return JOB_NOT_NEEDED
  const began = clock()
  const outcome =
    hook.state === 'on'
      ? await webhooks.post(buildSignableMessage(hook, delivery, began))
      : { failure: 'switched-off' as const }
  const item: WebhookTry = { at: toInstant(clock()), took: Math.max(0, Math.round(clock() - began)), ...outcome }
  const isOver = item.failure === undefined || item.failure === 'switched-off'
  const isLast = isOver || job.attempts >= jobAttempts
  const emailJobId = generateJobId(random(EMAIL_ID_BYTES))
  const { number } = payload
  await store.commit(
    recordDeliveryAttemptUnit({
      municipality,
      hook: hook.id,
      number,
      one: item,
      isLast,
      patience: webhookPatience,
      emailJobId,
    }),
  )
  if (item.failure === undefined) return ok({ id: '' })
  if (item.failure === 'switched-off') return JOB_NOT_NEEDED
  return isLast ? { ...JOB_NOT_NEEDED, system: 'down' } : refuse('network.unreachable')
}

function buildSignableMessage({ url, secrets }: Webhook, { message, body }: Delivery, now: number) {
  const good = secrets.filter(({ until }) => until === undefined || until > toInstant(now))
  return { url, id: message, at: now, body, secrets: good.map(({ secret }) => secret) }
}
