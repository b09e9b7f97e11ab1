export { exportTemplate, importTemplate } from './template-file.ts'
export { adoptTemplate, type Adopted, type LeftBehind } from './adopt.ts'
