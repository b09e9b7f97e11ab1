/** The end of every switch over a union: a member that was forgotten does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected member: ${JSON.stringify(value)}`)
}
