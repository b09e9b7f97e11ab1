import { municipalityPathSchema } from '#domain/kernel/index.ts'
import { there } from '../there.ts'
import type { Desk } from './desk.ts'
import { MUNICIPALITY, NOW } from './template.ts'
import { createMutationUnit } from '#domain/answers/judge/decide.ts'
import { keys } from '#domain/store/index.ts'
import type { Mutation, PushResult } from '#domain/sync/index.ts'

/** Decides a mutation and writes the result to the desk. */
export function push(desk: Desk, mutation: Mutation, author = mutation.author): PushResult {
  return desk.commit(createMutationUnit(mutation, { author }, NOW))
}

/** The last number assigned by the municipality. */
export function lastNumber(desk: Desk) {
  return there(desk.documents.get(keys.municipality(municipalityPathSchema.parse(MUNICIPALITY)))).lastKeyNumber
}

/** The reason of a rejection or hold, otherwise the result. */
export function problemOf(result: PushResult): string {
  if (result.status === 'rejected') return result.problem.code
  return result.status === 'held' ? result.reason.code : result.status
}
