/** Seeds in which something was found once. They are run first, always; none is ever taken out. */
export const FOUND: readonly number[] = [
  5126, 1115, 1660, 55, 436, 5119, 20031, 300555, 700080, 166, 710209, 720104, 730008, 730172, 840085, 840127, 840659,
  970886,
]
/** Found before late acts existed: their worlds stay as they were, trace for trace. No seed found now belongs here. */
export const BEFORE_LATE_ACTS: ReadonlySet<number> = new Set([5126, 1115, 1660, 55])
/** Found before anybody administered the town; as above. */
export const BEFORE_ADMINISTRATION: ReadonlySet<number> = new Set([...BEFORE_LATE_ACTS, 436])
/** Found before there were a citizen registry, a portal, mails and the public; as above. */
export const BEFORE_ERRANDS: ReadonlySet<number> = new Set([...BEFORE_ADMINISTRATION, 5119])
/** Found before anything that was deleted was brought back; as above. */
export const BEFORE_RESTORES: ReadonlySet<number> = new Set(BEFORE_ERRANDS)
/** Found before citizens came in from their portal; as above. */
export const BEFORE_CITIZENS: ReadonlySet<number> = new Set([...BEFORE_RESTORES, 20031])
/** Found before corrections were about citizens, recipients and assets, too; as above. */
export const BEFORE_PARTICULARS: ReadonlySet<number> = BEFORE_CITIZENS
/** Found before people met in the rows of one answer; as above. */
export const BEFORE_ROWS: ReadonlySet<number> = new Set([...BEFORE_PARTICULARS, 300555])
/** Found before people changed what a restored backup has lost; as above. */
export const BEFORE_LOST_SCREENS: ReadonlySet<number> = new Set([
  ...BEFORE_ROWS,
  700080,
  166,
  710209,
  720104,
  730008,
  730172,
])
/** Found before older apps continued with rows behind the one that they removed; as above. */
export const BEFORE_BEHIND_REMOVALS: ReadonlySet<number> = new Set([...BEFORE_LOST_SCREENS, 840085, 840127, 840659])
