export { Exchange } from './exchange.tsx'
