/** Milliseconds: a server that has not answered by then is not there. */
const PATIENCE = 10_000

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** @returns whether this page would come if it were loaded now; its own words do not matter */
export async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE) })).ok
  } catch {
    return false
  }
}
