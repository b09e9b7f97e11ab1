/** A field, and whether quotes stood around it: the program was asked to quote what is text to it, and nothing else. */
export type Field = { readonly text: string; readonly isText: boolean }

/** CSV as LibreOffice writes it: commas, quotes doubled in quotes; a line that ends within quotes goes on. */
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
