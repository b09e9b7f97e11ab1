/** A frame in another site's page has no cookie, and asks by what it was given instead. */
let asking: (address: string, init?: RequestInit) => Promise<Response> = (address, init) => fetch(address, init)
export function setAsking(by: typeof asking): void {
  asking = by
}

/**
 * The bytes of a file that the server gives out.
 * @param account for whom they are kept: the server gives none while another is signed in
 * @returns undefined when they cannot be had, for whatever reason
 */
export async function askBytes(address: string, account?: string): Promise<ArrayBuffer | undefined> {
  const init = account === undefined ? undefined : { headers: { 'x-relevo-account': account } }
  const reply = await asking(address, init).catch(() => undefined)
  return reply?.ok === true ? reply.arrayBuffer() : undefined
}
