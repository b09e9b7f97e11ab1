export { CreateAreaDialog } from './create-area-dialog.tsx'
export { RenameAreaDialog } from './rename-area-dialog.tsx'
