import { expose } from 'comlink'
import type { importForm } from './import-form.ts'

// As src/app/without-eval.ts does for the page, and before the schemas are loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const reader = {
  importForm: async (...file: Parameters<typeof importForm>) => (await import('./import-form.ts')).importForm(...file),
}
export type Reader = typeof reader

expose(reader)
