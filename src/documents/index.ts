export { importForm, type ImportedForm } from './import-form.ts'
