export { storeColumns, readStoredColumns } from './columns.ts'
export { storeFigures, readStoredFigures } from './stored-figures.ts'
