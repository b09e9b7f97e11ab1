import { actorOfUser, can } from '#domain/access/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { User } from '#domain/users/index.ts'
import { answerIdSchema, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/**
 * An answer that this user may read. Refuses with answer.missing when it does not exist or the user may not read it.
 */
export async function findAnswer(store: Store, user: User, id: string): Promise<Result<Answer>> {
  const parsed = answerIdSchema.safeParse(id)
  if (!parsed.success) return refuse('answer.missing')
  const document = await store.get(keys.answer(parsed.data))
  if (document === undefined || !can(actorOfUser(user), 'read', { kind: 'respuesta', document }))
    return refuse('answer.missing')
  return ok(document)
}
