export * from './preview.ts'
export * from './preview-path.ts'
