import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FontSource } from '#documents/pdf/index.ts'

const { resolve } = createRequire(import.meta.url)

/** The package's own files. */
export const diskFonts: FontSource = async (file) =>
  new Uint8Array(await readFile(resolve(`@fontsource/noto-sans/files/${file}`)))
