/** Seeds that once revealed a bug. They always run first, and none is ever removed. */
export const FOUND: readonly number[] = [
  5126, 1115, 1660, 55, 436, 5119, 20031, 300555, 700080, 166, 710209, 720104, 730008, 730172, 840085, 840127, 840659,
  970886,
]
/** Seeds from before late acts existed: their worlds stay unchanged, trace for trace. New seeds never belong here. */
export const BEFORE_LATE_ACTS: ReadonlySet<number> = new Set([5126, 1115, 1660, 55])
/** Seeds from before the town had an administrator; as above. */
export const BEFORE_ADMINISTRATION: ReadonlySet<number> = new Set([...BEFORE_LATE_ACTS, 436])
/** Seeds from before the citizen registry, portal, e-mails and public form; as above. */
export const BEFORE_ERRANDS: ReadonlySet<number> = new Set([...BEFORE_ADMINISTRATION, 5119])
/** Seeds from before deleted answers were restored; as above. */
export const BEFORE_RESTORES: ReadonlySet<number> = new Set(BEFORE_ERRANDS)
/** Seeds from before citizens used the portal; as above. */
export const BEFORE_CITIZENS: ReadonlySet<number> = new Set([...BEFORE_RESTORES, 20031])
/** Seeds from before corrections also concerned citizens, recipients and assets; as above. */
export const BEFORE_PARTICULARS: ReadonlySet<number> = BEFORE_CITIZENS
/** Seeds from before users changed rows of the same answer; as above. */
export const BEFORE_ROWS: ReadonlySet<number> = new Set([...BEFORE_PARTICULARS, 300555])
/** Seeds from before users changed versions that a restored backup has lost; as above. */
export const BEFORE_LOST_SCREENS: ReadonlySet<number> = new Set([
  ...BEFORE_ROWS,
  700080,
  166,
  710209,
  720104,
  730008,
  730172,
])
/** Seeds from before older apps continued with rows behind a removed one; as above. */
export const BEFORE_BEHIND_REMOVALS: ReadonlySet<number> = new Set([...BEFORE_LOST_SCREENS, 840085, 840127, 840659])
/** Seeds from before users took unsent answers back; as above. */
export const BEFORE_TAKE_BACKS: ReadonlySet<number> = new Set([...BEFORE_BEHIND_REMOVALS, 970886])
