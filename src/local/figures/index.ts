export { storeColumns, readStoredColumns } from './columns.ts'
export { storeFigures, readStoredFigures } from './looks.ts'
