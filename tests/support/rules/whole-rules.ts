import { hashOf } from '../builders/submit.ts'
import {
  attached,
  FILM,
  FILM_OF_50_MB,
  JPEG,
  KML_OF_50_MB,
  PDF,
  PDF_OF_5_MB,
  PDF_OF_MORE,
  PNG,
  PNG_OF_1_MB,
  PNG_OF_5_MB,
  PNG_OF_MORE,
  PNG_OF_MORE_THAN_1_MB,
} from './brought.ts'
import { asking, type Brought, incomplete, refusedAs, type RuleCase, wrong } from './rule-case.ts'

const MUST = { orden: 0, titulo: 'Debe', tipoPregunta: 1, required: true }
const given = { respuesta: 'x' }

const section = (name: string, part: object, answer: RuleCase['answer'], refused: RuleCase['refused']) => ({
  name,
  form: { secciones: [{ orden: 0, titulo: 'Sección', ...part }] },
  answer,
  refused,
})
const conditions = [0, 1].map((order) => ({ order, condition: `Caso ${order}`, questions: [MUST] }))
const conditional = { conditionalSection: true, conditionalQuestion: '¿Qué es?', conditions }
const repeatable = { repetible: true, preguntas: [MUST] }

const CONDITIONAL = [
  section('required, none checked', { ...conditional, required: true }, {}, incomplete('value.required')),
  section('not required, none checked', conditional, {}, null),
  section('checked and answered', conditional, { conditions: { 0: [1] }, values: { '0/c1/0': given } }, null),
  section('checked and not answered', conditional, { conditions: { 0: [1] } }, incomplete('value.required')),
  section(
    'an answer under one that is not checked',
    conditional,
    { conditions: { 0: [1] }, values: { '0/c1/0': given, '0/c0/0': given } },
    refusedAs('answer.unknown-address'),
  ),
  section(
    'two checked where one alone applies',
    { ...conditional, conditionalSectionSingle: true },
    { conditions: { 0: [0, 1] }, values: { '0/c0/0': given, '0/c1/0': given } },
    refusedAs('value.single-option-only'),
  ),
].map((one) => ({ rule: 'A required conditional section needs a condition; only checked ones are evaluated', ...one }))

const REPEATABLE = [
  section('the first row answered', repeatable, { values: { '0/0': given } }, null),
  section('the first row not answered', repeatable, {}, incomplete('value.required')),
  section('both rows answered', repeatable, { rows: { 0: 1 }, values: { '0/0': given, '0/r0/0': given } }, null),
  section('a row not answered', repeatable, { rows: { 0: 1 }, values: { '0/0': given } }, incomplete('value.required')),
  section(
    'an answer in a row that was not added',
    repeatable,
    { values: { '0/0': given, '0/r0/0': given } },
    refusedAs('answer.unknown-address'),
  ),
].map((one) => ({ rule: "Repeatable sections' required questions are checked", ...one }))

const signing = (required: boolean): RuleCase['form'] => ({
  ...asking({}),
  opcionales: { digitalSignature: true },
  signatures: [{ title: 'Responsable', indexSignature: 0, required }],
})
const signature = (file: Brought, change: object = {}) => ({
  header: {
    signatures: [
      { indexSignature: 0, title: 'Titular', firstName: 'Ana', lastName: 'Paz', image: hashOf(file.bytes), ...change },
    ],
  },
})
const signed = (name: string, file: Brought, change: object, refused: RuleCase['refused']) => ({
  name,
  form: signing(true),
  answer: signature(file, change),
  files: [file],
  refused,
})
const SIGNATURES: readonly RuleCase[] = [
  { name: 'required and not there', form: signing(true), answer: {}, refused: incomplete('signature.required') },
  { name: 'not required and not there', form: signing(false), answer: {}, refused: null },
  { ...signed('one that no form asks for', PNG, {}, refusedAs('answer.unknown-address')), form: asking({}) },
  signed('drawn, with title and name', PNG, {}, null),
  signed('without a title', PNG, { title: '' }, incomplete('signature.name-required')),
  signed('with a title of blanks', PNG, { title: '  ' }, incomplete('signature.name-required')),
  signed('without a first name', PNG, { firstName: '' }, incomplete('signature.name-required')),
  signed('without a last name', PNG, { lastName: ' ' }, incomplete('signature.name-required')),
  signed('with invisible characters as a name', PNG, { lastName: '\u200B' }, incomplete('signature.name-required')),
  signed('with a title of 60 characters', PNG, { title: 'x'.repeat(60) }, null),
  signed('with a title of 61 characters', PNG, { title: 'x'.repeat(61) }, refusedAs('request.malformed')),
  signed('a PNG of 1 MB', PNG_OF_1_MB, {}, null),
  signed('a PNG of more', PNG_OF_MORE_THAN_1_MB, {}, refusedAs('file.too-large')),
  signed('a JPEG', JPEG, {}, refusedAs('file.wrong-type')),
].map((one) => ({ rule: 'Required signatures need an image, a title and a name; PNG of 1 MB, title of 60', ...one }))

