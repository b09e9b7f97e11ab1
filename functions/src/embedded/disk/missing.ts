/** True when a file-system call failed because the file does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

export async function missingIsUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export function missingIsIgnored(call: () => unknown): void {
  try {
    call()
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}
