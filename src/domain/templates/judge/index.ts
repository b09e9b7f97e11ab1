export { createTemplateUnit } from './decide-create.ts'
export { storeDraftUnit } from './decide-keep.ts'
export { discardDraftUnit } from './decide-discard.ts'
export { findStoredDraft, canEditDraft } from './stored-drafts.ts'
export { deleteTemplateUnit } from './decide-delete.ts'
export { duplicateTemplateUnit } from './decide-duplicate.ts'
export { saveTemplateUnit } from './decide-save.ts'
export { buildVersionWrites } from './next-version.ts'
export { setScopeUnit } from './decide-scope.ts'
export { buildInvalidSave, buildSaveRefusalDecision, type TemplateSaveResult } from './outcome.ts'
export { buildAgendasWrite, buildIncidentTypeWrite } from './outside-names.ts'
export {
  countAnswersInDocuments,
  loadTemplateAccess,
  listTemplateAccessKeys,
  findFirstVersionInDocuments,
  findTemplateInDocuments,
} from './stored.ts'
export * from './rename-form.ts'
