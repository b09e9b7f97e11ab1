import { copiesTold, lettersLeft } from '#domain/judgement/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { AnswerVersions } from '#domain/sync/index.ts'
import type { Store } from '../ports.ts'

/** Which copies of an answer were sent, for whoever may read it. @returns nothing where none were */
export async function copiesOf(store: Store, id: AnswerId): Promise<Pick<AnswerVersions, 'copies'>> {
  const copies = await store.get(keys.sentCopies(id))
  return copies === undefined ? {} : { copies: [...copiesTold(copies, await store.getMany(lettersLeft(copies)))] }
}
