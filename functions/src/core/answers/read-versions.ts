import type { Answer, AnswerVersions } from '#domain/answers/index.ts'
import { ANSWER_VERSIONS_PAGE_SIZE } from '#domain/kernel/index.ts'
import { keys } from '#domain/store/index.ts'
import type { Store } from '../ports.ts'

/**
 * A page of an answer's versions, newest first. Versions are read one by one, because each may be megabytes.
 * @param before only versions below this number
 */
export async function readVersionsPage(
  store: Store,
  answer: Answer,
  before = answer.version + 1,
): Promise<AnswerVersions> {
  const newest = Math.min(before - 1, answer.version)
  const oldest = Math.max(1, newest - ANSWER_VERSIONS_PAGE_SIZE + 1)
  const versions: AnswerVersions['versions'] = []
  for (let version = newest; version >= oldest; version -= 1) {
    const foundAnswer = version === answer.version ? answer : await store.get(keys.answerVersion(answer.id, version))
    if (foundAnswer === undefined) continue
    const { lastUpdate: instant, changedBy } = foundAnswer
    versions.push({ version, at: instant, ...(changedBy === undefined ? {} : { changedBy }) })
  }
  return { versions, next: oldest > 1 ? oldest : null }
}
