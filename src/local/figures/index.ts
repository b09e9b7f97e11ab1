export { storeFigureColumns, readFigureColumns } from './columns.ts'
export { storeFigures, readStoredFigures } from './stored-figures.ts'
