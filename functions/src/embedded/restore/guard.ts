import { join } from 'node:path'
import { watchStore } from '#core/index.ts'
import type { Ports, Store } from '#core/ports.ts'
import { ENDED_GRANTS_FILE } from '../data-folder.ts'
import { endRevivedGrants, markDatabaseAndJournalHourly } from './end-revived.ts'
import { openEndedGrantsJournal } from './journal.ts'
import { createNumberReservingStore, type NumberJournal } from './numbers.ts'

type GuardOptions = Pick<Ports, 'files' | 'clock' | 'log'> & {
  /** the data folder */
  readonly folder: string
  readonly numbers: NumberJournal
}

/**
 * Guards a database against a restored backup: handles a backup that was restored before this start, and from now on
 * records changes that a later restore would undo.
 * @returns the store to use from now on, a check for deleted answers, and a function that stops the marks, to be called
 * before `numbers.close`
 */
export async function guardAgainstRestores(
  database: Store,
  { folder, numbers, files, clock, log }: GuardOptions,
): Promise<Required<Pick<Ports, 'store' | 'isEnded'>> & { readonly stop: () => Promise<void> }> {
  const journal = openEndedGrantsJournal(join(folder, ENDED_GRANTS_FILE), clock, log)
  const store = watchStore(createNumberReservingStore(database, numbers), {
    isWanted: () => true,
    wrote: (writes) => journal.note(writes),
  })
  const ports = { store, files, clock, log }
  await endRevivedGrants(ports, journal, {
    isAhead: () => numbers.isAheadOf(database),
    // Uses the unguarded store, because the guarded store would record the raised numbers as assigned before they are
    // stored.
    continueAbove: async () => {
      await numbers.continueAbove(database)
      database.forgetEras?.()
    },
  })
  return { store, isEnded: journal.isEnded, stop: markDatabaseAndJournalHourly(ports, journal) }
}
