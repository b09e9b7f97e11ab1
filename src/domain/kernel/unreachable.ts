/** Marks the default case of a switch over a union, so that a missing member is a type error. */
export function unreachable(value: never): never {
  throw new Error(`Unexpected member: ${JSON.stringify(value)}`)
}
