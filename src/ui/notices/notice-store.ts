import { create } from 'zustand'
import { ERROR_SNACKBAR_MS, SAVED_SNACKBAR_MS, SNACKBAR_MS } from '#domain/kernel/index.ts'

export type Notice = {
  readonly id: number
  readonly tone: 'received' | 'waiting' | 'attention'
  readonly text: string
  /** how long it stays, where the specification says so; otherwise its tone says it */
  readonly milliseconds?: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

export const NOTICE_MILLISECONDS: Readonly<Record<Notice['tone'], number>> = {
  received: SAVED_SNACKBAR_MS,
  attention: ERROR_SNACKBAR_MS,
  waiting: SNACKBAR_MS,
}

let next = 1

export const useNotices = create<{ readonly notices: readonly Notice[] }>(() => ({ notices: [] }))

/** Shows a short message and has it read aloud. Never for what a person must act on: that stays on the page. */
export function notify(notice: Omit<Notice, 'id'>): void {
  const id = next
  next += 1
  useNotices.setState(({ notices }) => ({ notices: [...notices.slice(-2), { ...notice, id }] }))
}

export function dismissNotice(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))
}
