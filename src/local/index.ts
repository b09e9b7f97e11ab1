export { exportUnsent, importUnsent, type Imported } from './unsent-file.ts'
export {
  endHold,
  fateOf,
  forgetCopy,
  keepForWork,
  refreshCopy,
  saveChange,
  settledFate,
  type Act,
  type ChangeFate,
  type ChangeHost,
  type Brought,
  type Drafted,
} from './changes.ts'
export { keepOpened } from './copies.ts'
export { countKnownAnswers } from './count-known.ts'
export { forgetCitizens, knownCitizen, rememberCitizen } from './citizens.ts'
export type { StorageOptions } from './database.ts'
export {
  currentAccount,
  deviceId,
  knownAccounts,
  openDevice,
  rememberedSession,
  setCurrentAccount,
  setShared,
  sharedDevice,
  setSignOutPending,
  signOutPending,
  type Device,
} from './device.ts'
export { discardEntry, takeBackChange } from './discard.ts'
export type { Draft, DraftedChange } from './draft.ts'
export {
  attachToDraft,
  discardDraft,
  listDrafts,
  loadDraft,
  replaceInDraft,
  saveDraft,
  type DraftedPlace,
} from './drafts.ts'
export {
  countEdits,
  discardEdit,
  listEdits,
  loadEdit,
  saveEdit,
  type EditBase,
  type EditSummary,
  type TemplateEdit,
} from './edits.ts'
export { loadFile, LONG_FILE_BYTES, openFile, type CapturedFile } from './files.ts'
export { formerAnswer, type OwnAnswer } from './former-answer.ts'
export { createJournal, WINDOW_TIMERS, type Journal, type Timers } from './journal.ts'
export { freeable, freeReceived, type Freeable, type Share } from './freeable.ts'
export { forgetLeftOpen, rememberLeftOpen, takeLeftOpen, type LeftOpen } from './left-open.ts'
export { refreshLiveQueries, watch } from './live.ts'
export { StorageFailure, storing, type Local } from './local.ts'
export { readListColumns, writeListColumns } from './list-columns.ts'
export {
  keepReceived,
  readMeta,
  readProfile,
  writeMeta,
  type KeptColumns,
  type KeptFigures,
  type Meta,
} from './meta.ts'
export { databaseName } from './local.ts'
export { openLocal } from './open-local.ts'
export { canStore, openLocalLater, wasHere } from './open-local-later.ts'
export { watchOthersWork } from './others-work.ts'
export * from './outbox.ts'
export { holderSecret, keepPublicForm, publicDeviceId, publicFormFacts } from './public.ts'
export * from './reads.ts'
export { removeReceived } from './remove-received.ts'
export { saveAnswer } from './save-answer.ts'
export { persistStorage, roomOf, storageState, type Room, type StorageHost, type StorageState } from './storage.ts'
export { keepTemplate } from './templates.ts'
