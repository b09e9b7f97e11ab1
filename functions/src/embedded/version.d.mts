export type Release = {
  readonly version: string
  readonly commit?: string
  /** time of the commit; only in an archive */
  readonly committed?: string
  /** time when the archive was built */
  readonly built?: string
}

/** Returns the version of package.json with the checked-out commit. */
export function readVersion(root?: string): string
export function formatVersion(release: Release): string
export function readRelease(root?: string): Release
/** Time of the checked-out commit; undefined without Git. */
export function readCommitTime(root?: string): string | undefined
