export * from './ticket-units.ts'
export * from './event-units.ts'
export * from './scan-units.ts'
export * from './door-link-units.ts'
