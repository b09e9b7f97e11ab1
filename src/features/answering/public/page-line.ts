/** Timeout of a connection check, milliseconds. */
const TIMEOUT_MS = 10_000

export function pauseMilliseconds(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** @returns whether the server replies with a success status */
export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) })).ok
  } catch {
    return false
  }
}
