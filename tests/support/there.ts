/** A value that a test knows to exist; otherwise the test fails here. */
export function there<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is nothing')
  return value
}
