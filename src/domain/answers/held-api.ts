import { z } from 'zod'
import { heldAnswerSchema, heldOutcomeSchema, MAX_DISCARD_REASON_LENGTH, type HeldAnswer } from './documents/held.ts'
import { answerIdSchema, mutationIdSchema, templateIdSchema } from '../kernel/ids.ts'
import { instantSchema } from '../kernel/instant.ts'
import { requiredText } from '../kernel/required-text.ts'
import { problemCodeSchema, problemSchema } from '../kernel/problem.ts'
import type { ListedAnswer } from './summaries.ts'
import { answerSummarySchema } from './answers-api.ts'
import { listedAnswerOf } from './summarise-answer.ts'

/** A reason of a newer server that this app has no words for must not make a whole answer unreadable. */
const toldReasonSchema = problemSchema.extend({ code: problemCodeSchema.catch('request.unsupported-protocol') })

/** What became of one held answer: how it travels to its author's devices, and what a decision returns. */
export const heldFateSchema = z.object({
  answer: answerIdSchema,
  /** the submission that was held */
  mutation: mutationIdSchema,
  reason: toldReasonSchema,
  /** when it arrived */
  at: instantSchema,
  // A decision that this app has no words for: to it, the answer still waits.
  outcome: heldOutcomeSchema.catch({ kind: 'waiting' }),
})
export type HeldFate = Readonly<z.infer<typeof heldFateSchema>>

/** `GET /api/held?page=`: what waits for this person's decision, the oldest first; pages count from 1. */
export const heldQuerySchema = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })

export const heldLineSchema = z.object({
  template: z.object({ id: templateIdSchema, titulo: z.string() }),
  answer: answerSummarySchema,
  reason: toldReasonSchema,
  at: instantSchema,
})
export type HeldLine = Readonly<z.infer<typeof heldLineSchema>>

export const heldPageSchema = z.object({
  held: z.array(heldLineSchema),
  page: z.int().min(1),
  pageSize: z.int().min(1),
  total: z.int().min(0),
})
export type HeldPage = z.infer<typeof heldPageSchema>

/** `GET /api/held/{id}`: the whole answer, for a user who may decide about it. */
export const heldResponseSchema = z.object({ held: heldAnswerSchema.extend({ reason: toldReasonSchema }) })

/** `POST /api/held/{id}/discard`. */
export const discardSchema = z.strictObject({ reason: requiredText(MAX_DISCARD_REASON_LENGTH) })

/** What `accept` and `discard` return. Asked again, the same; decided otherwise meanwhile: held.already-decided. */
export const heldDecisionSchema = z.object({ held: heldFateSchema })
export type HeldDecision = z.infer<typeof heldDecisionSchema>

export function fateOf({ id, mutation, reason, at, outcome }: HeldAnswer): HeldFate {
  return { answer: id, mutation, reason, at, outcome }
}

/** What the list of the holding area needs of a held answer. */
export type ListedHeld = {
  readonly answer: ListedAnswer
  readonly reason: HeldAnswer['reason']
  readonly at: HeldAnswer['at']
}

export function listedHeldOf({ answer, reason, at }: HeldAnswer): ListedHeld {
  return { answer: listedAnswerOf(answer), reason, at }
}

export function heldLineOf({ answer, reason, at }: ListedHeld): HeldLine {
  return { template: { id: answer.idPlantilla, titulo: answer.titulo }, answer: answer.summary, reason, at }
}
