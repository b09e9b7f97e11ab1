import { writeCsv } from 'hucre/csv'
import { unescapeCsvField, escapeCsvField } from '#domain/exports/index.ts'
import { getMunicipality, ok, refuse, getVisibleText, type Result } from '#domain/kernel/index.ts'
import { normaliseForSearch } from '#domain/search/index.ts'
import type { UserImportLine, ListedUser } from '#domain/users/index.ts'
import { readTable } from './read-table.ts'

/** Columns of a written users file, in order. A file to read may have fewer or additional columns, in any order. */
const USERS_COLUMNS = [
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

/** Alternative names of columns, as normalised by `normaliseColumnName`. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  mail: 'email',
  correo: 'email',
  correoelectronico: 'email',
  user: 'username',
  usuario: 'username',
  nombredeusuario: 'username',
  name: 'first_name',
  nombre: 'first_name',
  nombres: 'first_name',
  surname: 'last_name',
  apellido: 'last_name',
  apellidos: 'last_name',
  rol: 'role',
  municipio: 'municipality',
  area: 'areas',
}
const OWN_NAMES = new Map<string, Column>(USERS_COLUMNS.map((name) => [normaliseColumnName(name), name]))

/** Normalises a column name: no capitals, accents, spaces or punctuation. Keeps digits, which distinguish columns. */
function normaliseColumnName(written: string): string {
  return normaliseForSearch(written).replace(/[^a-z0-9]/g, '')
}

const AREA_SEPARATOR = '|'

/**
 * Writes users for a spreadsheet as UTF-8 with a byte-order mark, so that accents are correct, and escapes formulas.
 * `readUsersCsv` can read the file. An area is written by name, or by path if its name is missing or ambiguous, or
 * contains `|`, or if it is in another municipality than the user's.
 */
export function writeUsersCsv(users: readonly ListedUser[]): string {
  const shared = findSharedNames(users)
  const rows = users.map(({ email, userMuniCore, firstName, lastName, role, inspectorID, municipality, areas }) => {
    const names = areas.map((area) => {
      const isFound = getMunicipality(area.path) === municipality.path && !shared.has(nameIn(area))
      return isFound && area.nombre !== '' && !area.nombre.includes(AREA_SEPARATOR) ? area.nombre : area.path
    })
    const cells = [email, userMuniCore, firstName, lastName, role, inspectorID, municipality.path]
    return [...cells, names.join(AREA_SEPARATOR)].map(escapeCsvField)
  })
  return writeCsv([[...USERS_COLUMNS], ...rows], { bom: true })
}

type ListedArea = ListedUser['areas'][number]

/** Returns the names (see `nameIn`) that several areas of a municipality share. */
function findSharedNames(users: readonly ListedUser[]): ReadonlySet<string> {
  const paths = new Map<string, string>()
  const shared = new Set<string>()
  for (const area of users.flatMap(({ areas }) => areas)) {
    const name = nameIn(area)
    if ((paths.get(name) ?? area.path) !== area.path) shared.add(name)
    paths.set(name, area.path)
  }
  return shared
}

function nameIn({ path, nombre }: ListedArea): string {
  return `${getMunicipality(path)} ${normaliseForSearch(nombre).trim()}`
}

/**
 * Reads the lines of a users file, except empty lines. `line` is the row's number in a spreadsheet. Refuses with
 * user.file-unreadable, with user.file-unclosed-quote (`row`), and with user.file-columns if a required column or all
 * lines are missing.
 */
export function readUsersCsv(bytes: Uint8Array): Result<readonly UserImportLine[]> {
  const read = readTable(bytes)
  if (!read.ok) {
    const { code, details } = read.problem
    return code === 'import.unclosed-quote'
      ? refuse('user.file-unclosed-quote', details)
      : refuse('user.file-unreadable')
  }
  const [head = [], ...rows] = read.value
  const heads = head.map(normaliseColumnName)
  const places = new Map(
    USERS_COLUMNS.flatMap((column) => {
      // A column's own name has priority over alternative names, at any position.
      const own = heads.findIndex((name) => OWN_NAMES.get(name) === column)
      const place = own === -1 ? heads.findIndex((name) => OTHER_NAMES[name] === column) : own
      return place === -1 ? [] : [[column, place] as const]
    }),
  )
  if (!places.has('email') || !places.has('username')) return refuse('user.file-columns')
  const lines = rows.flatMap((row, index): readonly UserImportLine[] => {
    const cell = (column: Column): string => getVisibleText(unescapeCsvField(row[places.get(column) ?? -1] ?? ''))
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
  return lines.length === 0 ? refuse('user.file-columns') : ok(lines)
}
