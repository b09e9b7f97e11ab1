export { ExportImportDialog, ImportFormDialog } from './exchange.tsx'
