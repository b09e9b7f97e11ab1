export { SyncCentreScreen } from './sync-centre-screen.tsx'
