export { exportTemplate, importTemplate, readTemplateFile } from './template-file.ts'
export { adoptTemplate, incidentTypeIds, type Adopting, type LeftBehind } from './adopt.ts'
