import type { Readable, Writable } from 'node:stream'

/** The part of a Cloud Storage bucket that is used here: `getStorage().bucket()` is one, and so is the tests' own. */
export type CloudBucket = {
  file(name: string): CloudFile
  /** by name, from `startOffset` on, which may be one of them; all of them, unless `maxResults` is there */
  getFiles(query: {
    prefix: string
    startOffset?: string
    maxResults?: number
  }): Promise<readonly [readonly CloudFile[], ...unknown[]]>
  /** at most 32 sources; the new object appears whole or not at all */
  combine(sources: string[], destination: string, options?: { ifGenerationMatch?: number }): Promise<unknown>
}

export type CloudFile = {
  readonly name: string
  readonly metadata: CloudMetadata
  /** both ends included */
  createReadStream(options?: { start?: number; end?: number }): Readable
  /** the object appears when the stream has ended well */
  createWriteStream(options: { resumable: boolean; preconditionOpts: { ifGenerationMatch: number } }): Writable
  save(data: string, options: { resumable: boolean; preconditionOpts: { ifGenerationMatch: number } }): Promise<void>
  getMetadata(): Promise<readonly [CloudMetadata, ...unknown[]]>
  /** counts as a change of the object: `updated` and `metageneration` move on */
  setMetadata(metadata: { metadata: Record<string, string> }): Promise<unknown>
  delete(options: DeleteOptions): Promise<unknown>
}

type DeleteOptions = {
  ignoreNotFound: boolean
  ifGenerationMatch?: number | string
  ifMetagenerationMatch?: number | string
}

export type CloudMetadata = {
  readonly size?: string | number | undefined
  /** when the object was made or its metadata were changed, ISO */
  readonly updated?: string | undefined
  /** another for each object that has had the name */
  readonly generation?: string | number | undefined
  /** another for each change of metadata */
  readonly metageneration?: string | number | undefined
}

/** Only when that name is free. Not resumable: a device sends a file in pieces small enough to send again. */
export const NEW_OBJECT = { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } }

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 404
}

/** The object is not as the precondition says: another writer was first to make it, or has changed it since. */
export function isTaken(error: unknown): boolean {
  return codeOf(error) === 412
}

export async function missingIsUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function bytesOf(file: CloudFile): Promise<number | undefined> {
  const found = await missingIsUndefined(file.getMetadata())
  return found === undefined ? undefined : Number(found[0].size ?? 0)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
