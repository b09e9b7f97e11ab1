import type { TemplateDraft } from '#domain/templates/index.ts'
import { MAX_IMPORT_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { importTemplate } from '#domain/template-file/index.ts'
import { convertXlsform, type XlsformNote } from '#domain/xlsform/index.ts'
import { readSheets } from './read-sheets.ts'

export type ImportedForm = {
  readonly kind: 'relevo' | 'xlsform'
  readonly draft: TemplateDraft
  /** parts of an XLSForm that could not be imported unchanged; empty for Relevo's own format */
  readonly notes: readonly XlsformNote[]
}

/**
 * Builds a form from a Relevo export (JSON) or an XLSForm (XLSX, XLSM or CSV). The content decides the format, because
 * file names are unreliable.
 * @param name file name; without its extension, it becomes the title of a form that has no title
 * @returns a problem with a code of `import.*`; never throws
 */
export async function readFormFile(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Result<ImportedForm>> {
  if (bytes.byteLength > MAX_IMPORT_BYTES) return refuse('import.too-large', { max: MAX_IMPORT_BYTES / 1024 / 1024 })
  if (isJson(bytes)) {
    const draft = importTemplate(new TextDecoder().decode(bytes))
    return draft.ok ? ok({ kind: 'relevo', draft: draft.value, notes: [] }) : draft
  }
  const sheets = await readSheets(bytes)
  if (!sheets.ok) return sheets
  const imported = convertXlsform(sheets.value, name.replace(/\.[^.]*$/, ''))
  return imported.ok ? ok({ kind: 'xlsform', ...imported.value }) : imported
}

/** True when the file starts with a brace, after a byte-order mark and spaces. */
function isJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*\{/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 64)))
}
