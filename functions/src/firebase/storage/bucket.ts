import type { Readable, Writable } from 'node:stream'

/** The methods of a Cloud Storage bucket used here. Implemented by `getStorage().bucket()` and by the tests. */
export type CloudBucket = {
  file(name: string): CloudFile
  /** files in order of name, from `startOffset` (included); all files without `maxResults` */
  getFiles(query: {
    prefix: string
    startOffset?: string
    maxResults?: number
  }): Promise<readonly [readonly CloudFile[], ...unknown[]]>
  /** joins at most 32 sources, atomically */
  combine(sources: string[], destination: string, options?: { ifGenerationMatch?: number }): Promise<unknown>
}

export type CloudFile = {
  readonly name: string
  readonly metadata: CloudMetadata
  /** `start` and `end` are both included */
  createReadStream(options?: { start?: number; end?: number }): Readable
  /** creates the object when the stream has ended successfully */
  createWriteStream(options: { resumable: boolean; preconditionOpts: { ifGenerationMatch: number } }): Writable
  save(data: string, options: { resumable: boolean; preconditionOpts: { ifGenerationMatch: number } }): Promise<void>
  getMetadata(): Promise<readonly [CloudMetadata, ...unknown[]]>
  /** changes `updated` and `metageneration` of the object */
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
  /** ISO time of creation or of the last metadata change */
  readonly updated?: string | undefined
  /** identifies one of several successive objects of the same name */
  readonly generation?: string | number | undefined
  /** identifies a version of the object's metadata */
  readonly metageneration?: string | number | undefined
}

/** Options: creates an object only if the name is free. Not resumable, because parts are small enough to send again. */
export const CREATE_ONLY_OPTIONS = { resumable: false, preconditionOpts: { ifGenerationMatch: 0 } }

export function isObjectMissingError(error: unknown): boolean {
  return getErrorCode(error) === 404
}

/** True when a precondition failed: another writer created or changed the object first. */
export function isPreconditionFailed(error: unknown): boolean {
  return getErrorCode(error) === 412
}

export async function allowMissingObject<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isObjectMissingError(error)) return undefined
    throw error
  }
}

export async function readSize(file: CloudFile): Promise<number | undefined> {
  const found = await allowMissingObject(file.getMetadata())
  return found === undefined ? undefined : Number(found[0].size ?? 0)
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
