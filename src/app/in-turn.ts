/**
 * One window of this browser after the other: a sign-in at the provider that begins second shows the cookie that the
 * first was given; with one of its own it would end what the first has begun.
 */
export function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  return navigator.locks?.request(name, work) ?? work()
}
