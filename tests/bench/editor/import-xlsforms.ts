import { isDeepStrictEqual } from 'node:util'
import { templateDraftSchema, type TemplateDraft } from '../../../src/domain/templates/index.ts'
import { PROBLEM_CODES, type Result } from '../../../src/domain/kernel/index.ts'
import { exportTemplate, importTemplate } from '../../../src/domain/template-file/index.ts'
import { convertXlsform, type Sheet, type XlsformNote } from '../../../src/domain/xlsform/index.ts'
import { readFormFile } from '../../../src/documents/import-form.ts'
import { readSheets } from '../../../src/documents/read-sheets.ts'
import type { Example } from './xlsform-examples.ts'

/** Outcome of one example. */
export type Outcome =
  | {
      readonly kind: 'imported'
      readonly questions: number
      readonly notes: readonly XlsformNote[]
      readonly silent: readonly string[]
      readonly milliseconds: number
    }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'failed'; readonly why: string }

type Imported = { readonly draft: TemplateDraft; readonly notes: readonly XlsformNote[] }

/** Imports an example as the editor does. Must never throw, produce an invalid form or lose a row without a note. */
export async function tryImport(example: Example): Promise<Outcome> {
  try {
    const began = performance.now()
    const result: Result<Imported> =
      example.kind === 'file'
        ? await readFormFile(example.bytes, example.name)
        : convertXlsform(example.sheets, example.name)
    const milliseconds = performance.now() - began
    if (!result.ok) {
      const { code } = result.problem
      return PROBLEM_CODES.includes(code) ? { kind: 'refused', code } : { kind: 'failed', why: `no words for ${code}` }
    }
    const { draft, notes } = result.value
    if (!isDeepStrictEqual(templateDraftSchema.parse(draft), draft))
      return { kind: 'failed', why: 'the form does not fit its schema' }
    const back = importTemplate(exportTemplate(draft))
    if (!back.ok || !isDeepStrictEqual(back.value, draft))
      return { kind: 'failed', why: 'exported and imported again, the form is another' }
    const questions = draft.secciones.reduce((sum, { preguntas }) => sum + preguntas.length, 0)
    return {
      kind: 'imported',
      questions,
      notes,
      silent: lostInSilence(await sheetsOf(example), draft, notes),
      milliseconds,
    }
  } catch (error) {
    return { kind: 'failed', why: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
  }
}

async function sheetsOf(example: Example): Promise<readonly Sheet[]> {
  if (example.kind === 'table') return example.sheets
  const sheets = await readSheets(example.bytes)
  return sheets.ok ? sheets.value : []
}

/**
 * Rows that were lost without a note: they ask for something, but no title in the form begins with one of their texts
 * and no note in the report has their number. Does not use the importer's own parser.
 */
function lostInSilence(
  sheets: readonly Sheet[],
  draft: TemplateDraft,
  notes: readonly XlsformNote[],
): readonly string[] {
  const survey = sheets.find(({ name }) => name.trim().toLowerCase() === 'survey') ?? sheets[0]
  if (survey === undefined) return []
  const head = survey.rows.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const type = (survey.rows[head] ?? []).findIndex((cell) => /^(type|command)$/i.test(cell.trim()))
  const titles = draft.secciones.flatMap(({ preguntas }) => preguntas.map(({ titulo }) => titulo))
  const noted = new Set(
    notes.filter(({ sheet }) => sheet.toLowerCase() === survey.name.trim().toLowerCase()).map(({ row }) => row),
  )
  return survey.rows.flatMap((row, index) => {
    const asks =
      index > head &&
      (row[type] ?? '').trim() !== '' &&
      !/^(begin|end)[ _](group|repeat|loop)/i.test((row[type] ?? '').trim())
    if (!asks || noted.has(index + 1)) return []
    const texts = row.filter((cell, at) => at !== type && cell.trim() !== '').map((cell) => cell.trim())
    return titles.some((title) => texts.some((text) => title.startsWith(text)))
      ? []
      : [`row ${index + 1}: ${row.join(' | ')}`]
  })
}
