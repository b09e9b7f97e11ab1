/** The bytes of a file that the server gives out. @returns undefined when they cannot be had, for whatever reason */
export async function askBytes(address: string): Promise<ArrayBuffer | undefined> {
  const reply = await fetch(address).catch(() => undefined)
  return reply?.ok === true ? reply.arrayBuffer() : undefined
}
