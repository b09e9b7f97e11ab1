/**
 * Source of a citizen's data (`_source`), which shows whether the registry has verified the citizen:
 * - `registry`: found or created in the registry by the server; has its id
 * - `claimed`: the answer came with a registry id that is not yet verified
 * - `typed`: entered by hand without the registry, unverified
 * - `portal`: signed in by the citizen portal
 * - `confirmed`: entered by hand and confirmed by a responsible user
 */
export const CITIZEN_SOURCE = {
  registry: 'registry',
  claimed: 'claimed',
  typed: 'typed',
  portal: 'portal',
  confirmed: 'confirmed',
} as const
