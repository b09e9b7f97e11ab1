export { MAX_DELIVERIES } from './webhook-events.ts'
export * from './webhook-tries.ts'
export * from './tokens.ts'
export * from './webhooks.ts'
