import type { Answer, AnswerVersions } from '#domain/answers/index.ts'
import { copiesOfAnswer, copiesTold, lettersLeft } from '#domain/answers/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/** Which copies of an answer were sent, for those who may read it. @returns nothing where none were */
export async function copiesOf(store: Store, answer: Answer): Promise<Pick<AnswerVersions, 'copies'>> {
  const copies = copiesOfAnswer(answer, await store.get(keys.sentCopies(answer.id)))
  return copies === undefined ? {} : { copies: [...copiesTold(copies, await store.getMany(lettersLeft(copies)))] }
}
