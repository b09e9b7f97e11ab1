import { z } from 'zod'
import type { Supervision } from '../access/index.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { typedKeys } from '../kernel/typed-entries.ts'

/**
 * Kinds of pending items in display order. `of`: oversight that is required to see them; `decides`: they need a
 * decision. A new kind needs an entry here, in the server's finders (`core/jobs`) and in the messages of /supervision.
 * TypeScript checks all three.
 */
export const DECISION_KINDS = {
  /** answers held on arrival */
  held: { of: 'held', decides: true },
  /** citizens that the registry could not verify */
  citizens: { of: 'held', decides: true },
  /** answers with conflicting changes */
  conflicts: { of: 'held', decides: true },
  /** revisions by citizens, to be approved or requested again */
  revisions: { of: 'held', decides: true },
  /** orders whose money needs a decision by users who may refund it */
  payments: { of: 'jobs', decides: true },
  /** jobs that failed permanently */
  jobs: { of: 'jobs', decides: true },
  /** change requests that citizens have not answered */
  requests: { of: 'held', decides: false },
  /** devices that have not reported for a week */
  devices: { of: 'devices', decides: false },
} as const satisfies Readonly<Record<string, { readonly of: keyof Supervision; readonly decides: boolean }>>
export type DecisionKind = keyof typeof DECISION_KINDS

/** Maximum count per kind; counting stops at this number. */
export const MAX_DECISIONS = 100
/** Items shown per kind, longest waiting first. */
export const MAX_SHOWN_DECISIONS = 10

const pendingDecisionListItemSchema = z.object({
  /** id of the answer (also for orders), device or job */
  id: z.string(),
  /** title of the form, name of the user or payer, or kind of job */
  title: z.string(),
  /** form whose title is `title`, so that the device can show it in the reader's language */
  template: templateIdSchema.optional(),
  /** answer code, order number, start of the device id, or answer of the job; otherwise empty */
  about: z.string(),
  /** waiting since, or last report */
  at: instantSchema,
})
export type PendingDecisionListItem = Readonly<z.infer<typeof pendingDecisionListItemSchema>>

/** `GET /api/decisions`: all kinds that the user is responsible for, including kinds without items. */
export const decisionsSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(typedKeys(DECISION_KINDS)),
      count: z.int().min(0).max(MAX_DECISIONS),
      first: z.array(pendingDecisionListItemSchema).max(MAX_SHOWN_DECISIONS),
    }),
  ),
})
export type PendingDecisions = z.infer<typeof decisionsSchema>

/** Number of pending decisions, shown on every page. */
export function countDecisions({ kinds }: PendingDecisions): number {
  return kinds.reduce((sum, { kind, count }) => sum + (DECISION_KINDS[kind].decides ? count : 0), 0)
}
