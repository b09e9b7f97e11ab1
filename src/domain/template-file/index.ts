export { exportTemplate, importTemplate } from './template-file.ts'
export { adoptTemplate, incidentTypesOf, type Adopted, type Adopting, type LeftBehind } from './adopt.ts'
