/** Violations of one world; only the first ones are kept. */
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
