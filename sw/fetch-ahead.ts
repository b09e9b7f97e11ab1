/** Maximum connections of a browser to one server over HTTP/1.1. */
const MAX_CONCURRENT_REQUESTS = 6

export type FetchAheadPorts = {
  readonly fetch: (url: string) => Promise<Pick<Response, 'arrayBuffer'>>
  /** returns whether an earlier version has already cached this file */
  readonly isKept: (url: string) => Promise<boolean>
}

/**
 * Fetches files into the browser's HTTP cache, several in parallel. Workbox installs one file after another (hundreds
 * of round trips) and then finds them there. Gives up after as many failures as there are connections; Workbox then
 * reports the error.
 * @param urls files whose content never changes under the same name
 */
export async function fetchAhead(urls: readonly string[], { fetch, isKept }: FetchAheadPorts): Promise<void> {
  const waiting = [...urls]
  const fetchNext = async (): Promise<void> => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      if (!(await isKept(url))) await (await fetch(url)).arrayBuffer()
    }
  }
  await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_REQUESTS }, fetchNext))
}
