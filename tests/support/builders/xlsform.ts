import { type ImportedXlsform, type Sheet, convertXlsform } from '#domain/xlsform/index.ts'

export type Row = readonly string[]

/** Imports a workbook with a survey; the first row has the headings. */
export function imported(survey: readonly Row[], more: Readonly<Record<string, readonly Row[]>> = {}): ImportedXlsform {
  const sheets: readonly Sheet[] = Object.entries({ survey, ...more }).map(([name, rows]) => ({ name, rows }))
  const result = convertXlsform(sheets, 'obras')
  if (!result.ok) throw new Error(result.problem.code)
  return result.value
}

/** Imports a survey of one question with these cells. */
export function only(cells: Readonly<Record<string, string>>, more: Readonly<Record<string, readonly Row[]>> = {}) {
  const { draft, notes } = imported([Object.keys(cells), Object.values(cells)], more)
  const [question] = draft.secciones[0]?.preguntas ?? []
  return { question, draft, notes, codes: notes.map(({ code }) => code) }
}
