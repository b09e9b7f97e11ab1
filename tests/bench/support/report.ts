/** Prints a line. Standard output is the product here, so it is written to directly. */

export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

/** Reports a failure of a peer or of the product; the caller counts it in the exit code. */
export function printFailure(line: string): void {
  process.stdout.write(`\n!! ${line}\n\n`)
}

/** Returns the last column of a table of targets. @param holds undefined: the figure has no target */
export function verdictOn(value: number | null, holds: ((value: number) => boolean) | undefined): string {
  if (value === null) return 'NOT MEASURED'
  if (holds === undefined) return ''
  return holds(value) ? 'holds' : 'MISSED'
}

/** Prints rows of equal length, aligned in columns; the first row is the heading. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)))
  rows.forEach((row, index) => {
    say(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    if (index === 0) say(widths.map((width) => '-'.repeat(width)).join('  '))
  })
}
