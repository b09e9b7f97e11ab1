export { VersionsDialog } from './version-history.tsx'
