import type { PaperImage } from '#domain/paper/index.ts'
import { sha256Schema } from '#domain/kernel/index.ts'
import { loadFile, type Local } from '#local/index.ts'
import { askBytes } from '#ui/index.ts'

/** The bytes of a picture: the device's own while it has them, else the server's. null: not now. */
export async function pictureBytes(
  local: Local,
  { sha256, bytes, url }: PaperImage,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const hash = sha256Schema.safeParse(sha256)
  const own = hash.success && bytes !== null ? await loadFile(local, { sha256: hash.data, bytes }) : undefined
  if (own !== undefined) return new Uint8Array(own)
  const theirs = await askBytes(url)
  return theirs === undefined ? null : new Uint8Array(theirs)
}
