import { toAuthorWithoutAccount, withAudit } from '#domain/audit/index.ts'
import { withJobs, type SupportedJobs } from '#domain/jobs/judge/index.ts'
import { answerIdSchema, toInstant, type AnswerId } from '#domain/kernel/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import {
  parseRetention,
  computeRetentionCutoff,
  computeRetentionStart,
  RETENTION_UNITS,
} from '#domain/privacy/index.ts'
import { storeRetentionCursorUnit, eraseOverdueUnit, takeUnloggedErasuresUnit } from '#domain/privacy/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import { formatPageBoundary, parsePageBoundary } from '../paging.ts'
import type { Ports, Store } from '../ports.ts'
import { eraseAnswerRemains, withHeldAnswerErasure } from './erase-person.ts'

/** Maximum forms with a retention period. */
const MAX_FORMS = 5_000
/** Answers read per query. */
const BATCH_SIZE = 100
/** Answers read per form and run, so that a run takes minutes at most; the next run continues after them. */
const MAX_READ = 1_000
/** Answers erased per run. */
const MAX_ERASED = 2_000

type RetentionPorts = Pick<Ports, 'store' | 'files' | 'clock'>

/**
 * Erases the answers whose form's retention period is over, a bounded number per run, each in its own commit. Hosts run
 * it hourly, because the machines of small offices are switched off at night. After a crash, the next run adds the
 * number of erased answers to the audit log.
 * @returns the number of erased answers
 */
export async function eraseOverdueAnswers(ports: RetentionPorts, effects: SupportedJobs): Promise<number> {
  const { store } = ports
  let erased = 0
  for (const unit of RETENTION_UNITS)
    for (const { document: form } of await store.query({
      collection: 'formularios',
      where: { 'listing.retention': unit },
      limit: MAX_FORMS,
    })) {
      if (erased >= MAX_ERASED) return erased
      erased += await eraseOfForm(ports, form, effects)
    }
  return erased
}

async function eraseOfForm(ports: RetentionPorts, form: FormTemplate, effects: SupportedJobs): Promise<number> {
  const { store, clock } = ports
  const { id } = form
  const now = toInstant(clock())
  const progress = await store.get(keys.retention(id))
  if (computeRetentionStart(form, progress) > now) return 0
  let after = progress?.after ?? ''
  for (let read = 0; read < MAX_READ; read += BATCH_SIZE) {
    const batch = await findOverdue(store, form, after, now)
    for (const answer of batch.ids) {
      const unit = await withHeldAnswerErasure(ports, answer, eraseOverdueUnit(answer, id, now))
      if (await store.commit(withJobs(unit, effects, now))) await eraseAnswerRemains(ports, answer)
    }
    after = batch.next
    if (after === '') break
  }
  await store.commit(storeRetentionCursorUnit(id, after))
  return prove(store, form, now)
}

/** Adds an entry to the audit log about the answers erased since the last entry. */
function prove(store: Store, form: FormTemplate, now: ReturnType<typeof toInstant>): Promise<number> {
  const { id, titulo, retention = '' } = form
  const act = (answers: number) =>
    ({
      action: 'retention.erased',
      target: keys.template(id),
      by: toAuthorWithoutAccount('retention'),
      from: undefined,
      municipality: municipalityOfDocument(form),
      details: { title: titulo, period: retention, answers },
    }) as const
  return store.commit(withAudit(takeUnloggedErasuresUnit(id), act, now))
}

/**
 * Candidates by the time of their last change, first the stored answers, then the deleted answers that can still be
 * restored. `eraseOverdueUnit` decides about each. @param after position; empty: from the beginning
 */
async function findOverdue(
  store: Store,
  { id, retention: text }: FormTemplate,
  after: string,
  now: ReturnType<typeof toInstant>,
): Promise<{ readonly ids: readonly AnswerId[]; readonly next: string }> {
  const retention = parseRetention(text)
  if (retention === undefined) return { ids: [], next: '' }
  const to = computeRetentionCutoff(retention, now)
  const isDeleted = after.startsWith(DELETED)
  const boundary = parsePageBoundary(isDeleted ? after.slice(DELETED.length) || undefined : after || undefined)
  const page = { limit: BATCH_SIZE, ...(boundary === undefined ? {} : { after: boundary }) }
  const where = { idPlantilla: id }
  const found = isDeleted
    ? (
        await store.query({
          collection: 'deleted',
          where,
          range: { field: 'at', to },
          order: { field: 'at', descending: false },
          ...page,
        })
      ).map(({ key, document }) => ({ key, value: document.at }))
    : (
        await store.query({
          collection: 'respuestas_formularios',
          where,
          range: { field: 'lastUpdate', to },
          order: { field: 'lastUpdate', descending: false },
          summaries: true,
          ...page,
        })
      ).map(({ key, document }) => ({ key, value: document.summary.lastUpdate }))
  const ids = found.flatMap(({ key }) => answerIdSchema.safeParse(key.split('/').at(-1)).data ?? [])
  const last = found.at(-1)
  if (last === undefined || found.length < BATCH_SIZE) return { ids, next: isDeleted ? '' : DELETED }
  return { ids, next: `${isDeleted ? DELETED : ''}${formatPageBoundary(last.key, last.value)}` }
}
const DELETED = 'deleted:'
