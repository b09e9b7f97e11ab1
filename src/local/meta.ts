import type { AnswerId, DeviceId, MutationId, Problem, TemplateId } from '#domain/kernel/index.ts'
import type { Decisions, Pending } from '#domain/jobs/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { KnownCitizen } from './citizens.ts'
import type { RelevoDatabase } from './database.ts'
import { mustWrite, reading, type Local } from './local.ts'

/** Figures that the user looked at, as the server sent them. */
export type KeptFigures = {
  /** what they are of: a form, or all */
  readonly of: string
  /** how they were narrowed, as the address has it */
  readonly search: string
  readonly figures: unknown
}
/** What the statistics of a form are counted of, as the server sends it (`unpackWhole` of the domain). */
export type KeptColumns = {
  readonly form: TemplateId
  /** device clock of its receipt, milliseconds */
  readonly receivedAt: number
  readonly bytes: ArrayBuffer
}

/** Single facts of an account, by name. Another shape of one is a version of the tables, like any row's. */
export type Meta = {
  /** position and scope of the last page that was stored */
  readonly cursor: string
  readonly scope: string
  /** device clock of the last complete pull, milliseconds */
  readonly pulledAt: number
  readonly profile: Profile
  /** server time minus device time, milliseconds */
  readonly clockOffset: number
  /** the server wants a sign-in: the outbox rests, with everything in it */
  readonly signInNeeded: boolean
  /** the session was ended from elsewhere: this device signs the account out. Goes with its next sign-in */
  readonly sessionEnded: boolean
  /** why the server serves this account nothing at the moment (blocked, without areas); gone with the next good pull */
  readonly accountProblem: Problem
  /** before the first complete pull: one was tried and did not come through */
  readonly firstPullFailed: true
  /** device clock of the requests that failed in the last minute */
  readonly failures: readonly number[]
  /** device clock of the last sign of life of the window or worker that sends, milliseconds */
  readonly runnerSeen: number
  /** answers that are gone from the server and have unsent work here */
  readonly goneAnswers: readonly AnswerId[]
  /** of those that have unsent work here, the ones that the account may not read since its areas or role changed */
  readonly foreignAnswers: readonly AnswerId[]
  /** what was received has been removed when the account signed out: nothing is taken in until it signs in again */
  readonly removed: boolean
  /** the form that is on screen: left-open.ts */
  readonly leftOpen: {
    readonly template: TemplateId
    readonly draft: AnswerId
    readonly change?: 'answer.edit' | 'answer.correct' | 'answer.revise'
  }
  /** whom the registry has named to this device: citizens.ts */
  readonly citizens: readonly KnownCitizen[]
  /** the account has left this device: a citizen still being looked up is not kept. Goes with its next sign-in */
  readonly citizensGone: true
  /** which questions are columns of a form's list, by their keys: list-columns.ts */
  readonly listColumns: Readonly<Record<TemplateId, readonly string[]>>
  /** an answer is read without what was not answered */
  readonly onlyAnswered: boolean
  /** what waited for a supervisor, as the server said last */
  readonly desk: { readonly pending: Pending; readonly decisions: Decisions }
  /** of statistics, as last looked at, and what they are counted of (`#local/figures`) */
  readonly figures: readonly KeptFigures[]
  readonly statisticsColumns: readonly KeptColumns[]
  /** the public's alone (public.ts): what municipalities want of their pages, and its own name for this device */
  readonly publicForms: Readonly<Record<TemplateId, { readonly codeHidden: boolean }>>
  readonly publicDevice: DeviceId
  /** what proves that files which this device has sent are its own */
  readonly holderSecret: string
  /** a citizen's alone: what lets this device send each of their changes, by its id */
  readonly permits: Readonly<Record<MutationId, string>>
}
export type MetaKey = keyof Meta

export function readMeta<K extends MetaKey>(local: Local, key: K): Promise<Meta[K] | undefined> {
  return reading(local, ['meta'], (database) => metaOf(database, key))
}

/** Inside a transaction over meta. */
export async function metaOf<K extends MetaKey>(database: RelevoDatabase, key: K): Promise<Meta[K] | undefined> {
  return (await database.meta.get(key))?.value as Meta[K] | undefined
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

/** Changes what is kept of the server's replies; one that comes after a sign-out removed them is not kept. */
export async function keepReceived<K extends MetaKey>(
  local: Local,
  key: K,
  change: (before: Meta[K] | undefined) => Meta[K],
): Promise<void> {
  await mustWrite(local, ['meta'], async (database) => {
    if ((await metaOf(database, 'removed')) === true) return
    await putMeta(database, key, change(await metaOf(database, key)))
  })
}
