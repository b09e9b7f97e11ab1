import { expose } from 'comlink'
import type { readFormFile } from './import-form.ts'

const reader = {
  importForm: async (...file: Parameters<typeof readFormFile>) =>
    (await import('./import-form.ts')).readFormFile(...file),
}
export type ReaderWorkerApi = typeof reader

expose(reader)
