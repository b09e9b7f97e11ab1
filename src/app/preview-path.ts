import type { PREVIEW_PATH as Shared } from '#domain/preview/index.ts'

/** The shared path as a literal: importing it would bring the schemas into the app's first file. The type keeps the two the same. */
export const PREVIEW_PATH: typeof Shared = '/vista-previa'
