export { exportTemplate, importTemplate } from './template-file.ts'
export { adoptTemplate, incidentTypeIds, type Adopted, type Adopting, type LeftBehind } from './adopt.ts'
