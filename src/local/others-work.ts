import type { Author } from '#domain/kernel/index.ts'
import { listKnownAccounts, openDevice } from './device.ts'
import type { StorageOptions } from './database.ts'
import { listDrafts } from './drafts.ts'
import { openLocal } from './open-local.ts'
import { readOutboxSummary } from './outbox-reads.ts'

/**
 * Returns whether another account has unsent work on this device: waiting or refused entries, or drafts. Reveals
 * neither the account nor the number.
 * @param own the account on screen; undefined: no one is signed in
 */
export async function hasOtherAccountsWork(own: Author | undefined, options: StorageOptions = {}): Promise<boolean> {
  const accounts = await listKnownAccounts(openDevice(options.indexedDB))
  for (const account of accounts) {
    if (account === own || account === 'public') continue
    if (await isWorkHere(account, options).catch(() => false)) return true
  }
  return false
}

/** Throws when the account's database cannot be opened, for example because a newer app created it. */
async function isWorkHere(account: Author, options: StorageOptions): Promise<boolean> {
  const local = openLocal(account, options)
  try {
    const { waiting, sending, quarantined } = await readOutboxSummary(local)
    return waiting + sending + quarantined > 0 || (await listDrafts(local)).length > 0
  } finally {
    local.close()
  }
}

/**
 * Reports now, and each time the window gets the focus, whether another account has unsent work on this device. Reports
 * nothing when storage cannot be read.
 * @returns a function that stops reporting
 */
export function watchOtherAccountsWork(own: Author | undefined, report: (isHere: boolean) => void): () => void {
  let isStopped = false
  const checkOtherAccounts = (): void =>
    void hasOtherAccountsWork(own).then(
      (isHere) => !isStopped && report(isHere),
      () => undefined,
    )
  checkOtherAccounts()
  addEventListener('focus', checkOtherAccounts)
  return () => {
    isStopped = true
    removeEventListener('focus', checkOtherAccounts)
  }
}
