/** A frame in another site's page has no cookie, and asks by what it was given instead. */
let asking: (address: string) => Promise<Response> = (address) => fetch(address)
export function setAsking(by: typeof asking): void {
  asking = by
}

/** The bytes of a file that the server gives out. @returns undefined when they cannot be had, for whatever reason */
export async function askBytes(address: string): Promise<ArrayBuffer | undefined> {
  const reply = await asking(address).catch(() => undefined)
  return reply?.ok === true ? reply.arrayBuffer() : undefined
}
