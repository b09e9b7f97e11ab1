export { Versions } from './version-history.tsx'
