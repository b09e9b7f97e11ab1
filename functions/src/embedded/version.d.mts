/** Returns the version of package.json with the checked-out commit. */
export function readVersion(root?: string): string
