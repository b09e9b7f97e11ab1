import { loadFile, type Local } from '#local/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import type { AnswerChange } from '#domain/sync/index.ts'
import type { SavedChange } from './change-oracle.ts'
import type { Note } from './change-places.ts'
import type { SimServer } from './server.ts'

/** Checks a change in the outbox: its files are still on the device. */
export async function checkFilesHere({ mutation, bytes, device, damaged }: SavedChange, local: Local, note: Note) {
  if (damaged === true) return
  for (const claim of mutation.files) {
    const data = await loadFile(local, claim)
    if (data === undefined || !Buffer.from(data).equals(bytes?.get(claim.sha256) ?? new Uint8Array()))
      note(`4 delete late: a file of ${mutation.id} is gone from ${device?.name} before its receipt`)
  }
}

/** Checks a change that took effect: its files are on the server as captured. */
export async function checkFilesThere(change: SavedChange | undefined, files: SimServer['files'], note: Note) {
  for (const { sha256 } of change?.mutation.files ?? []) {
    const stream = await files.read(sha256)
    const bytes = stream === undefined ? undefined : Buffer.from(await new Response(stream).arrayBuffer())
    if (!bytes?.equals(change?.bytes?.get(sha256) ?? new Uint8Array()))
      note(`3 received means complete: a file of ${change?.mutation.id} differs on the server`)
  }
}

/** Checks that an answer keeps all its files, including those of removed rows and of values in conflicts. */
export function checkFilesOf({ id, files }: AnswerChange, before: Answer, after: Answer, note: Note): void {
  const kept = new Set<string>(after.files.map(({ sha256 }) => sha256))
  const named = new Set<string>([...before.files, ...files].map(({ sha256 }) => sha256))
  if (kept.size !== named.size || [...named].some((sha256) => !kept.has(sha256)))
    note(`3 received means complete: ${id} left ${before.id} with other files than it had and was given`)
}
