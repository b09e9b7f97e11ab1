export * from './codes.ts'
export * from './record-names.ts'
export * from './reference.ts'
