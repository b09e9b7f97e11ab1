export { keepColumns, MAX_KEPT_BYTES, MAX_KEPT_FORMS, readColumns } from './columns.ts'
export { keepFigures, MAX_KEPT_FIGURES, readFigures } from './looks.ts'
