import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { splitIntoSheets, type Sheet } from '../../../src/domain/xlsform/index.ts'

/** An example to import: a file, or a table from a test of pyxform. */
export type Example =
  | { readonly kind: 'file'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'table'; readonly name: string; readonly sheets: readonly Sheet[] }

const WORKBOOK = /\.(xlsx|xlsm|xls|csv)$/i
const WITH_TABLES = /\.(py|md)$/i

/** Every workbook and table below a folder, in the order of their paths. */
export function examplesIn(folder: string): readonly Example[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  return files.flatMap((path): readonly Example[] => {
    const name = relative(folder, path)
    if (WORKBOOK.test(path)) return [{ kind: 'file', name, bytes: new Uint8Array(readFileSync(path)) }]
    if (!WITH_TABLES.test(path)) return []
    return tablesIn(readFileSync(path, 'utf8')).map((sheets, index) => ({
      kind: 'table',
      name: `${name}#${index + 1}`,
      sheets,
    }))
  })
}

/** Pipe-delimited tables with a sheet's name in the first column: whole files, and quoted blocks of Python tests. */
function tablesIn(text: string): readonly (readonly Sheet[])[] {
  const blocks = text.includes('"""') ? text.split('"""').filter((_, index) => index % 2 === 1) : [text]
  return blocks
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line.startsWith('|')),
    )
    .filter((lines) => lines.some((line) => /^\|\s*survey\s*\|/i.test(line)))
    .map((lines) =>
      splitIntoSheets(
        lines.map((line) =>
          line
            .replace(/^\|/, '')
            .replace(/\|$/, '')
            .split('|')
            .map((cell) => cell.trim()),
        ),
      ),
    )
}
