import type { Answer } from '../answers/documents/answer.ts'
import type { HeldAnswer } from '../answers/documents/held.ts'
import { findOpenRequest } from '../corrections/request-status.ts'
import type { Instant } from '../kernel/instant.ts'
import { toInstant, toMilliseconds } from '../kernel/moments.ts'
import type { PaymentOrder } from '../payments/documents/order.ts'
import { resolveSettings } from '../places/documents/municipality-settings.ts'
import { createLocalClock } from '../statistics/local-clock.ts'
import type { FormTemplate } from '../templates/documents/template.ts'
import type { Ticket } from '../tickets/documents/ticket.ts'
import type { ErasedCounts, RetentionProgress } from './documents.ts'

const DAY = 24 * 60 * 60 * 1000
const MONTHS_PER_YEAR = 12
/**
 * Days between the publication of a shorter retention period and the first erasure, so that a wrong period can be
 * corrected.
 */
const RETENTION_NOTICE_DAYS = 3

export const RETENTION_UNITS = ['D', 'M', 'Y'] as const
export type Retention = { readonly count: number; readonly unit: (typeof RETENTION_UNITS)[number] }

/** Parses the `retention` of a form, such as `P5Y`; undefined: none. */
export function parseRetention(text: unknown): Retention | undefined {
  const [, count = '', letter] = /^P(\d+)([DMY])$/.exec(typeof text === 'string' ? text : '') ?? []
  const unit = RETENTION_UNITS.find((known) => known === letter)
  return unit === undefined ? undefined : { count: Number(count), unit }
}

/**
 * Returns the cutoff of a retention period: it is over for answers that were last changed at or before the cutoff.
 * Periods of months and years end on the same day of the month, or on the month's last day.
 */
export function computeRetentionCutoff({ count, unit }: Retention, now: Instant): Instant {
  const milliseconds = toMilliseconds(now)
  if (unit === 'D') return toInstant(Math.max(0, milliseconds - count * DAY))
  const [year = 0, month = 0, day = 0] = now.slice(0, 10).split('-').map(Number)
  const months = year * MONTHS_PER_YEAR + month - 1 - count * (unit === 'Y' ? MONTHS_PER_YEAR : 1)
  const [toYear, toMonth] = [Math.floor(months / MONTHS_PER_YEAR), months % MONTHS_PER_YEAR]
  if (toYear < 1970) return toInstant(0)
  const first = Date.UTC(toYear, toMonth, 1)
  const lastDay = Math.round((Date.UTC(toYear, toMonth + 1, 1) - first) / DAY)
  return toInstant(first + (Math.min(day, lastDay) - 1) * DAY + (milliseconds % DAY))
}

/** Checks whether a new retention period would erase answers earlier than the published period. */
export function isShorterRetention(next: string | undefined, before: string | undefined, now: Instant): boolean {
  const [later, earlier] = [parseRetention(next), parseRetention(before)]
  if (later === undefined || earlier === undefined) return later !== undefined
  return computeRetentionCutoff(later, now) > computeRetentionCutoff(earlier, now)
}

/**
 * Returns the time from which a form's answers may be erased: RETENTION_NOTICE_DAYS after its period was set or
 * shortened. Other publications do not postpone it. On forms of earlier releases that time is unknown, and the time of
 * the last publication is used.
 */
export function computeRetentionStart(form: DatedForm, progress: Partial<RetentionProgress> = {}): Instant {
  return toInstant(toMilliseconds(progress.since ?? getPublicationTime(form)) + RETENTION_NOTICE_DAYS * DAY)
}
type DatedForm = Pick<FormTemplate, 'lastEdit' | 'timeStamp'>

function getPublicationTime({ lastEdit, timeStamp }: DatedForm): Instant {
  return lastEdit?.date ?? timeStamp
}

/**
 * Returns the time since which the retention period of `next` applies; undefined if it has none. @param before the
 * version that it replaces
 */
