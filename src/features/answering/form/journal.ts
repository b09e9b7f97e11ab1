export { createJournal, JOURNAL_DELAY_MS, type Journal, type JournalStatus, type Timers } from '#local/index.ts'
