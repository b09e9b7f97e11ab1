import type { Answer } from '#domain/answers/index.ts'

/** Finds a file only if this answer names it: access to one answer does not give access to all files. */
export function fileNamed(answer: Answer, sha256: string): Answer['files'][number] | undefined {
  return answer.files.find((file) => file.sha256 === sha256)
}
