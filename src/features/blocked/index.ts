export { BlockedScreen } from './blocked.tsx'
