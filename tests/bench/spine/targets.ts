/** The figures of the last line, in order, with their targets. */
type Target = { readonly text: string; readonly holds?: (value: number) => boolean }

const atMost = (limit: number): Target => ({ text: `≤ ${limit}`, holds: (value) => value <= limit })
const atLeast = (limit: number): Target => ({ text: `≥ ${limit}`, holds: (value) => value >= limit })
const shown: Target = { text: 'shown' }

export const TARGETS = {
  save_p95_over_raw: atMost(3),
  drain_2k_over_pouchdb: atLeast(2),
  drain_2k_over_rxdb: atLeast(1.5),
  drain_300k_over_best: atLeast(1.5),
  server_c32_over_bare: atLeast(0.3),
  server_c1: shown,
  server_c8: shown,
  server_c32: shown,
  cold_start_p95_ms: atMost(2500),
  kb_sign_in: atMost(190),
  kb_answering: atMost(280),
} as const satisfies Readonly<Record<string, Target>>

export type Figure = keyof typeof TARGETS
