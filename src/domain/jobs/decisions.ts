import { z } from 'zod'
import type { Oversight } from '../access/index.ts'
import { templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'

/**
 * What waits for people, in the order shown: who looks after it, and whether it waits for a decision or is to be known.
 * A further kind is an entry here, in the server's finders (`core/jobs`) and in the words of /supervision: none
 * of the three compiles without the others.
 */
export const DECISION_KINDS = {
  /** answers that could not be accepted by themselves */
  held: { of: 'held', decides: true },
  /** citizens of answers whom the registry could not tell */
  citizens: { of: 'held', decides: true },
  /** answers in which two people changed the same */
  conflicts: { of: 'held', decides: true },
  /** what citizens have corrected, to be approved or asked for again */
  revisions: { of: 'held', decides: true },
  /** money that does not agree with its order: who looks after failed tasks may give it back */
  payments: { of: 'jobs', decides: true },
  /** what failed in another system for good */
  jobs: { of: 'jobs', decides: true },
  /** requests for changes that their citizens have not answered */
  requests: { of: 'held', decides: false },
  /** devices that have said nothing for a week */
  devices: { of: 'devices', decides: false },
} as const satisfies Readonly<Record<string, { readonly of: keyof Oversight; readonly decides: boolean }>>
export type DecisionKind = keyof typeof DECISION_KINDS

/** Counting ends there: these and more. */
export const MOST_DECISIONS = 100
/** Of each kind those that have waited longest; the others follow as these are decided. */
export const DECISIONS_SHOWN = 10

export const decisionLineSchema = z.object({
  /** of the answer (of an order, too), the device or the job */
  id: z.string(),
  /** title of the form, name of the person or payer, kind of the job */
  title: z.string(),
  /** the form, where the title is one's: in the reader's language where their device has it */
  template: templateIdSchema.optional(),
  /** code of the answer, number of the order, beginning of the device's id, answer of the job; else empty */
  about: z.string(),
  /** since when it waits, or was last heard of */
  at: instantSchema,
})
export type DecisionLine = Readonly<z.infer<typeof decisionLineSchema>>

/** `GET /api/decisions`: what this person looks after, each kind that is theirs, also where nothing waits. */
export const decisionsSchema = z.object({
  kinds: z.array(
    z.object({
      kind: z.enum(Object.keys(DECISION_KINDS) as [DecisionKind, ...DecisionKind[]]),
      count: z.int().min(0).max(MOST_DECISIONS),
      first: z.array(decisionLineSchema).max(DECISIONS_SHOWN),
    }),
  ),
})
export type Decisions = z.infer<typeof decisionsSchema>

/** How many decisions wait, for the frame of every page. */
export function decisionsCount({ kinds }: Decisions): number {
  return kinds.reduce((sum, { kind, count }) => sum + (DECISION_KINDS[kind].decides ? count : 0), 0)
}
