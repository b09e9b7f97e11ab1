/** Helpers that wait with a time limit. */

/** Rejects with the description of the work after `milliseconds`. */
export async function withLimit<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${milliseconds / 1000} s in vain for ${what}`)), milliseconds)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

export type Patience = { readonly within?: number; readonly every?: number }

/** Retries until the result is neither undefined nor false, and reports the last failure when time is up. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | false> | T | undefined | false,
  { within = 30_000, every = 50 }: Patience = {},
): Promise<T> {
  const until = Date.now() + within
  let last: unknown = 'nothing'
  for (;;) {
    try {
      const found = await withLimit(Promise.resolve(ask()), within, what)
      if (found !== undefined && found !== false) return found
      last = found
    } catch (error) {
      last = error
    }
    if (Date.now() > until) throw new Error(`Waited ${within / 1000} s in vain for ${what}; last: ${String(last)}`)
    await pause(every)
  }
}

/** Errors of Playwright for a page that navigated during a call. A page that cannot be loaded is a different error. */
const LOADED_ANEW = /context was destroyed|another navigation|ERR_ABORTED|frame was detached/i

/** Repeats a call that a reload by the app interrupted. Only for calls that may run twice. */
export async function onceMore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!LOADED_ANEW.test(String(error))) throw error
    await pause(1_000)
    return ask()
  }
}
