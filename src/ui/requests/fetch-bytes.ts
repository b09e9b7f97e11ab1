/** Function that fetches files. Frames in other sites replace it, as they send a token instead of a cookie. */
let asking: (address: string, init?: RequestInit) => Promise<Response> = (address, init) => fetch(address, init)
export function setFileFetcher(by: typeof asking): void {
  asking = by
}

/**
 * Fetches the bytes of a server file.
 * @param account account for which the bytes are stored; the server refuses if another account is signed in
 * @returns undefined if the bytes are not available, for any reason
 */
export async function fetchFileBytes(address: string, account?: string): Promise<ArrayBuffer | undefined> {
  const init = account === undefined ? undefined : { headers: { 'x-relevo-account': account } }
  const reply = await asking(address, init).catch(() => undefined)
  return reply?.ok === true ? reply.arrayBuffer() : undefined
}
