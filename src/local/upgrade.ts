import type { Transaction } from 'dexie'
import { convertProtocol, type Mutation, type OutboxEntry, type ProtocolSteps } from '#domain/sync/index.ts'
import type { AnswerRow, EditPartRow, EditRow, OutboxRow } from './database.ts'
import type { Draft } from './draft.ts'
import { fromEditRows, toEditPartRows, toEditRow } from './edit-rows.ts'

/** Problems that only mean this app or the server is too old: the entry is tried again after an update. */
const OUTDATED_APP_CODES = new Set(['request.unsupported-protocol', 'request.malformed'])

/**
 * Migrates unsent entries of an earlier app to the next protocol, in the transaction that updates the tables. A frozen
 * entry may be rewritten: the server treats the old message the same way, and its id stays its key.
 * @param from protocol of the app that wrote these tables
 */
export async function upgradeStored(transaction: Transaction, from: number, earlier?: ProtocolSteps): Promise<void> {
  const words = { to: from + 1, earlier }
  const outbox = transaction.table<OutboxRow>('outbox')
  const rows = (await outbox.toArray()).map((row) => {
    const mutation = convertProtocol('mutation', row.entry.mutation, from, words) as Mutation
    const entry = retryQuarantined({ ...row.entry, mutation })
    return { ...row, state: entry.state.kind, entry }
  })
  await outbox.bulkPut(rows)
  const answers = transaction.table<AnswerRow>('answers')
  const known = (await answers.toArray()).flatMap((row) => {
    const submit = convertProtocol('mutation', row.submit, from, words) as AnswerRow['submit']
    return submit === undefined || submit === row.submit ? [] : [{ ...row, submit }]
  })
  await answers.bulkPut(known)
  const drafts = transaction.table<Draft>('drafts')
  await drafts.bulkPut((await drafts.toArray()).map((draft) => convertProtocol('draft', draft, from, words) as Draft))
  await upgradeEdits(transaction, (edit) => convertProtocol('edit', edit, from, words))
}

async function upgradeEdits(transaction: Transaction, reword: (edit: unknown) => unknown): Promise<void> {
  const [edits, parts] = [transaction.table<EditRow>('edits'), transaction.table<EditPartRow>('editParts')]
  for (const row of await edits.toArray()) {
    const own = parts.where('edit').equals(row.id)
    const edit = fromEditRows(row, await own.toArray())
    const said = reword(edit) as typeof edit
    if (said === edit) continue
    await own.delete()
    await edits.put(toEditRow(said))
    await parts.bulkPut([...toEditPartRows(said)])
  }
}

function retryQuarantined(entry: OutboxEntry): OutboxEntry {
  const aside = entry.state.kind === 'quarantined' && OUTDATED_APP_CODES.has(entry.state.problem.code)
  return aside ? { ...entry, attempts: 0, state: { kind: 'waiting', notBefore: 0 } } : entry
}