const FLAGS = { imagen: 'adjuntar', documento: 'adjuntarDocumento', video: 'adjuntarVideo' } as const
const file = (name: string, field: keyof typeof FLAGS, one: Brought, refused: RuleCase['refused']): RuleCase => ({
  rule: 'Images PNG or JPEG of 5 MB; documents of 5 MB, KML and KMZ of 50; video of 50',
  name,
  form: asking({ [FLAGS[field]]: true }),
  answer: { values: { '0/0': attached(field, one).value } },
  files: [one],
  refused,
})
const FILES = [
  file('a JPEG', 'imagen', JPEG, null),
  file('a PNG of 5 MB', 'imagen', PNG_OF_5_MB, null),
  file('a PNG of more', 'imagen', PNG_OF_MORE, refusedAs('file.too-large')),
  file('a document as an image', 'imagen', PDF, refusedAs('file.wrong-type')),
  file('a PDF of 5 MB', 'documento', PDF_OF_5_MB, null),
  file('a PDF of more', 'documento', PDF_OF_MORE, refusedAs('file.too-large')),
  file('a KML of 50 MB', 'documento', KML_OF_50_MB, null),
  file('an image as a document', 'documento', PNG, refusedAs('file.wrong-type')),
  file('a film', 'video', FILM, null),
  file('a film of 50 MB', 'video', FILM_OF_50_MB, null),
  file('a document as a film', 'video', PDF, refusedAs('file.wrong-type')),
]

const placed: RuleCase['form'] = { ...asking({}), opcionales: { geolocalizacion: true } }
const at = { latitude: -31.4, longitude: -64.2 }
const LOCATION = [
  { name: 'an address', answer: { header: { location: { direccion: 'San Martín 12' } } }, refused: null },
  { name: 'nothing', answer: {}, refused: incomplete('answer.location-required') },
  {
    name: 'an address of blanks',
    answer: { header: { location: { direccion: ' ' } } },
    refused: incomplete('answer.location-required'),
  },
  {
    name: 'an address of invisible characters',
    answer: { header: { location: { direccion: '\u200B\u3164' } } },
    refused: incomplete('answer.location-required'),
  },
  {
    name: 'a point alone, whose address the server finds',
    answer: { header: { location: { direccion: '', latlng: at } } },
    refused: null,
  },
  {
    name: 'a point beside the earth',
    answer: { header: { location: { direccion: 'x', latlng: { ...at, latitude: 91 } } } },
    refused: refusedAs('request.malformed'),
  },
].map((one) => ({ rule: 'Geolocation on: the address is required', form: placed, ...one }))

const TEXTS: readonly RuleCase[] = [
  { name: 'a half of a character pair', text: '\ud800' },
  { name: 'a NUL', text: 'a\u0000b' },
].map(({ name, text }) => ({
  rule: 'Texts are what every store and export can hold',
  name,
  form: asking({}),
  answer: { values: { '0/0': { respuesta: text } } },
  refused: wrong('value.text-invalid'),
}))

/** Rules for sections, signatures, files and the location of an answer. */
export const WHOLE_RULES: readonly RuleCase[] = [
  ...CONDITIONAL,
  ...REPEATABLE,
  ...SIGNATURES,
  ...FILES,
  ...LOCATION,
  ...TEXTS,
]
