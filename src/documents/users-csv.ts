import { detectDelimiter, parseCsv, writeCsv } from 'hucre/csv'
import { plainField, safeField } from '#domain/exports/index.ts'
import type { ImportLine, ListedUser } from '#domain/users/index.ts'

/** The columns of a file of users, in their order. A file may lack some, have others beside them, and have them in any order. */
export const USERS_COLUMNS = [
  'email',
  'username',
  'first_name',
  'last_name',
  'role',
  'legajo',
  'municipality',
  'areas',
] as const
type Column = (typeof USERS_COLUMNS)[number]

const BETWEEN_AREAS = '|'

/**
 * Users as a file for a spreadsheet: UTF-8 with a mark, so that accents survive; nothing that a spreadsheet would run as a formula. What was written is read back as it was.
 */
export function writeUsersCsv(users: readonly ListedUser[]): string {
  const rows = users.map(({ email, userMuniCore, firstName, lastName, role, inspectorID, municipality, areas }) => {
    const names = areas.map(({ path, nombre }) => (nombre === '' ? path.slice(path.lastIndexOf('/') + 1) : nombre))
    const cells = [email, userMuniCore, firstName, lastName, role, inspectorID, municipality.path]
    return [...cells, names.join(BETWEEN_AREAS)].map(safeField)
  })
  return writeCsv([[...USERS_COLUMNS], ...rows], { bom: true })
}

/**
 * The lines of a file of users, as they stand there; `line` counts as a spreadsheet does. Empty lines are left out. Undefined when the first line does not name the columns
 * that every user needs.
 */
export function readUsersCsv(text: string): readonly ImportLine[] | undefined {
  const delimiter = detectDelimiter(text)
  const [head = [], ...rows] = parseCsv(text, { delimiter })
  const places = new Map(
    head.map((name, place) => [
      String(name ?? '')
        .trim()
        .toLowerCase(),
      place,
    ]),
  )
  if (!places.has('email') || !places.has('username')) return undefined
  return rows.flatMap((row, index): readonly ImportLine[] => {
    const cell = (column: Column): string => plainField(String(row[places.get(column) ?? -1] ?? '')).trim()
    if (USERS_COLUMNS.every((column) => cell(column) === '')) return []
    return [
      {
        line: index + 2,
        email: cell('email'),
        username: cell('username'),
        firstName: cell('first_name'),
        lastName: cell('last_name'),
        role: cell('role'),
        legajo: cell('legajo'),
        municipality: cell('municipality'),
        areas: cell('areas'),
      },
    ]
  })
}
