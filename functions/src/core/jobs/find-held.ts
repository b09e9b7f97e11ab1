import type { HeldAnswer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { answerIdSchema, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import { mayDecideHeldAnswer } from '#domain/answers/judge/index.ts'
import type { Store } from '../ports.ts'

/** A held answer, decided or not, that the user may decide about. Refuses with answer.missing for others. */
export async function findHeldAnswer(store: Store, user: User, id: string): Promise<Result<HeldAnswer>> {
  const parsed = answerIdSchema.safeParse(id)
  if (!parsed.success) return refuse('answer.missing')
  const document = await store.get(keys.held(parsed.data))
  return document === undefined || !mayDecideHeldAnswer(user, document) ? refuse('answer.missing') : ok(document)
}
