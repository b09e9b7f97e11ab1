import type { Transaction } from 'dexie'
import { upgradeMutation, type Mutation, type OutboxEntry } from '#domain/sync/index.ts'
import type { AnswerRow, OutboxRow } from './database.ts'

/** What an app set aside because the server's word was newer than itself, or its own message older than the server: after an update it is tried again. */
const OF_ITS_AGE = new Set(['request.unsupported-protocol', 'request.malformed'])

/**
 * Part of an update of the tables: what an earlier app has saved and not sent is brought to the next protocol, in the transaction of the update.
 * An entry that was frozen may be rewritten here, because the server makes the same of the old message: its id is still its key.
 * @param from the protocol of the app that wrote these tables
 */
export async function upgradeStored(transaction: Transaction, from: number): Promise<void> {
  const outbox = transaction.table<OutboxRow>('outbox')
  const rows = (await outbox.toArray()).flatMap((row) => {
    const entry = upgradedEntry(row.entry, from)
    return entry === row.entry ? [] : [{ ...row, state: entry.state.kind, entry }]
  })
  await outbox.bulkPut(rows)
  const answers = transaction.table<AnswerRow>('answers')
  const known = (await answers.toArray()).flatMap((row) => {
    const submit = upgradeMutation(row.submit, from, from + 1) as AnswerRow['submit']
    return submit === undefined || submit === row.submit ? [] : [{ ...row, submit }]
  })
  await answers.bulkPut(known)
}

function upgradedEntry(entry: OutboxEntry, from: number): OutboxEntry {
  const mutation = upgradeMutation(entry.mutation, from, from + 1) as Mutation
  const { state } = entry
  const aside = state.kind === 'quarantined' && OF_ITS_AGE.has(state.problem.code)
  if (mutation === entry.mutation && !aside) return entry
  return { ...entry, mutation, ...(aside ? { attempts: 0, state: { kind: 'waiting', notBefore: 0 } } : {}) }
}
