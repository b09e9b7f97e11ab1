export { openMemoryFiles } from './files.ts'
export { openMemoryStore } from './store.ts'
