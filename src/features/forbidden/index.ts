export { ForbiddenScreen } from './forbidden-screen.tsx'
