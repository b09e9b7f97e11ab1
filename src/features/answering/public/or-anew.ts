import { type ComponentType, useEffect } from 'react'

/** Milliseconds until the next check of whether the line is there. */
const AGAIN = 5_000

export type PageLine = {
  readonly pause: (milliseconds: number) => Promise<void>
  /** whether this page would come if it were loaded now */
  readonly isThere: () => Promise<boolean>
  readonly reload: () => void
}

/**
 * A component whose file may be lost on the way. Browsers before 2026 try a file once per page (whatwg/html issue
 * 6768), and a newer server lacks the old file: where asking again is of no use, what comes instead loads the page
 * anew, but not before it is drawn: the user may be writing on the page.
 * @param load fetches the file, or fails
 */
export async function orAnew<P>(
  load: () => Promise<ComponentType<P>>,
  { pause, isThere, reload }: PageLine,
): Promise<ComponentType<P>> {
  try {
    return await load()
  } catch {
    do await pause(AGAIN)
    while (!(await isThere()))
  }
  try {
    return await load()
  } catch {
    return function Anew() {
      useEffect(() => reload(), [])
      return null
    }
  }
}
