import type { AnswerId, TemplateId } from '../../kernel/ids.ts'
import type { Instant } from '../../kernel/instant.ts'
import { keys, set, unitForKeys, type FoundDocuments, type Unit, type Write } from '../../store/index.ts'
import type { FormTemplate } from '../../templates/documents/template.ts'
import type { RetentionProgress } from '../documents.ts'
import { isErasureDue, parseRetention, computeRetentionEffectiveSince, computeRetentionStart } from '../retention.ts'
import { decideErasure, listErasureKeys, listTicketDocumentKeys, readPersonRecord } from './erase-record.ts'

/**
 * Erases an answer whose form's retention period is over (`isErasureDue`), like `erasePersonRecordUnit`. The same
 * commit counts it as not yet logged; `takeUnloggedErasuresUnit` returns that number for an entry in the audit log.
 * @returns whether it was erased
 */
export function eraseOverdueUnit(id: AnswerId, form: TemplateId, now: Instant): Unit<boolean> {
  return {
    keysFor: (documents) => [...listErasureKeys(id, documents), keys.template(form), keys.retention(form)],
    decide: (documents) => {
      const template = documents.get(keys.template(form))
      const record = readPersonRecord(id, undefined, documents)
      const retention = parseRetention(template?.retention)
      const answer = record?.content
      if (template === undefined || retention === undefined || answer?.idPlantilla !== form || record === undefined)
        return { result: false, writes: [] }
      const { order } = record
      const facts = {
        answer,
        deletedAt: record.kind === 'deleted' ? documents.get(keys.deletedAnswer(id))?.at : undefined,
        held: documents.get(keys.held(id)),
        order,
        tickets:
          order === undefined
            ? []
            : listTicketDocumentKeys(order, documents).flatMap((key) => documents.get(key) ?? []),
      }
      const progress = documents.get(keys.retention(form)) ?? NO_PROGRESS
      const isNoticeOver = computeRetentionStart(template, progress) <= now
      if (!isNoticeOver || !isErasureDue(facts, { retention, sale: template.ticketSale }, now))
        return { result: false, writes: [] }
      const counted = set(keys.retention(form), { ...progress, unproved: progress.unproved + 1 })
      return { result: true, writes: [...decideErasure(record, null, documents, now).writes, counted] }
    },
  }
}
const NO_PROGRESS: RetentionProgress = { after: '', unproved: 0 }

/**
 * Returns and resets the number of erased answers that are not in the audit log yet. The caller adds the entry
 * (`withAudit`).
 */
export function takeUnloggedErasuresUnit(form: TemplateId): Unit<number> {
  return unitForKeys<number>([keys.retention(form)], (documents) => {
    const progress = documents.get(keys.retention(form)) ?? NO_PROGRESS
    const { unproved } = progress
    return { result: unproved, writes: unproved === 0 ? [] : [set(keys.retention(form), { ...progress, unproved: 0 })] }
  })
}

/**
 * Returns the write that stores since when the retention period of a form's new version applies.
 * @param found must have `keys.retention`
 */
export function buildRetentionWrites(
  before: FormTemplate,
  next: FormTemplate,
  found: FoundDocuments,
  now: Instant,
): readonly Write[] {
  const progress = found.get(keys.retention(next.id)) ?? NO_PROGRESS
  const since = computeRetentionEffectiveSince({ before, next }, progress, now)
  return since === undefined || since === progress.since ? [] : [set(keys.retention(next.id), { ...progress, since })]
}

/** Stores the cursor of the next run. */
export function storeRetentionCursorUnit(form: TemplateId, after: string): Unit<void> {
  return unitForKeys<void>([keys.retention(form)], (documents) => {
    const progress = documents.get(keys.retention(form)) ?? NO_PROGRESS
    return {
      result: undefined,
      writes: progress.after === after ? [] : [set(keys.retention(form), { ...progress, after })],
    }
  })
}
