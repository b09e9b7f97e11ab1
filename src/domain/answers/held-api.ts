import { z } from 'zod'
import { heldAnswerSchema, heldOutcomeSchema, MAX_DISCARD_REASON_LENGTH, type HeldAnswer } from './documents/held.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { requiredText } from '../kernel/required-text.ts'
import { problemCodeSchema, problemSchema } from '../kernel/problem.ts'
import type { ListedAnswer } from './summaries.ts'
import { answerSummarySchema } from './answers-api.ts'
import { toListedAnswer } from './summarise-answer.ts'

/** Replaces problem codes of a newer server that this app does not know, so that the held answer stays readable. */
const lenientReasonSchema = problemSchema.extend({ code: problemCodeSchema.catch('request.unsupported-protocol') })

/** Outcome of a held answer, as sent to its author's devices and returned by a decision. */
export const heldResultSchema = z.object({
  answer: answerIdSchema,
  /** held submission */
  mutation: mutationIdSchema,
  reason: lenientReasonSchema,
  /** arrival time */
  at: instantSchema,
  // An outcome that this app does not know counts as waiting.
  outcome: heldOutcomeSchema.catch({ kind: 'waiting' }),
})
export type HeldResult = Readonly<z.infer<typeof heldResultSchema>>

/** `GET /api/held?page=`: held answers that the user may decide about, oldest first; pages start at 1. */
export const heldQuerySchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })

const heldAnswerListItemSchema = z.object({
  template: z.object({ id: templateIdSchema, titulo: z.string() }),
  answer: answerSummarySchema,
  reason: lenientReasonSchema,
  at: instantSchema,
})
export type HeldAnswerListItem = Readonly<z.infer<typeof heldAnswerListItemSchema>>

export const heldPageSchema = z.object({
  held: z.array(heldAnswerListItemSchema),
  page: z.int().min(1),
  pageSize: z.int().min(1),
  total: z.int().min(0),
})
export type HeldPage = z.infer<typeof heldPageSchema>

/** `GET /api/held/{id}`: the full answer, for users who may decide about it. */
export const heldResponseSchema = z.object({ held: heldAnswerSchema.extend({ reason: lenientReasonSchema }) })

/** `POST /api/held/{id}/discard`. */
export const discardRequestSchema = z.strictObject({ reason: requiredText(MAX_DISCARD_REASON_LENGTH) })

/**
 * Result of `accept` and `discard`. A repeated decision returns the first result; the opposite decision is refused
 * with held.already-decided.
 */
export const heldDecisionSchema = z.object({ held: heldResultSchema })
export type HeldDecision = z.infer<typeof heldDecisionSchema>

export function toHeldResult({ id, mutation, reason, at, outcome }: HeldAnswer): HeldResult {
  return { answer: id, mutation, reason, at, outcome }
}

/** Fields of a held answer that the list of the holding area needs. */
export type ListedHeldAnswer = {
  readonly answer: ListedAnswer
  readonly reason: HeldAnswer['reason']
  readonly at: HeldAnswer['at']
}

export function toListedHeldAnswer({ answer, reason, at }: HeldAnswer): ListedHeldAnswer {
  return { answer: toListedAnswer(answer), reason, at }
}

export function toHeldAnswerListItem({ answer, reason, at }: ListedHeldAnswer): HeldAnswerListItem {
  return { template: { id: answer.idPlantilla, titulo: answer.titulo }, answer: answer.summary, reason, at }
}
