/**
 * Where the data of a citizen come from (`_source`), and so whether the registry vouches for them:
 *
 * - `registry`: the server has found or created them there; has its id
 * - `claimed`: has an id that came with the answer, and that the registry has not been asked about yet
 * - `typed`: by hand, because the registry could not be asked or was not asked: unverified
 * - `portal`: the citizen portal has signed them in
 * - `confirmed`: by hand, and a user who looks after such answers has decided that it stays so
 */
export const CITIZEN_SOURCE = {
  registry: 'registry',
  claimed: 'claimed',
  typed: 'typed',
  portal: 'portal',
  confirmed: 'confirmed',
} as const
