import { expose } from 'comlink'
import type { importForm } from './import-form.ts'

const reader = {
  importForm: async (...file: Parameters<typeof importForm>) => (await import('./import-form.ts')).importForm(...file),
}
export type Reader = typeof reader

expose(reader)
