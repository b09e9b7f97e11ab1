/** A field, and whether it was quoted: the program was asked to quote texts only. */
export type Field = { readonly text: string; readonly isText: boolean }

/** Parses LibreOffice's CSV: commas, doubled quotes inside quotes; a line break within quotes continues the field. */
export function readCsv(file: string): readonly (readonly Field[])[] {
  const lines: Field[][] = []
  let line: Field[] = []
  const fields = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/gy
  while (fields.lastIndex < file.length) {
    const found = fields.exec(file)
    if (found === null) throw new Error(`No field begins at ${fields.lastIndex}`)
    const [, quoted, plain = '', end] = found
    line.push(
      quoted === undefined ? { text: plain, isText: false } : { text: quoted.replaceAll('""', '"'), isText: true },
    )
    if (end === ',') continue
    lines.push(line)
    line = []
  }
  return lines
}
