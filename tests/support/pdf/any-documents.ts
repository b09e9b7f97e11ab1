import fc from 'fast-check'
import { makePdf, makeReceiptPdf, makeReportPdf, makeTicketsPdf } from '#documents/pdf/index.ts'
import type { StoredFile } from '#domain/files/index.ts'
import { toInstant, type Sha256 } from '#domain/kernel/index.ts'
import {
  DEFAULT_PDF_SIZES,
  type PdfContent,
  type PdfFact,
  type PdfQuestion,
  type ReceiptContent,
  type TicketsContent,
} from '#domain/pdf/index.ts'
import { hashOf } from '../builders/submit.ts'
import { demoPhoto, pdfPorts, SPANISH } from './pdf-ports.ts'

/** A generated document, and its texts as they have to be read aloud. */
export type AnyDocument = { readonly kind: string; readonly bytes: Uint8Array; readonly texts: readonly string[] }

const PICTURES = ['facade-almacen.jpg', 'signature-1.png'].map((name) => {
  const bytes = demoPhoto(name)
  return [hashOf(bytes), bytes] as const
})
const FILES = new Map<string, Uint8Array>(PICTURES)
const PORTS = pdfPorts(FILES)
const AT = toInstant(0)

const WORDS = [
  'Bar',
  'El',
  'Puente',
  'n.º',
  'más/menos',
  'sub-suelo',
  '(uno)',
  '\\',
  'ação',
  'Москва',
  '東京都',
  '82,50',
  'x'.repeat(90),
]
const words = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((all) => all.join(' '))
const text = fc.oneof(
  words(6),
  words(60),
  fc.tuple(words(4), words(4)).map((lines) => lines.join('\n')),
)
const label = words(3)
/** Short enough not to be cut. */
const short = fc
  .array(fc.constantFrom('Ana', 'Paz', 'ñu', '7'), { minLength: 1, maxLength: 2 })
  .map((all) => all.join(' '))
const image = fc.constantFrom(...PICTURES.map(([sha256]) => sha256), hashOf('gone'))
const fact: fc.Arbitrary<PdfFact> = fc.record({ name: label, value: text })

const question: fc.Arbitrary<PdfQuestion> = fc.oneof(
  fc.record({ kind: fc.constant('heading' as const), orden: fc.constant(0), text }),
  fc.record({
    kind: fc.constant('link' as const),
    orden: fc.constant(0),
    text: short,
    address: fc.constant('https://relevo.example/x(1)'),
  }),
  fc.record({
    kind: fc.constant('question' as const),
    orden: fc.constant(0),
    title: text,
    answer: text,
    photo: fc.option(image.map((sha256) => fileOf(sha256, 'foto.jpg'))),
    files: fc.array(fc.constant(fileOf(hashOf('plan'), 'plano.pdf')), { maxLength: 2 }),
  }),
)

const content: fc.Arbitrary<PdfContent> = fc.record({
  name: short,
  title: text,
  description: text,
  banner: fc.constant(null),
  letterhead: fc.record({ logo: fc.constant(null), municipality: text, information: text }),
  facts: fc.array(fact, { maxLength: 4 }),
  keep: fc.option(fc.record({ name: label, value: short, address: fc.constantFrom('', 'https://relevo.example/c') })),
  text,
  textTag: fc.constantFrom(undefined, 'pt'),
  notes: fc.array(text, { maxLength: 2 }),
  subjects: fc.array(fc.record({ title: text, facts: fc.array(fact, { maxLength: 3 }) }), { maxLength: 2 }),
  sections: fc.array(
    fc.record({
      orden: fc.constant(0),
      title: text,
      area: label,
      description: text,
      note: text,
      groups: fc.array(fc.record({ title: label, note: text, questions: fc.array(question, { maxLength: 6 }) }), {
        maxLength: 3,
      }),
    }),
    { maxLength: 3 },
  ),
  signatures: fc.array(
    fc.record({
      index: fc.constant(0),
      name: label,
      title: label,
      note: text,
      image: fc.option(image.map((sha256) => ({ sha256, url: '', bytes: null, type: null }))),
    }),
    { maxLength: 3 },
  ),
  sizes: fc.constant(DEFAULT_PDF_SIZES),
  isPortable: fc.boolean(),
  texts: fc.constant(SPANISH),
})

function fileOf(sha256: Sha256, name: string): StoredFile {
  return { sha256, name, type: 'image/jpeg', bytes: 2000, url: `/f/${name}` }
}

const factTexts = (facts: readonly PdfFact[]): readonly string[] => facts.flatMap(({ name, value }) => [name, value])
const missing = (name: string): string => `${name} – ${SPANISH.photoMissing}`

function questionTexts(of: PdfQuestion): readonly string[] {
  if (of.kind !== 'question') return [of.text]
  const { title, answer, photo, files } = of
  const isEmpty = answer === '' && photo === null && files.length === 0
  return [
    title,
    isEmpty ? SPANISH.notAnswered : answer,
    ...(photo === null ? [] : [FILES.has(photo.sha256) ? `Foto: ${title}` : missing(photo.name)]),
    ...files.map(({ name }) => `${name} (2 KB)`),
  ]
}

