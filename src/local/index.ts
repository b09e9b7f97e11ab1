export { exportUnsentWork, importUnsentWork, type BackupImportResult } from './unsent-file.ts'
export {
  endUndoPeriod,
  readChangeOutcome,
  forgetLocalCopy,
  storeAnswerForEditing,
  refreshLocalCopy,
  saveChange,
  waitForChangeOutcome,
  type ChangeInput,
  type SentChangeOutcome,
  type ChangeDeps,
  type UndraftedChangeInput,
  type DraftedChangeFacts,
} from './changes.ts'
export { storeOpenedAnswer } from './copies.ts'
export { countKnownAnswers } from './count-known.ts'
export { forgetCitizens, findKnownCitizen, rememberCitizen } from './citizens.ts'
export type { StorageOptions } from './database.ts'
export {
  readCurrentAccount,
  getDeviceId,
  listKnownAccounts,
  openDevice,
  findRememberedSession,
  setCurrentAccount,
  setDeviceShared,
  readDeviceSharing,
  setSignOutPending,
  readSignOutPending,
  type Device,
} from './device.ts'
export { canTakeBack, discardEntry, retryEntry, takeBackAnswer, withdrawChange } from './discard.ts'
export type { Draft, DraftedChange } from './draft.ts'
export {
  attachFileToDraft,
  deleteDraft,
  listDrafts,
  loadDraft,
  replaceFileInDraft,
  saveDraft,
  type DraftFilePlace,
} from './drafts.ts'
export {
  countTemplateEdits,
  discardTemplateEdit,
  listTemplateEdits,
  loadTemplateEdit,
  saveTemplateEdit,
  type TemplateEditBase,
  type TemplateEditSummary,
  type TemplateEdit,
} from './edits.ts'
export { loadFile, LONG_FILE_BYTES, openFile, type CapturedFile } from './files.ts'
export { findOwnFormerAnswer, type SubmitOrAnswer } from './former-answer.ts'
export { createJournal, WINDOW_TIMERS, type JournalWriter, type Timers } from './journal.ts'
export { measureFreeableStorage, deleteReceivedCopies, type FreeableStorage, type StorageShare } from './freeable.ts'
export { forgetOpenForm, rememberOpenForm, takeOpenForm, type RememberedForm } from './open-form.ts'
export { refreshLiveQueries, watchQuery } from './live.ts'
export { StorageFailure, catchStorageFailure, type Local } from './local.ts'
export { readListColumns, readListView, writeListColumns, writeListView } from './list-columns.ts'
export {
  updateMetaFromReply,
  readMeta,
  readStoredProfile,
  writeMeta,
  type StoredFigureColumns,
  type StoredFigures,
  type Meta,
} from './meta.ts'
export { buildDatabaseName } from './local.ts'
export { openLocal } from './open-local.ts'
export { canStoreData, openLocalLazily, hasStoredData } from './open-local-lazily.ts'
export { watchOtherAccountsWork } from './others-work.ts'
export { listOutbox, readOutboxSummary, type OutboxSummary } from './outbox-reads.ts'
export {
  getHolderSecret,
  storePublicForm,
  getGuestDeviceId,
  readPublicFormFacts,
  type PublicFormFacts,
} from './public.ts'
export * from './reads.ts'
export { removeReceivedData } from './remove-received.ts'
export { saveAnswer } from './save-answer.ts'
export {
  persistStorage,
  estimateFreeSpace,
  readStorageState,
  type FreeSpace,
  type StorageHost,
  type StorageState,
} from './storage.ts'
export { storeTemplate } from './templates.ts'
