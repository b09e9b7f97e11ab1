export { Exchange, ImportDialog } from './exchange.tsx'
