import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { loadSafePicture, buildPdfMessages, type PdfPorts } from '#documents/pdf/index.ts'
import { translatorFor } from '#locales/translator.ts'

// Not by program-files.mjs, whose address is no file where tests have a page.
const { resolve } = createRequire(import.meta.url)
const fontPath = (file: string): string =>
  resolve(`@fontsource/${file.includes('-jp-') ? 'noto-sans-jp' : 'noto-sans'}/files/${file}`)

/** Texts of documents. */
export const SPANISH = buildPdfMessages(translatorFor('es'))
export const ENGLISH = buildPdfMessages(translatorFor('en'))

/** A photo of the demonstration. */
export function demoPhoto(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(`functions/src/embedded/demo/photos/${name}`))
}

/** The server's ports for PDFs. @param files bytes by their SHA-256 */
export function pdfPorts(files: ReadonlyMap<string, Uint8Array> = new Map()): PdfPorts {
  return {
    fonts: async (file) => new Uint8Array(readFileSync(fontPath(file))),
    picture: async ({ sha256 }) => {
      const bytes = files.get(sha256)
      return bytes === undefined ? null : loadSafePicture(new Uint8Array(bytes))
    },
  }
}
