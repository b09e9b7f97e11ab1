import { DATA_TYPE, QUESTION_TYPE, type Question } from '../questions/documents.ts'
import type { NoteCode } from './notes.ts'

/** Result of converting a type without choices: a question, possibly with a note; a form option; or only a note. */
export type SimpleConversion =
  | { readonly kind: 'question'; readonly fields: QuestionFields; readonly note?: NoteCode }
  | { readonly kind: 'location'; readonly note: NoteCode }
  | { readonly kind: 'left-out'; readonly note: NoteCode }

export type QuestionFields = Pick<Question, 'tipoPregunta' | 'tipoDato'> &
  Partial<Pick<Question, 'escaneable' | 'esUbicacion' | 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo'>>

const { OPEN, BOOLEAN } = QUESTION_TYPE
const open = (tipoDato: Question['tipoDato'], note?: NoteCode): SimpleConversion => ({
  kind: 'question',
  fields: { tipoPregunta: OPEN, tipoDato },
  ...(note === undefined ? {} : { note }),
})
/** Heading with an attachment, for types that ask only for a file. */
const file = (field: 'adjuntar' | 'adjuntarDocumento' | 'adjuntarVideo', note?: NoteCode): SimpleConversion => ({
  kind: 'question',
  fields: { tipoPregunta: OPEN, tipoDato: DATA_TYPE.TITLE, [field]: true },
  ...(note === undefined ? {} : { note }),
})
/** Question for a geopoint in a repeat, where the location of the whole answer cannot be used. */
export const LOCATION_QUESTION: SimpleConversion = {
  kind: 'question',
  fields: { tipoPregunta: OPEN, tipoDato: DATA_TYPE.STRING, esUbicacion: true },
}
const leftOut = (note: NoteCode): SimpleConversion => ({ kind: 'left-out', note })

export const SIMPLE_TYPES = {
  text: open(DATA_TYPE.STRING),
  integer: open(DATA_TYPE.NUMBER),
  decimal: open(DATA_TYPE.DECIMAL),
  date: open(DATA_TYPE.DATE),
  time: open(DATA_TYPE.TIME),
  datetime: open(DATA_TYPE.STRING, 'type.as-text'),
  note: open(DATA_TYPE.TITLE),
  image: file('adjuntar'),
  file: file('adjuntarDocumento'),
  video: file('adjuntarVideo', 'type.video-setting'),
  barcode: {
    kind: 'question',
    fields: { tipoPregunta: OPEN, tipoDato: DATA_TYPE.STRING, escaneable: true },
  },
  range: open(DATA_TYPE.DECIMAL, 'type.as-number'),
  acknowledge: {
    kind: 'question',
    fields: { tipoPregunta: BOOLEAN, tipoDato: DATA_TYPE.STRING },
    note: 'type.as-yes-no',
  },
  geopoint: { kind: 'location', note: 'type.as-location' },
  calculate: leftOut('column.calculation'),
  unsupported: leftOut('type.unsupported'),
  metadata: leftOut('type.metadata'),
} as const satisfies Readonly<Record<string, SimpleConversion>>

export type SimpleType = keyof typeof SIMPLE_TYPES

const SPELLINGS: Readonly<Record<SimpleType, readonly string[]>> = {
  text: ['text', 'string', 'add text prompt', 'q string', 'phone number', 'add phone number prompt'],
  integer: [
    'integer',
    'int',
    'add integer prompt',
    'q int',
    'percentage',
    'percentage question',
    'add percentage prompt',
  ],
  decimal: ['decimal', 'add decimal prompt', 'q decimal'],
  date: ['date', 'add date prompt', 'q date'],
  time: ['time', 'add time prompt', 'q time'],
  datetime: ['datetime', 'date time', 'add date time prompt', 'q datetime', 'q date time'],
  note: ['note', 'add note prompt', 'q note'],
  image: ['image', 'photo', 'add image prompt', 'add photo prompt', 'q image', 'q picture'],
  file: ['file', 'add file prompt'],
  video: ['video', 'add video prompt', 'q video'],
  barcode: ['barcode', 'add barcode prompt', 'q barcode'],
  range: ['range'],
  acknowledge: ['acknowledge', 'acknowledgement', 'add acknowledge prompt', 'q acknowledge', 'trigger'],
  geopoint: ['geopoint', 'gps', 'location', 'add location prompt', 'q geopoint', 'q location'],
  calculate: ['calculate', 'q calculate', 'add calculate prompt'],
  unsupported: [
    'audio',
    'add audio prompt',
    'q audio',
    'background-audio',
    'geotrace',
    'geoshape',
    'hidden',
    'include',
    'osm',
    'xml-external',
    'csv-external',
    'preview_image',
    'loop',
  ],
  metadata: [
    'start',
    'start time',
    'get start time',
    'end',
    'end time',
    'get end time',
    'today',
    'get today',
    'date of survey',
    'deviceid',
    'device id',
    'get device id',
    'imei',
    'subscriberid',
    'subscriber id',
    'get subscriber id',
    'simserial',
    'sim id',
    'get sim id',
    'phonenumber',
    'get phone number',
    'username',
    'email',
    'audit',
    'start-geopoint',
    'background-geopoint',
    'instanceid',
  ],
}

/** Types by their spellings, in lower case. */
export const SIMPLE_SPELLINGS: ReadonlyMap<string, SimpleType> = new Map(
  Object.entries(SPELLINGS).flatMap(([type, spellings]) =>
    spellings.map((spelling) => [spelling, type as SimpleType] as const),
  ),
)
