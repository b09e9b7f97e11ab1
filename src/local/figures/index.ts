export { keepColumns, readColumns } from './columns.ts'
export { keepFigures, readFigures } from './looks.ts'