export function computeRetentionEffectiveSince(
  { before, next }: { readonly before: RetainedForm; readonly next: RetainedForm },
  { since }: RetentionProgress,
  now: Instant,
): Instant | undefined {
  if (next.retention === undefined) return undefined
  return isShorterRetention(next.retention, before.retention, now) ? now : (since ?? getPublicationTime(before))
}
type RetainedForm = DatedForm & Pick<FormTemplate, 'retention'>

type RetentionFacts = {
  readonly answer: Pick<Answer, 'receivedAt' | 'lastUpdate' | 'requestsForChanges' | 'conflicts'>
  /** missing: the answer is not deleted */
  readonly deletedAt: Instant | undefined
  readonly held: Pick<HeldAnswer, 'outcome'> | undefined
  readonly order: Pick<PaymentOrder, 'open' | 'delivery' | 'expiresAt'> | undefined
  readonly tickets: readonly Pick<Ticket, 'state' | 'eventDate' | 'eventEnd'>[]
}

/**
 * Checks whether an answer may be erased now. It may if none of these rows applies:
 *
 * | found | reason |
 * |---|---|
 * | changed, received or deleted after the cutoff | its period is not over |
 * | a submission under its id waits for a decision | staff must decide first |
 * | its order is open, can still be paid, or its delivery is due | money is expected or owed |
 * | a valid ticket for an event that has not ended (time as sold, or as moved) | the owner must be let in |
 * | a request for corrections or a conflict is open, and the answer is not deleted | people are working on it |
 *
 * An order that expired unpaid does not prevent erasure, because abandoned payments would be kept forever. A ticket for
 * an event without a date does not prevent it either.
 */
export function isErasureDue(
  { answer, deletedAt, held, order, tickets }: RetentionFacts,
  { retention, sale }: { readonly retention: Retention; readonly sale: FormTemplate['ticketSale'] },
  now: Instant,
): boolean {
  const { receivedAt, lastUpdate, conflicts } = answer
  const cutoff = computeRetentionCutoff(retention, now)
  if ([receivedAt, lastUpdate, deletedAt ?? receivedAt].some((changed) => changed > cutoff)) return false
  if (held?.outcome.kind === 'waiting') return false
  if (order !== undefined && (order.open || order.delivery === 'due' || order.expiresAt > now)) return false
  const isAhead = (...ends: readonly (Instant | undefined)[]) => ends.some((end) => end !== undefined && end >= now)
  const isAwaited = tickets.some(
    ({ state, eventDate, eventEnd }) =>
      state === 'valid' && isAhead(eventDate, eventEnd, sale?.eventDate, sale?.eventEnd),
  )
  if (isAwaited) return false
  return deletedAt !== undefined || (conflicts.length === 0 && findOpenRequest(answer) === undefined)
}

/** Returns the month in whose document an erased answer is counted, by the municipality's time zone. */
export function formatErasureCountMonth(
  answer: Pick<Answer, 'fechaCreacion'>,
  municipality: MunicipalityClock,
): string {
  return getCreationDay(answer, municipality).slice(0, 'YYYY-MM'.length)
}
type MunicipalityClock = Parameters<typeof resolveSettings>[0] | undefined

function getCreationDay({ fechaCreacion }: Pick<Answer, 'fechaCreacion'>, municipality: MunicipalityClock): string {
  const { timeZone } = resolveSettings(municipality ?? { settings: {} })
  return createLocalClock(timeZone)(toMilliseconds(fechaCreacion)).day
}

/** Adds an erased answer to the counts of its month. */
export function countErasedAnswer(
  { counts }: ErasedCounts,
  answer: Pick<Answer, 'fechaCreacion' | 'areas' | 'estados'>,
  municipality: MunicipalityClock,
): ErasedCounts {
  const [area] = answer.areas
  if (area === undefined) return { counts }
  const { estados } = answer
  const day = getCreationDay(answer, municipality)
  const state = estados?.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? ''
  const isSame = (line: ErasedCounts['counts'][number]) =>
    line.day === day && line.area === area && line.state === state
  const known = counts.find(isSame)
  if (known === undefined) return { counts: [...counts, { day, area, state, answers: 1 }] }
  return { counts: counts.map((line) => (line === known ? { ...line, answers: line.answers + 1 } : line)) }
}
