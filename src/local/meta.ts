import type { AnswerId, DeviceId, MutationId, Problem, TemplateId } from '#domain/kernel/index.ts'
import type { RestoreReport } from '#domain/devices/index.ts'
import type { PendingDecisions, PendingAnswers } from '#domain/jobs/index.ts'
import type { Profile } from '#domain/sync/index.ts'
import type { KnownCitizen } from './citizens.ts'
import type { RelevoDatabase } from './database.ts'
import { runWriteOrThrow, runRead, type Local } from './local.ts'
import type { PublicFormFacts } from './public.ts'

/** Figures that the user has viewed, as the server sent them. */
export type StoredFigures = {
  /** the id of a form, or the key for all forms */
  readonly of: string
  /** the filter, as a query string */
  readonly search: string
  readonly figures: unknown
}
/**
 * Columns from which a form's statistics are computed, in the server's encoding (`decodeFrames` in
 * src/domain/statistics).
 */
export type StoredFigureColumns = {
  readonly form: TemplateId
  /** device clock at receipt, milliseconds */
  readonly receivedAt: number
  readonly bytes: ArrayBuffer
}

/**
 * Single values of an account, by name. A change of a value's type requires a new version of the tables, as for any
 * row.
 */
export type Meta = {
  /** cursor and scope of the last stored page of a pull */
  readonly cursor: string
  readonly scope: string
  /** device clock at the last complete pull, milliseconds */
  readonly pulledAt: number
  readonly profile: Profile
  /** server time minus device time, milliseconds */
  readonly clockOffset: number
  /** the server requires a sign-in: the outbox is paused and keeps its entries */
  readonly signInNeeded: boolean
  /** the session was ended elsewhere: this device signs the account out. Deleted at the account's next sign-in */
  readonly sessionEnded: boolean
  /** why the server currently refuses this account (blocked, without areas); deleted at the next successful pull */
  readonly accountProblem: Problem
  /** a pull failed before any pull was complete */
  readonly firstPullFailed: true
  /** times of the requests that failed in the last minute, device clock */
  readonly failures: readonly number[]
  /** last activity of the window or worker that sends, device clock, milliseconds */
  readonly runnerSeen: number
  /** answers deleted on the server that have unsent work here */
  readonly goneAnswers: readonly AnswerId[]
  /** answers with unsent work that the account may no longer read since its areas or role changed */
  readonly foreignAnswers: readonly AnswerId[]
  /** a pull started from the beginning: ask the server whether it lacks work that is stored in `sent` */
  readonly restoreCheck: true
  /**
   * stored changes of answers that a restored server does not have. The server is asked again after `wait`, because
   * another device may return these answers. Device clock, milliseconds
   */
  readonly awaited: { readonly ids: readonly MutationId[]; readonly askedAt: number; readonly wait: number }
  /** the last work that was sent again after the server was restored from a backup */
  readonly broughtBack: RestoreReport
  /** received data was deleted at sign-out: no more is stored until the account signs in again */
  readonly removed: boolean
  /** the form on screen: open-form.ts */
  readonly leftOpen: {
    readonly template: TemplateId
    readonly draft: AnswerId
    readonly change?: 'answer.edit' | 'answer.correct' | 'answer.revise'
  }
  /** citizens returned by the registry: citizens.ts */
  readonly citizens: readonly KnownCitizen[]
  /** the account has signed out: the result of a running look-up is not stored. Deleted at the next sign-in */
  readonly citizensGone: true
  /** keys of the questions shown as columns of a form's list: list-columns.ts */
  readonly listColumns: Readonly<Record<TemplateId, readonly string[]>>
  /** filters, order and other view of a form's list, as last used, as a query string: list-columns.ts */
  readonly listViews: Readonly<Record<TemplateId, string>>
  /** whether answers are shown without unanswered questions */
  readonly onlyAnswered: boolean
  /** the supervisor's pending tasks, as last received */
  readonly desk: { readonly pending: PendingAnswers; readonly decisions: PendingDecisions }
  /** statistics as last viewed, and the columns from which they are computed (`#local/figures`) */
  readonly figures: readonly StoredFigures[]
  readonly statisticsColumns: readonly StoredFigureColumns[]
  /** settings of each form's public pages, and the device id of a guest: public.ts */
  readonly publicForms: Readonly<Record<TemplateId, PublicFormFacts>>
  readonly publicDevice: DeviceId
  /** secret with which this device proves that it sent certain files */
  readonly holderSecret: string
  /** citizens only: a signed permit for sending each of their changes, by mutation id */
  readonly permits: Readonly<Record<MutationId, string>>
}
export type MetaKey = keyof Meta

export function readMeta<K extends MetaKey>(local: Local, key: K): Promise<Meta[K] | undefined> {
  return runRead(local, ['meta'], (database) => readMetaInTransaction(database, key))
}

/** Reads a value inside a transaction over meta. */
export async function readMetaInTransaction<K extends MetaKey>(
  database: RelevoDatabase,
  key: K,
): Promise<Meta[K] | undefined> {
  return (await database.meta.get(key))?.value as Meta[K] | undefined
}

/** @param value undefined deletes the stored value */
export async function writeMeta<K extends MetaKey>(local: Local, key: K, value: Meta[K] | undefined): Promise<void> {
  await runWriteOrThrow(local, ['meta'], (database) => writeMetaInTransaction(database, key, value))
}

/** Writes a value inside a transaction over meta. */
export async function writeMetaInTransaction<K extends MetaKey>(
  database: RelevoDatabase,
  key: K,
  value: Meta[K] | undefined,
): Promise<void> {
  if (value === undefined) await database.meta.delete(key)
  else await database.meta.put({ key, value })
}

/** Returns the last known profile of the account; it is sufficient for work without a network. */
export function readStoredProfile(local: Local): Promise<Profile | undefined> {
  return readMeta(local, 'profile')
}

/** Updates stored data from a server reply. Ignores a reply that arrives after a sign-out has deleted this data. */
export async function updateMetaFromReply<K extends MetaKey>(
  local: Local,
  key: K,
  change: (before: Meta[K] | undefined) => Meta[K],
): Promise<void> {
  await runWriteOrThrow(local, ['meta'], async (database) => {
    if ((await readMetaInTransaction(database, 'removed')) === true) return
    await writeMetaInTransaction(database, key, change(await readMetaInTransaction(database, key)))
  })
}
