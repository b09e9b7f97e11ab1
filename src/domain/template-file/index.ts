export { exportTemplate, importTemplate, readTemplateFile } from './template-file.ts'
export { adoptTemplate, listUsedIncidentTypeIds, type AdoptionTarget, type DroppedReference } from './adopt.ts'
