import type { Answer } from '#domain/answers/index.ts'

/** Only a file that this answer names: the right to one answer is no key to the whole file store. */
export function fileNamed(answer: Answer, sha256: string): Answer['files'][number] | undefined {
  return answer.files.find((file) => file.sha256 === sha256)
}
