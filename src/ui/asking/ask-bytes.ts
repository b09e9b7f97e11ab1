/** Fetch function. A frame in another site's page has no cookie, and replaces it with one that sends its token. */
let asking: (address: string, init?: RequestInit) => Promise<Response> = (address, init) => fetch(address, init)
export function setAsking(by: typeof asking): void {
  asking = by
}

/**
 * Fetches the bytes of a server file.
 * @param account the account that the bytes are stored for: the server refuses while another account is signed in
 * @returns undefined when they are not available, for any reason
 */
export async function askBytes(address: string, account?: string): Promise<ArrayBuffer | undefined> {
  const init = account === undefined ? undefined : { headers: { 'x-relevo-account': account } }
  const reply = await asking(address, init).catch(() => undefined)
  return reply?.ok === true ? reply.arrayBuffer() : undefined
}
