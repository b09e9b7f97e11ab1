/** True when a file-system call failed because the file does not exist. */
export function isFileMissingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

export async function allowMissingFile<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isFileMissingError(error)) return undefined
    throw error
  }
}

export function ignoreMissingFile(call: () => unknown): void {
  try {
    call()
  } catch (error) {
    if (!isFileMissingError(error)) throw error
  }
}
