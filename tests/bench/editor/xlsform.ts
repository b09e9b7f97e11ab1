import { existsSync } from 'node:fs'
import { NOTE_SEVERITY } from '../../../src/domain/xlsform/index.ts'
import { say, printTable, printFailure } from '../support/report.ts'
import { type Outcome, tryImport } from './import-xlsforms.ts'
import { examplesIn } from './xlsform-examples.ts'

/** The folder with the workbooks: `tests` of a checkout of XLSForm/pyxform. Nothing of it is part of this project. */
const FOLDER = process.env['XLSFORM_EXAMPLES']

export type XlsformFigures = {
  readonly xlsform_workbooks: number
  readonly xlsform_imported: number
  readonly xlsform_refused: number
  /** failures without a clear message; the target is 0 */
  readonly xlsform_failed: number
  readonly xlsform_rows_lost_in_silence: number
}

/** Imports every example workbook and every table of pyxform's tests. Throws when there are none. */
export async function measureXlsform(): Promise<XlsformFigures> {
  if (FOLDER === undefined || !existsSync(FOLDER)) {
    throw new Error(
      'XLSFORM_EXAMPLES does not name a folder: set it to the folder `tests` of a checkout of https://github.com/XLSForm/pyxform',
    )
  }
  const found: { readonly kind: 'file' | 'table'; readonly name: string; readonly outcome: Outcome }[] = []
  for (const example of examplesIn(FOLDER))
    found.push({ kind: example.kind, name: example.name, outcome: await tryImport(example) })
  if (!found.some(({ kind }) => kind === 'file')) throw new Error(`There is no workbook below ${FOLDER}`)

  const rowOf = (what: string, kind: 'file' | 'table', ending: RegExp): readonly string[] => {
    const some = found.filter((one) => one.kind === kind && ending.test(one.name))
    const count = (outcome: Outcome['kind']): string =>
      String(some.filter((one) => one.outcome.kind === outcome).length)
    const clean = some.filter(({ outcome }) => outcome.kind === 'imported' && outcome.notes.length === 0).length
    return [what, String(some.length), count('imported'), String(clean), count('refused'), count('failed')]
  }
  printTable([
    ['', 'examples', 'imported', 'of these without a note', 'refused with a message', 'failed'],
    rowOf('.xlsx, .xlsm', 'file', /\.xls[xm]$/i),
    rowOf('.csv', 'file', /\.csv$/i),
    rowOf('.xls (Excel 97)', 'file', /\.xls$/i),
    rowOf('tables in tests', 'table', /./),
  ])
  sayReasons(found)
  const outcomes = found.map(({ outcome }) => outcome)
  const imported = outcomes.filter((outcome) => outcome.kind === 'imported')
  const slowest = Math.max(...imported.map(({ milliseconds }) => milliseconds))
  say(
    `${imported.reduce((sum, { questions }) => sum + questions, 0)} questions in all; the slowest import took ${slowest.toFixed(0)} ms.`,
  )
  return {
    xlsform_workbooks: found.length,
    xlsform_imported: imported.length,
    xlsform_refused: outcomes.filter(({ kind }) => kind === 'refused').length,
    xlsform_failed: outcomes.filter(({ kind }) => kind === 'failed').length,
    xlsform_rows_lost_in_silence: imported.reduce((sum, { silent }) => sum + silent.length, 0),
  }
}

function sayReasons(found: readonly { readonly name: string; readonly outcome: Outcome }[]): void {
  const refusals = new Map<string, number>()
  const notes = new Map<string, number>()
  for (const { name, outcome } of found) {
    if (outcome.kind === 'refused') refusals.set(outcome.code, (refusals.get(outcome.code) ?? 0) + 1)
    if (outcome.kind === 'failed') printFailure(`${name} FAILED: ${outcome.why}`)
    if (outcome.kind !== 'imported') continue
    for (const { code } of outcome.notes) notes.set(code, (notes.get(code) ?? 0) + 1)
    for (const row of outcome.silent) printFailure(`${name}, lost in silence: ${row}`)
  }
  const listed = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .toSorted((a, b) => b[1] - a[1])
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')
  say(`Refused: ${listed(refusals)}`)
  for (const gravity of ['lost', 'changed', 'aside'] as const) {
    say(
      `Reported as ${gravity}: ${listed(new Map([...notes].filter(([code]) => NOTE_SEVERITY[code as keyof typeof NOTE_SEVERITY] === gravity)))}`,
    )
  }
}
