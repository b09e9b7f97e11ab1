import { municipalityOfDocument } from '../../places/documents/document-areas.ts'
import type { Answer } from '../../answers/documents/answer.ts'
import type { Delivery, Webhook, WebhookEvent } from '../documents/webhook.ts'
import { isAnswerWithinRestriction } from '../reach.ts'
import type { WebhookMessage } from '../integrations-api.ts'
import type { Instant, MunicipalityPath } from '../../kernel/index.ts'
import { keys, remove, set, type FoundDocuments, type Key, type Write } from '../../store/index.ts'
import type { JobOf } from '../../jobs/jobs.ts'
import { findCausingMutation } from '../../jobs/judge/find-cause.ts'

/** Maximum messages kept per webhook; older messages are dropped. */
export const MAX_DELIVERIES = 10_000

/** Kinds of changes, and whether each is reported as a correction. TypeScript requires an entry for each kind. */
const IS_CORRECTION: Readonly<Record<NonNullable<Answer['changedBy']>['kind'], boolean>> = {
  'answer.edit': true,
  'answer.correct': true,
  'answer.revise': true,
  'answer.requestChanges': false,
  'answer.changeState': false,
  'answer.delete': false,
  'answer.restore': false,
}
/**
 * Suffix of a message id that distinguishes messages about the same version. Without full stops, which separate the
 * signed parts.
 */
const SHORT: Readonly<Record<WebhookEvent, string>> = {
  'answer.created': 'created',
  'answer.corrected': 'corrected',
  'answer.state-changed': 'state',
  'answer.deleted': 'deleted',
}

/**
 * Returns the events between two versions of an answer. Each version is written once, so each event is reported once.
 *
 * | before | after | event |
 * |---|---|---|
 * | none | version 1, or restored | created |
 * | any | none | deleted |
 * | any | completed, corrected, revised | corrected |
 * | any | in another state, by any change | state-changed |
 * | any | correction requested, conflict added | none |
 */
export function detectWebhookEvents(before: Answer | undefined, after: Answer | undefined): readonly WebhookEvent[] {
  if (after === undefined) return before === undefined ? [] : ['answer.deleted']
  if (before === undefined) return isNewOrRestored(after) ? ['answer.created'] : []
  if (after.version <= before.version) return []
  const events: WebhookEvent[] = []
  if (after.changedBy !== undefined && IS_CORRECTION[after.changedBy.kind]) events.push('answer.corrected')
  if (before.estados?.actual !== after.estados?.actual) events.push('answer.state-changed')
  return events
}

/** Checks whether an answer is new or restored, and so appears in lists. */
function isNewOrRestored({ version, changedBy }: Answer): boolean {
  return version === 1 || changedBy?.kind === 'answer.restore'
}

/** Municipalities of the answers and forms read by a unit, whose webhooks may have something to report. */
function listMunicipalitiesIn(documents: FoundDocuments): readonly MunicipalityPath[] {
  const all = new Set<MunicipalityPath>()
  for (const [key, document] of documents) {
    if (document === undefined || !/^(?:respuestas_formularios|formularios|held|deleted)\/[^/]+$/.test(key)) continue
    const { answer } = document as { readonly answer?: Answer }
    all.add(municipalityOfDocument((key.startsWith('held/') ? answer : document) as Answer))
  }
  return [...all]
}

/** Keys needed to report changes: webhooks, and their message counters. */
export function listWebhookKeys(documents: FoundDocuments): readonly Key[] {
  return listMunicipalitiesIn(documents).flatMap((municipality) => [
    keys.webhookRegister(municipality),
    ...listHooks(documents, municipality).map(({ id }) => keys.deliveryCounter(municipality, id)),
  ])
}

function listHooks(documents: FoundDocuments, municipality: MunicipalityPath): readonly Webhook[] {
  return (documents.get(keys.webhookRegister(municipality))?.hooks ?? []).filter(({ state }) => state === 'on')
}

/** Messages caused by writes, with their log entries and jobs. */
export function buildWebhookMessageWrites(
  documents: FoundDocuments,
  writes: readonly Write[],
  now: Instant,
): readonly Write[] {
  const given = new Map<string, number>()
  const cause = findCausingMutation(writes)?.mutation
  return writes.flatMap((write) => {
    if (!/^respuestas_formularios\/[^/]+$/.test(write.key)) return []
    const before = documents.get(write.key as Key<Answer>)
    const after = write.kind === 'set' ? (write.document as Answer) : undefined
    const answer = after ?? before
    if (answer === undefined) return []
    const municipality = municipalityOfDocument(answer)
    return detectWebhookEvents(before, after).flatMap((event) =>
      listHooks(documents, municipality)
        .filter((hook) => hook.events.includes(event) && isAnswerWithinRestriction({ ...hook, municipality }, answer))
        .flatMap((hook) => {
          const counter = keys.deliveryCounter(municipality, hook.id)
          const number = (given.get(hook.id) ?? documents.get(counter)?.count ?? 0) + 1
          given.set(hook.id, number)
          // For a deletion, the version number continues.
          const version = after === undefined ? answer.version + 1 : answer.version
          return buildDeliveryWrites(municipality, hook.id, {
            number,
            message: `msg_${cause ?? `${answer.id}_${version}`}_${SHORT[event]}`,
            event,
            answer: answer.id,
            body: JSON.stringify(buildWebhookMessage(event, answer, version, now)),
            at: now,
          })
        }),
    )
  })
}

function buildWebhookMessage(type: WebhookEvent, answer: Answer, version: number, timestamp: Instant): WebhookMessage {
  const { id, codigoMunicipio, idPlantilla, estados } = answer
  const state = estados?.disponibles[estados.actual]?.nombre ?? null
  return { type, timestamp, data: { answer: id, code: codigoMunicipio, form: idPlantilla, version, state } }
}

/**
 * Stores and queues a message with its webhook's next number, and drops the oldest stored message beyond
 * MAX_DELIVERIES.
 */
export function buildDeliveryWrites(
  municipality: MunicipalityPath,
  hook: string,
  message: Omit<Delivery, 'state' | 'attempts' | 'tries'>,
): readonly Write[] {
  const { number, at } = message
  const delivery: Delivery = { ...message, state: 'waiting', attempts: 0, tries: [] }
  return [
    set(keys.deliveryCounter(municipality, hook), { count: number }),
    set(keys.delivery(municipality, hook, number), delivery),
    buildDeliveryJob(municipality, hook, number, at),
    ...(number > MAX_DELIVERIES ? [remove(keys.delivery(municipality, hook, number - MAX_DELIVERIES))] : []),
  ]
}

/** Job that sends a message; its id makes it unique per message. */
export function buildDeliveryJob(municipality: MunicipalityPath, hook: string, number: number, now: Instant): Write {
  const job: JobOf<'webhook.send'> = {
    id: `webhook.send~${hook}~${number}`,
    kind: 'webhook.send',
    payload: { hook, number },
    municipality,
    state: 'waiting',
    attempts: 0,
    dueAt: now,
  }
  return set(keys.job(job.id), job)
}
