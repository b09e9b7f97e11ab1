import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { listedUserSchema } from '#domain/users/index.ts'
import { AREA, FOREIGN_AREA, MUNICIPALITY, OTHER_AREA } from '#tests/support/builders/template.ts'
import { readUsersCsv as readUsers, writeUsersCsv } from './users-csv.ts'

const user = (change: object = {}) =>
  listedUserSchema.parse({
    id: 'ana',
    email: 'ana@relevo.example',
    userMuniCore: 'ana',
    firstName: 'Ana',
    lastName: 'Núñez "Nina"; Paz, h.',
    inspectorID: '007',
    role: 'ROLE_INSPECTOR',
    municipality: { path: MUNICIPALITY, nombre: 'Villa Serena' },
    areas: [
      { path: AREA, nombre: 'Inspección' },
      { path: OTHER_AREA, nombre: 'Obras\nPúblicas' },
    ],
    ...change,
  })
function readUsersCsv(bytes: Uint8Array) {
  const read = readUsers(bytes)
  return read.ok ? read.value : undefined
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const LINE = {
  line: 2,
  email: 'ana@relevo.example',
  username: 'ana',
  firstName: 'Ana',
  lastName: 'Núñez "Nina"; Paz, h.',
  role: 'ROLE_INSPECTOR',
  legajo: '007',
  municipality: MUNICIPALITY,
  areas: 'Inspección|Obras\nPúblicas',
}

describe('a file of users', () => {
  it('is read back as it was written', () => {
    expect(readUsersCsv(bytesOf(writeUsersCsv([user(), user({ firstName: "-O'Neill" })])))).toEqual([
      LINE,
      { ...LINE, line: 3, firstName: "-O'Neill" },
    ])
  })

  it('is read with the names that people give its columns', () => {
    const head = 'Correo electrónico;Usuario;Nombre;Apellido;Rol;Legajo;Municipio;Áreas\n'
    const line = 'ana@relevo.example;ana;Ana;Paz;ROLE_INSPECTOR;007;Villa Serena;Comercio'
    expect(readUsersCsv(bytesOf(head + line))).toEqual([
      { ...LINE, lastName: 'Paz', municipality: 'Villa Serena', areas: 'Comercio' },
    ])
  })

  it.each([
    ['beside its own name', 'email;username;first_name;areas;name;area', ';ana;Ana;Comercio;nora;Obras'],
    ['before its own name', 'email;username;name;area;first_name;areas', ';ana;nora;Obras;Ana;Comercio'],
    ['after another one of it', 'email;username;nombre;area;nombres;área 2', ';ana;Ana;Comercio;nora;Obras'],
    ['with a number', 'email;username;first_name;area2;areas', ';ana;Ana;Obras;Comercio'],
  ])('has a column that is called otherwise %s: it replaces none', (_where, head, line) => {
    expect(readUsersCsv(bytesOf(`${head}\n${line}\n`))).toMatchObject([{ firstName: 'Ana', areas: 'Comercio' }])
  })

  it('is read as an old spreadsheet program writes it, too: Windows-1252', () => {
    const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const read = readUsersCsv(
      latin('email;username;last_name\r\nana@relevo.example;ana;N\u00fa\u00f1ez \u0096 Pe\u00f1a\r\n'),
    )
    expect(read?.[0]).toMatchObject({ lastName: 'Núñez – Peña' })
    expect(readUsersCsv(bytesOf('email;username;last_name\nana@relevo.example;ana;Núñez\n'))?.[0]?.lastName).toBe(
      'Núñez',
    )
  })

  it('names an area by its path where its name says too little: in another municipality, twice in the file, or with the sign between areas', () => {
    const areas = (list: readonly object[]) => readUsersCsv(bytesOf(writeUsersCsv([user({ areas: list })])))?.[0]?.areas
    const [own, other] = [
      { path: AREA, nombre: 'Inspección' },
      { path: OTHER_AREA, nombre: 'Obras' },
    ]
    expect(areas([own, other])).toBe('Inspección|Obras')
    expect(areas([own, { path: FOREIGN_AREA, nombre: 'Inspección' }])).toBe(`Inspección|${FOREIGN_AREA}`)
    expect(areas([own, { ...other, nombre: 'INSPECCION ' }])).toBe(`${AREA}|${OTHER_AREA}`)
    expect(areas([own, { ...other, nombre: 'Obras|Parques' }])).toBe(`Inspección|${OTHER_AREA}`)
    expect(areas([own, { ...other, nombre: '' }])).toBe(`Inspección|${OTHER_AREA}`)
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x","y")', '=cmd|"/C calc"!A0'])(
    'has nothing that a spreadsheet would run: %j',
    (firstName) => {
      const text = writeUsersCsv([user({ firstName })])
      const cells = text.split(/[,\n]/).map((cell) => cell.replace(/^[\ufeff"]*/u, ''))
      expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    },
  )

  it('may have its columns in any order, others beside them, semicolons, and empty lines', () => {
    const text = 'Username;Phone;EMAIL;areas\r\n\r\nana;1;ana@relevo.example;Obras|Parques\r\n;;;\r\n'
    expect(readUsersCsv(bytesOf(text))).toEqual([
      {
        line: 3,
        email: 'ana@relevo.example',
        username: 'ana',
        firstName: '',
        lastName: '',
        role: '',
        legajo: '',
        municipality: '',
        areas: 'Obras|Parques',
      },
    ])
  })

  it.each([[''], ['a;b\n1;2'], ['email\nana@relevo.example'], ['\u0000\u0001']])('is none: %j', (text) => {
    expect(readUsersCsv(bytesOf(text))).toBeUndefined()
  })

  it('with an unclosed quote is refused with its row: three users are never read as one', () => {
    const file = readFileSync(new URL('./data/users-open-quote.csv', import.meta.url))
    expect(readUsers(file)).toEqual({ ok: false, problem: { code: 'user.file-unclosed-quote', details: { row: 2 } } })
  })

  it('may begin with the line in which Excel names the separator', () => {
    const file = readFileSync(new URL('./data/users-sep-line.csv', import.meta.url))
    expect(readUsersCsv(file)).toMatchObject([{ line: 2, email: 'dani.x@example.org', lastName: 'Sosa' }])
  })

  it.each([
    ['is no text', bytesOf('\u0000\u0001'), 'user.file-unreadable'],
    ['is a workbook', bytesOf('PK\u0003\u0004\u0000\u0000'), 'user.file-unreadable'],
    ['lacks a column', bytesOf('email\nana@relevo.example'), 'user.file-columns'],
    ['has no users', bytesOf('email,username\n'), 'user.file-columns'],
  ])('that %s is refused with this reason', (_what, bytes, code) => {
    expect(readUsers(bytes)).toMatchObject({ ok: false, problem: { code } })
  })
})
