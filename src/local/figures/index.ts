export { keepColumns, MOST_KEPT_BYTES, MOST_KEPT_FORMS, readColumns } from './columns.ts'
export { keepFigures, MOST_KEPT_FIGURES, readFigures } from './looks.ts'
