export { RecordLookupScreen } from './record-lookup-screen.tsx'
