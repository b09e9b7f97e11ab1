export { exportTemplate, importTemplate, readTemplateFile } from './template-file.ts'
export { adoptTemplate, usedIncidentTypeIds, type AdoptionTarget, type DroppedReference } from './adopt.ts'
