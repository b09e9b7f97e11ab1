export { Forbidden } from './forbidden.tsx'