function answerTexts(of: PdfContent): readonly string[] {
  return [
    of.letterhead.municipality,
    of.letterhead.information,
    of.title,
    of.description,
    ...factTexts(of.facts),
    ...(of.keep === null
      ? []
      : [...(of.keep.address === '' ? [] : [SPANISH.lookupQr]), of.keep.name, of.keep.value, SPANISH.keepCode]),
    of.text,
    ...of.notes,
    ...of.subjects.flatMap(({ title, facts }) => [title, ...factTexts(facts)]),
    ...of.sections.flatMap(({ title, area, description, note, groups }) => [
      title,
      area,
      description,
      note,
      ...groups.flatMap((group) => [group.title, group.note, ...group.questions.flatMap(questionTexts)]),
    ]),
    ...(of.signatures.length === 0 ? [] : [SPANISH.signatures]),
    ...of.signatures.flatMap(({ name, title, note, image: drawn }) => [
      ...(drawn === null ? [SPANISH.notSigned] : [FILES.has(drawn.sha256) ? `Firma: ${title}` : SPANISH.photoMissing]),
      name,
      title,
      note,
    ]),
  ]
}

const answers = fc.array(content, { minLength: 1, maxLength: 3 }).map(([first, ...rest]) => {
  if (first === undefined) throw new Error('no answer')
  return async (): Promise<AnyDocument> => {
    const request = { papers: [first, ...rest] as const, language: 'es', origin: 'https://relevo.example', at: AT }
    return {
      kind: 'answers',
      bytes: (await makePdf(request, PORTS)).bytes,
      texts: [first, ...rest].flatMap(answerTexts),
    }
  }
})

const receipt = fc
  .record({
    title: text,
    municipality: text,
    warning: text,
    amount: short,
    facts: fc.array(fact, { maxLength: 5 }),
    lines: fc.record({
      title: label,
      heads: fc.tuple(label, short, short, short),
      rows: fc.array(fc.tuple(text, short, short, short), { maxLength: 80 }),
    }),
    sums: fc.array(fc.record({ name: text, amount: short }), { minLength: 1, maxLength: 3 }),
    lackingCharacters: fc.constant(''),
    language: fc.constantFrom('es', 'en', 'eu'),
    issuedAt: fc.constant(AT),
  })
  .map((paper: ReceiptContent) => async (): Promise<AnyDocument> => ({
    kind: 'receipt',
    bytes: await makeReceiptPdf(paper, PORTS.fonts),
    texts: [
      paper.warning,
      paper.municipality,
      paper.title,
      paper.amount,
      ...factTexts(paper.facts),
      paper.lines.title,
      ...paper.lines.heads,
      ...paper.lines.rows.flat(),
      ...paper.sums.flatMap(({ name, amount }) => [name, amount]),
    ],
  }))

const tickets = fc
  .record({
    title: text,
    municipality: short,
    warning: fc.constantFrom('', 'PRUEBA'),
    tickets: fc.array(
      fc.record({
        event: short,
        lines: fc.array(short, { maxLength: 2 }),
        place: short,
        facts: fc.array(fc.record({ name: short, value: short }), { maxLength: 5 }),
        code: fc.constant('CODE'),
        codeAlt: short,
        number: short,
        numberHint: short,
      }),
      { minLength: 1, maxLength: 20 },
    ),
    lackingCharacters: fc.constant(''),
    language: fc.constantFrom('es', 'en', 'ca'),
    at: fc.constant(AT),
  })
  .map((paper: TicketsContent) => async (): Promise<AnyDocument> => ({
    kind: 'tickets',
    bytes: await makeTicketsPdf(paper, PORTS.fonts),
    texts: paper.tickets.flatMap((ticket) => [
      paper.warning,
      paper.municipality,
      ticket.event,
      ...ticket.lines,
      ticket.place,
      ...factTexts(ticket.facts),
      ticket.codeAlt,
      ticket.number,
      ticket.numberHint,
    ]),
  }))

const row = fc.record({
  cells: fc.tuple(text, short, fc.constantFrom('', '7')).map((all) => all.map((each) => ({ text: each }))),
  bar: fc.double({ min: 0, max: 1, noNaN: true }),
})
const table = fc.record({
  title: label,
  notes: fc.array(text, { maxLength: 2 }),
  heads: fc.tuple(short, label, short),
  rows: fc.array(row, { maxLength: 60 }),
})
const report = fc
  .record({
    title: text,
    municipality: label,
    lines: fc.array(text, { maxLength: 3 }),
    parts: fc.array(fc.record({ title: label, tables: fc.array(table, { maxLength: 3 }) }), { maxLength: 3 }),
    lackingCharacters: fc.constant(''),
  })
  .map((paper) => async (): Promise<AnyDocument> => ({
    kind: 'statistics',
    bytes: await makeReportPdf(paper, { language: 'es', at: AT }, PORTS.fonts),
    texts: [
      paper.municipality,
      paper.title,
      ...paper.lines,
      ...paper.parts.flatMap(({ title, tables }) => [
        title,
        ...tables.flatMap(({ title: name, notes, heads, rows }) => [
          name,
          ...notes,
          ...(rows.length === 0 ? [] : heads),
          ...rows.flatMap(({ cells }) => cells.map((cell) => cell.text)),
        ]),
      ]),
    ],
  }))

/** Documents of all kinds. */
export const anyDocument: fc.Arbitrary<() => Promise<AnyDocument>> = fc.oneof(answers, receipt, tickets, report)

/** Texts as they are heard: white space is one space, and empty texts are not heard. */
export function heard(texts: readonly string[]): readonly string[] {
  return texts.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter((one) => one !== '')
}
