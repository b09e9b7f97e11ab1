import { z } from 'zod'
import { answerIdSchema, problemSchema, templateIdSchema } from '#domain/kernel/index.ts'
import { profileSchema, type Profile } from '#domain/sync/index.ts'
import type { RelevoDatabase } from './database.ts'
import { mustWrite, reading, type Local } from './local.ts'

/** Single facts of an account, by name. What an older version wrote and no longer parses counts as not there. */
const META = {
  /** position and scope of the last page that was stored */
  cursor: z.string(),
  scope: z.string(),
  /** device clock of the last complete pull, milliseconds */
  pulledAt: z.number(),
  profile: profileSchema,
  /** server time minus device time, milliseconds */
  clockOffset: z.number(),
  /** the server wants a sign-in: the outbox rests, with everything in it */
  signInNeeded: z.boolean(),
  /** why the server serves this account nothing at the moment (blocked, without areas); gone with the next good pull */
  accountProblem: problemSchema,
  /** before the first complete pull: one was tried and did not come through */
  firstPullFailed: z.literal(true),
  /** device clock of the requests that failed in the last minute */
  failures: z.array(z.number()),
  /** device clock of the last sign of life of whoever sends, milliseconds */
  runnerSeen: z.number(),
  /** answers that are gone from the server and have unsent work here */
  goneAnswers: z.array(answerIdSchema),
  /** what was received has been removed when the account signed out: nothing is taken in until it signs in again */
  removed: z.boolean(),
  /** the form that is on screen: left-open.ts */
  leftOpen: z.object({ template: templateIdSchema, draft: answerIdSchema }),
} as const

export type Meta = { readonly [K in keyof typeof META]: z.infer<(typeof META)[K]> }
export type MetaKey = keyof Meta

export function readMeta<K extends MetaKey>(local: Local, key: K): Promise<Meta[K] | undefined> {
  return reading(local, ['meta'], (database) => metaOf(database, key))
}

/** Inside a transaction over meta. */
export async function metaOf<K extends MetaKey>(database: RelevoDatabase, key: K): Promise<Meta[K] | undefined> {
  const row = await database.meta.get(key)
  const parsed = META[key].safeParse(row?.value)
  return parsed.success ? (parsed.data as Meta[K]) : undefined
}

/** @param value undefined to forget it */
export async function writeMeta<K extends MetaKey>(local: Local, key: K, value: Meta[K] | undefined): Promise<void> {
  await mustWrite(local, ['meta'], (database) => putMeta(database, key, value))
}

/** Inside a transaction over meta. */
export async function putMeta<K extends MetaKey>(
  database: RelevoDatabase,
  key: K,
  value: Meta[K] | undefined,
): Promise<void> {
  if (value === undefined) await database.meta.delete(key)
  else await database.meta.put({ key, value })
}

/** Who is signed in, as last heard: enough to work without a network. */
export function readProfile(local: Local): Promise<Profile | undefined> {
  return readMeta(local, 'profile')
}
