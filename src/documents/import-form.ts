import type { TemplateDraft } from '#domain/templates/index.ts'
import { MAX_IMPORT_BYTES, ok, refuse, type Result } from '#domain/kernel/index.ts'
import { importTemplate } from '#domain/template-file/index.ts'
import { templateOfXlsform, type XlsformNote } from '#domain/xlsform/index.ts'
import { readSheets } from './read-sheets.ts'

export type ImportedForm = {
  readonly kind: 'relevo' | 'xlsform'
  readonly draft: TemplateDraft
  /** what of an XLSForm could not be carried over as it is; empty for a form of Relevo's own */
  readonly notes: readonly XlsformNote[]
}

/**
 * Makes a form of a file that a person chose: one that Relevo exported (JSON), or an XLSForm (XLSX, XLSM or CSV).
 * What the bytes are decides, the file's name only helps: programs and people name files as they like.
 * @param name with its ending; without it, the title of a form that has none
 * @returns a problem of the family `import`; never throws
 */
export async function importForm(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Result<ImportedForm>> {
  if (bytes.byteLength > MAX_IMPORT_BYTES) return refuse('import.too-large', { max: MAX_IMPORT_BYTES / 1024 / 1024 })
  if (isJson(bytes)) {
    const draft = importTemplate(new TextDecoder().decode(bytes))
    return draft.ok ? ok({ kind: 'relevo', draft: draft.value, notes: [] }) : draft
  }
  const sheets = await readSheets(bytes)
  if (!sheets.ok) return sheets
  const imported = templateOfXlsform(sheets.value, name.replace(/\.[^.]*$/, ''))
  return imported.ok ? ok({ kind: 'xlsform', ...imported.value }) : imported
}

/** Begins with a brace, after a byte-order mark and blanks. */
function isJson(bytes: Uint8Array): boolean {
  return /^\uFEFF?\s*\{/.test(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 64)))
}
