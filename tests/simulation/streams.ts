import { type Chance, chanceFrom } from './chance.ts'
import {
  BEFORE_ADMINISTRATION,
  BEFORE_BEHIND_REMOVALS,
  BEFORE_CITIZENS,
  BEFORE_ERRANDS,
  BEFORE_LATE_ACTS,
  BEFORE_LOST_SCREENS,
  BEFORE_PARTICULARS,
  BEFORE_RESTORES,
  BEFORE_ROWS,
  BEFORE_TAKE_BACKS,
} from './found.ts'

/*
 * Streams of their own for late acts, administration, restores and errands: they shift no other draw, and a world
 * without them stays as it is.
 */

/** Probability, per operation, that a user on a device, one at a desk and a citizen act as in `late-acts.ts`. */
export const LATE_ACTS = { device: 0.28, office: 0.16, citizen: 0.2 }
/** Probability, per operation, that users think again: in the field, about an unsent answer, about a draft. */
export const SECOND_THOUGHTS = { outing: 0.15, takeBack: 0.3, draft: 0.12 }
/** Chance, per operation, that a device and a desk write in rows. */
export const ROW_ACTS = { device: 0.5, desk: 0.4 }
/** Probability, per operation, that the administrator acts. */
export const RULING = 0.12
/** Probability, per operation, of an action of `errands.ts`. */
export const ERRANDS = 0.35
/** Probability, per operation, of an answer on the phone, where there is one. */
export const PHONE = 0.3
/**
 * Probability, per operation, that a citizen acts, and that a stranger tries to misuse the portal, where it is open.
 */
export const CITIZENS = { acts: 0.45, tricks: 0.25 }

/** Probability, per operation, that the administrator looks for answers to restore. */
export const RESTORING = 0.3

/** Probability that the server is killed at a step of the follower, where its store is a file. */
export const FOLLOWING = 0.01

const STARTS = {
  late: 0x1a7e_0000_0000,
  ruling: 0xada_0000_0000,
  errand: 0xe44a_0000_0000,
  phone: 0x0f0e_0000_0000,
  restoring: 0xbac4_0000_0000,
  following: 0xf011_0000_0000,
  portal: 0x9047_0000_0000,
  inRows: 0x4095_0000_0000,
  lost: 0x1057_0000_0000,
  second: 0x5ec0_0000_0000,
}

export function streamsOf(seed: number): Readonly<Record<keyof typeof STARTS, Chance>> {
  return {
    late: chanceFrom(seed + STARTS.late),
    ruling: chanceFrom(seed + STARTS.ruling),
    errand: chanceFrom(seed + STARTS.errand),
    phone: chanceFrom(seed + STARTS.phone),
    restoring: chanceFrom(seed + STARTS.restoring),
    following: chanceFrom(seed + STARTS.following),
    portal: chanceFrom(seed + STARTS.portal),
    inRows: chanceFrom(seed + STARTS.inRows),
    lost: chanceFrom(seed + STARTS.lost),
    second: chanceFrom(seed + STARTS.second),
  }
}

/** One in this many worlds has its store on file, where a backup can be made and restored. */
const ON_FILE = 4
/** In one of this many worlds devices keep no answers in full for their age alone; users open them first. */
const SHORT_MEMORY = 5
/** In one of this many worlds a user without an account answers on a phone. */
const PUBLIC = 5
/** In one of this many worlds citizens use the portal. */
const PORTAL = 9
/** Fraction of worlds, as 1 in N, without work on rows beyond the usual changes. */
const FEW_ROWS = 3
/** In two of this many worlds users take unsent answers back. */
const TAKE_BACKS = 4
/** At the end of one in this many worlds a person is erased; not where files were swept long after. */
const ERASING = 3
/** One in this many worlds has another system that is notified of its answers. */
const TELLING = 3
/**
 * One in this many worlds is not administered: a moved user starts again with an empty device, which hides faults on
 * it.
 */
const LEFT_ALONE = 10

/** Properties of the world of a seed. */
export function kindOf(seed: number) {
  const hasCitizens = !BEFORE_CITIZENS.has(seed) && seed % PORTAL === 0
  return {
    onFile: seed % ON_FILE === 0,
    ownAnswersDays: seed % SHORT_MEMORY === SHORT_MEMORY - 1 ? 0 : undefined,
    actsLate: !BEFORE_LATE_ACTS.has(seed),
    administered: !BEFORE_ADMINISTRATION.has(seed) && seed % LEFT_ALONE !== 4,
    errands: !BEFORE_ERRANDS.has(seed),
    restores: !BEFORE_RESTORES.has(seed),
    details: !BEFORE_PARTICULARS.has(seed),
    has: {
      // One kind of guests per world is enough, and keeps a run short.
      isPublic: !BEFORE_ERRANDS.has(seed) && seed % PUBLIC === 2 && !hasCitizens,
      hasCitizens,
    },
    lostScreens: !BEFORE_LOST_SCREENS.has(seed),
    behindRemovals: !BEFORE_BEHIND_REMOVALS.has(seed),
    takesBack: !BEFORE_TAKE_BACKS.has(seed) && seed % TAKE_BACKS < 2,
    rows: !BEFORE_ROWS.has(seed) && seed % FEW_ROWS !== 0,
    // At their end, which shifts nothing.
    erases: seed % ERASING === 1 && seed % PUBLIC !== 2,
    tells: !BEFORE_ERRANDS.has(seed) && seed % TELLING === 2,
  }
}
