import type { Answer, AnswerVersions } from '#domain/answers/index.ts'
import { copiesOfAnswer, reportCopies, unsentEmailKeys } from '#domain/answers/judge/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/**
 * The copies of an answer that were sent, for the answer's history. The caller has checked access.
 * @returns an empty object when there are none
 */
export async function readSentCopies(store: Store, answer: Answer): Promise<Pick<AnswerVersions, 'copies'>> {
  const copies = copiesOfAnswer(answer, await store.get(keys.sentCopies(answer.id)))
  return copies === undefined ? {} : { copies: [...reportCopies(copies, await store.getMany(unsentEmailKeys(copies)))] }
}
