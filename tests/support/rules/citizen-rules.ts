import { asking, incomplete, refusedAs, type RuleCase } from './rule-case.ts'

const PERSON = { tipo: 'fisica', dni: '30123456', nombre: 'María José', apellido: "D'Angelo-Peña" }
const COMPANY = { tipo: 'juridica', cuit: '30-71234567-1', nombre: 'Panadería S.A.', apellido: 'Dummy' }
const invalid = incomplete('answer.citizen-invalid')

const form = (opcionales: object): RuleCase['form'] => ({ ...asking({}), opcionales })
const OPTIONAL = form({ ciudadano: true })
const REQUIRED = form({ ciudadano: true, ciudadanoRequerido: true })
const about = (citizen: object): RuleCase['answer'] => ({ header: { citizen } })

type Row = readonly [name: string, citizen: object, refused: RuleCase['refused']]
const of = (rule: string, rows: readonly Row[]): readonly RuleCase[] =>
  rows.map(([name, citizen, refused]) => ({ rule, name, form: REQUIRED, answer: about(citizen), refused }))

const ASKED: readonly RuleCase[] = [
  { name: 'required and given', form: REQUIRED, answer: about(PERSON), refused: null },
  { name: 'required and missing', form: REQUIRED, answer: {}, refused: incomplete('answer.citizen-required') },
  { name: 'not required and missing', form: OPTIONAL, answer: {}, refused: null },
  {
    name: 'not required, given without an ID',
    form: OPTIONAL,
    answer: about({ ...PERSON, dni: '' }),
    refused: invalid,
  },
  {
    name: 'on a form that asks for none',
    form: form({}),
    answer: about(PERSON),
    refused: refusedAs('answer.unknown-address'),
  },
].map((one) => ({ rule: 'Citizen required: one with an ID', ...one }))

const PUBLIC: readonly RuleCase[] = [
  { name: 'chosen', answer: about(PERSON), refused: refusedAs('answer.citizen-on-public') },
  { name: 'required, and asked of nobody there', answer: {}, refused: null },
].map((one) => ({
  rule: 'A citizen cannot be chosen on a public form.',
  form: form({ ciudadano: true, ciudadanoRequerido: true, publico: true }),
  public: true,
  ...one,
}))

/** Rules about the citizen of an answer. */
export const CITIZEN_RULES: readonly RuleCase[] = [
  ...ASKED,
  ...PUBLIC,
  ...of('Person: name, surname and ID are required', [
    ['without an ID', { ...PERSON, dni: '' }, invalid],
    ['without a name', { ...PERSON, nombre: '' }, invalid],
    ['with a name of blanks', { ...PERSON, nombre: '  ' }, invalid],
    ['without a surname', { ...PERSON, apellido: '' }, invalid],
  ]),
  ...of('Name, surname and street: letters, digits, accents, dots, spaces, hyphens, apostrophes, up to 255', [
    ['accents, a hyphen, an apostrophe, a dot', { ...PERSON, nombre: 'J. Ñandú-O’Brien 2' }, null],
    ['255 characters', { ...PERSON, nombre: 'x'.repeat(255) }, null],
    ['256 characters', { ...PERSON, nombre: 'x'.repeat(256) }, refusedAs('request.malformed')],
    ['a bracket in the name', { ...PERSON, nombre: 'Ana <b>' }, invalid],
    ['a bracket in the surname', { ...PERSON, apellido: '<b>' }, invalid],
    ['a street', { ...PERSON, calle: 'Bv. San Juan 1200' }, null],
    ['a bracket in the street', { ...PERSON, calle: 'San Juan <1200>' }, invalid],
  ]),
  ...of('ID of a new person: 1 to 12 characters', [
    ['one', { ...PERSON, dni: '7' }, null],
    ['twelve', { ...PERSON, dni: '123456789012' }, null],
    ['thirteen', { ...PERSON, dni: '1234567890123' }, invalid],
    ['dashes, which name nobody', { ...PERSON, dni: '--' }, invalid],
    ['fourteen, of somebody whom the registry knows', { ...PERSON, id: 'c1', dni: '12345678901234' }, null],
    ['fifteen, of somebody whom the registry knows', { ...PERSON, id: 'c1', dni: '123456789012345' }, invalid],
  ]),
  ...of('E-mail optional but valid', [
    ['valid', { ...PERSON, email: 'ana@villa.example' }, null],
    ['without an at sign', { ...PERSON, email: 'ana.villa.example' }, invalid],
    ['without a point behind it', { ...PERSON, email: 'ana@villa' }, invalid],
    ['with a blank', { ...PERSON, email: 'ana paz@villa.example' }, invalid],
    ['of a legal entity, not valid', { ...COMPANY, email: 'x' }, invalid],
  ]),
  ...of('Phone optional: a plus sign and up to 15 digits', [
    ['fifteen digits', { ...PERSON, telefono: '+123456789012345' }, null],
    ['sixteen digits', { ...PERSON, telefono: '1234567890123456' }, invalid],
    ['letters', { ...PERSON, telefono: 'interno 12' }, invalid],
    ['a plus sign at the end', { ...PERSON, telefono: '351+' }, invalid],
  ]),
  ...of('Tax number: 11 digits, hyphens optional, beginning with 20, 23, 27, 30 or 33', [
    ['with hyphens', COMPANY, null],
    ...['20', '23', '27', '30', '33'].map((start): Row => [
      `with ${start}`,
      { ...COMPANY, cuit: `${start}123456789` },
      null,
    ]),
    ['with 24', { ...COMPANY, cuit: '24123456789' }, invalid],
    ['ten digits', { ...COMPANY, cuit: '3012345678' }, invalid],
    ['twelve digits', { ...COMPANY, cuit: '301234567890' }, invalid],
    ['a letter', { ...COMPANY, cuit: '3012345678A' }, invalid],
  ]),
  ...of('Legal entity: business name and tax number are required', [
    ['without a number', { ...COMPANY, cuit: '' }, invalid],
    ['without a name', { ...COMPANY, nombre: '' }, invalid],
    ['with any business name', { ...COMPANY, nombre: 'Pérez & Hijos (en formación)' }, null],
  ]),
]
