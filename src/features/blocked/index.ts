export { Blocked } from './blocked.tsx'
