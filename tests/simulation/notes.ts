/** Violations of one world; the first of them say enough. */
export type Notes = { readonly violations: readonly string[]; note(violation: string): void }

const MOST = 20

export function createNotes(): Notes {
  const violations: string[] = []
  return {
    violations,
    note: (violation) => {
      if (violations.length < MOST) violations.push(violation)
    },
  }
}
