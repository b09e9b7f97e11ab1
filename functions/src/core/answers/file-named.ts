import type { Answer } from '#domain/answers/index.ts'

/**
 * Finds a file by its hash, only among the files of this answer, so that access to one answer does not open all files.
 */
export function findAnswerFileByHash(
  answer: Pick<Answer, 'files'>,
  sha256: string,
): Answer['files'][number] | undefined {
  return answer.files.find((file) => file.sha256 === sha256)
}
