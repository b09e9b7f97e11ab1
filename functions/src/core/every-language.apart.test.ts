import type { MessageDescriptor, Messages } from '@lingui/core'
import { describe, expect, it, vi } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { generateAnswerId, toInstant, type NamedLanguage } from '#domain/kernel/index.ts'
import { ACCOUNT_CHANGES, type EmailContent, type EmailContentOf, type EmailKind } from '#domain/mail/index.ts'
import { buildAnswerPdf, buildReceiptPdf, buildTicketsPdf } from '#domain/pdf/index.ts'
import type { Receipt } from '#domain/payments/index.ts'
import type { Ticket } from '#domain/tickets/index.ts'
import { buildPdfMessages, makePdf, makeReceiptPdf, makeTicketsPdf } from '#documents/pdf/index.ts'
import { CATALOGUES } from '#locales/compiled.ts'
import { translatorFor } from '#locales/translator.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE, buildTemplate, MUNICIPALITY } from '#tests/support/builders/template.ts'
import { pdfPorts } from '#tests/support/pdf/pdf-ports.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { FILES_OF_ANSWER, WHOLE_ANSWER } from '#tests/support/pdf/whole-answer.ts'
import { writeCitizenEmail } from './mail/email-citizen.ts'
import { writeCopyEmail } from './mail/send-copy.ts'
import { writeEmail } from './mail/write-email.ts'
import * as pages from './pages/messages.ts'
import { buildClosingCsv } from './payments/closing.ts'
import { buildPayerMessages } from './payments/payer/messages.ts'
import { buildReceiptMessages } from './payments/receipt-pdf.ts'
import { buildTicketMessages } from './tickets/tickets-pdf.ts'

/** Languages of e-mails, PDFs and pages of the server. `ot` is a municipality's own, and is English here. */
const LANGUAGES = ['en', 'es', 'ca', 'pt', 'gl', 'ek', 'ja'] as const satisfies readonly NamedLanguage[]

/** Starts a text in another language than the reader's. PDFs have this character in all fonts. */
const { MARK, requested } = vi.hoisted(() => ({ MARK: '§', requested: new Map<string, Set<string>>() }))

vi.mock('#locales/translator.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#locales/translator.ts')>()
  const { CATALOGUES: catalogues } = await import('#locales/compiled.ts')
  const mark = (messages: Messages): Messages =>
    Object.fromEntries(
      Object.entries(messages).map(([id, message]) => [id, [MARK, ...[message].flat()] as typeof message]),
    )
  return {
    ...original,
    translatorFor: (language: string) => {
      const marked = Object.entries(catalogues).map(([other, messages]): [string, Messages] => [
        other,
        other === language ? messages : mark(messages),
      ])
      const i18n = original.createTranslator(language, Object.fromEntries(marked))
      const translate = i18n._.bind(i18n)
      i18n._ = (text: string | MessageDescriptor, values?: Readonly<Record<string, unknown>>) => {
        const id = typeof text === 'string' ? text : text.id
        requested.set(language, (requested.get(language) ?? new Set()).add(id))
        const isKnown = Object.hasOwn(catalogues['en'] ?? {}, id)
        return `${isKnown ? '' : MARK}${typeof text === 'string' ? translate(text, values) : translate(text)}`
      }
      return i18n
    },
  }
})

const OF = { orderId: 'K3WQ9ZT0M4XB', order: generateAnswerId(new Uint8Array(16)) }
const ORDER = { ...OF, amount: 123_456, currency: 'ARS', sign: '$', form: 'Feria', code: 'VIS77' }
const TICKETS = { places: 2, numbers: [1, 3] }
const [TICKET, EVENT] = [{ ticket: '0'.repeat(20) }, 'Concierto']
const PLACE = { eventDate: '2027-01-10T21:00:00.000Z', address: 'Teatro Municipal' }
const AT = { event: EVENT, timeZone: 'America/Argentina/Catamarca' }

/** Each kind of e-mail, with all its sentences. */
const EMAILS: { readonly [K in EmailKind]: readonly object[] & { readonly kind?: EmailContentOf<K> } } = {
  'password.forgotten': [{}],
  invitation: [{ by: 'Sofía Luna' }],
  'webhook.failed': [{ name: 'Obras', url: 'https://receiver.example/hook' }],
  'payment.received': [
    { ...ORDER, ...TICKETS },
    { ...ORDER, amount: 0 },
  ],
  'payment.too-late': [ORDER, { ...ORDER, isCancelled: true }],
  'payment.validated': [ORDER, { ...ORDER, held: true }, { ...ORDER, held: false }],
  'payment.lapsed': [ORDER],
  'payment.refunded': [
    { ...ORDER, ...TICKETS },
    { ...ORDER, atDesk: true },
  ],
  'payment.disputed': [{ ...ORDER, places: 2 }],
  tickets: [
    { event: EVENT, of: OF },
    { event: EVENT, of: TICKET },
  ],
  'event.moved': [
    { ...AT, before: PLACE, now: { ...PLACE, eventEnd: '2027-01-11T02:00:00.000Z' }, of: OF },
    { ...AT, before: { address: '' }, now: { address: '' }, of: TICKET },
  ],
  'event.cancelled': [
    { ...AT, was: PLACE, of: OF, currency: 'ARS', sign: '$', back: 100, desk: 200 },
    { ...AT, was: PLACE, of: TICKET },
  ],
  'ticket.changed': [true, false].flatMap((isTransferred) =>
    ['valid', 'blocked', 'refunded'].map((state) => ({ event: EVENT, number: 2, isTransferred, state })),
  ),
  'account.changed': ACCOUNT_CHANGES.map((what) => ({ what })),
}
const FACTS = {
  name: 'Inés Ríos',
  account: 'ines@relevo.example',
  home: 'https://forms.example.org',
  link: 'https://forms.example.org/contrasena#TOKEN',
  hours: 3,
  tokens: ['Obras'],
}
const CITIZEN = { name: '', title: 'Reclamo', named: 'MVD1', municipality: 'Montevideo', link: FACTS.link, days: 7 }
const COPY = { ...CITIZEN, by: 'Sofía', subject: '', body: 'Adjunto.', attachment: 'plano.pdf' }

function writeEmails(language: NamedLanguage): readonly string[] {
  const written = [
    ...Object.entries(EMAILS).flatMap(([letter, contents]) =>
      contents.flatMap((content) =>
        [FACTS, { ...FACTS, name: '', hours: 48 }].map((facts) =>
          writeEmail({ letter, ...content } as EmailContent, language, facts),
        ),
      ),
    ),
    writeCitizenEmail({ ...CITIZEN, about: { asked: 'Falta la foto' } }, language),
    writeCitizenEmail({ ...CITIZEN, about: { state: 'Resuelto' } }, language),
    writeCopyEmail(COPY, language),
  ]
  return written.flatMap(({ subject, text }) => [subject, text])
}

const RECEIPT = {
  series: `${MUNICIPALITY}~test`,
  number: 42,
  kind: 'receipt',
  ...OF,
  municipality: MUNICIPALITY,
  form: 'entradas',
  formTitle: EVENT,
  code: 'VIS77',
  amount: 9_000,
  currency: { sign: '$', name: 'ARS' },
  lines: [{ name: 'Platea', quanty: 2, price: 5_000 }],
  reduction: 1_000,
  fullName: 'Ana Paz',
  dni: '30123456',
  operationId: 'pi_3Q',
  provider: 'stripe',
  paidAt: '2026-11-25T03:04:00.000Z',
  issuedAt: '2026-11-25T03:05:00.000Z',
} as unknown as Receipt
const RECEIPTS = [
  RECEIPT,
  { ...RECEIPT, provider: 'desk' },
  { ...RECEIPT, kind: 'credit-note', of: 41 },
  { ...RECEIPT, amount: 0, operationId: '' },
] as unknown as readonly Receipt[]
const PRINTED_TICKET = {
  event: EVENT,
  ticketCount: 2,
  address: 'Teatro Municipal',
  eventDate: '2027-01-10T21:00:00.000Z',
  locations: ['Platea'],
  amountPaid: 450_050,
  ownerName: 'Ana Paz',
  dni: '30123456',
  email: 'ana@relevo.example',
  operationId: 'pi_3Q',
  qrCode: '0'.repeat(100),
  number: '0123456789abcdef0123',
  orderId: OF.orderId,
  place: 1,
  turn: 0,
  mode: 'test',
  madeAt: '2026-11-25T03:05:00.000Z',
} as unknown as Ticket

/** PDFs of the server by kind. */
async function makePdfs(language: NamedLanguage): Promise<Readonly<Record<string, readonly Uint8Array[]>>> {
  const setting = { language, municipality: 'Villa Serena', dateTime: (instant: string) => instant.slice(0, 16) }
  const ports = pdfPorts(FILES_OF_ANSWER)
  const texts = buildPdfMessages(translatorFor(language))
  const answer = composeAnswer(buildTemplate(), buildSubmit(), { now: BEFORE, code: 'VIS1', author: buildUser('ines') })
  const context = { ...setting, texts, codeHidden: false, electronicSignatureHidden: false, home: 'https://r.example' }
  const printed = [undefined, { portablePrint: true } as const].map((chosen) =>
    buildAnswerPdf(answer, undefined, { ...context, chosen } as typeof context),
  )
  const answers = [...printed, { ...WHOLE_ANSWER, texts }].map(async (paper) => {
    const request = { papers: [paper] as const, language, origin: 'https://r.example', at: toInstant(0) }
    return (await makePdf(request, ports)).bytes
  })
  const receipts = RECEIPTS.map((receipt) =>
    makeReceiptPdf(buildReceiptPdf(receipt, { ...setting, texts: buildReceiptMessages(language) }), ports.fonts),
  )
  const tickets = buildTicketsPdf(
    [PRINTED_TICKET],
    { currency: { sign: '$', name: 'ARS' } },
    { ...setting, texts: buildTicketMessages(language) },
  )
  return {
    answer: await Promise.all(answers),
    receipt: await Promise.all(receipts),
    tickets: [await makeTicketsPdf(tickets, ports.fonts)],
  }
}

/** Texts of all fields, of which functions get numbers and the details of refusals. */
function listTexts(texts: unknown): readonly string[] {
  const two: unknown = Object.assign(new Number(2), { left: 2, max: 2 })
  if (typeof texts === 'string') return [texts]
  if (typeof texts === 'function') return listTexts((texts as (...given: unknown[]) => unknown)(two, two))
  return Object.values(texts ?? {}).flatMap(listTexts)
}

async function writePages(language: NamedLanguage): Promise<readonly string[]> {
  const store = { query: async () => RECEIPTS.map((document, index) => ({ key: `recibos/${index}`, document })) }
  const day = { day: '2026-11-25', timeZone: AT.timeZone, language }
  const texts = [
    buildPayerMessages(language),
    pages.buildInitialFormMessages(language),
    pages.buildFailureMessages(language),
    pages.buildStatusMessages(language),
    pages.buildFormsListMessages(language),
    pages.formatLanguageMenuLabel(language),
    pages.formatPublicRefusal('template.missing', language),
    await buildClosingCsv(store as never, RECEIPT.municipality, day),
  ]
  return texts.flatMap(listTexts)
}

describe.each(LANGUAGES)('in %s, without a text in another language', (language) => {
  it('writes every kind of e-mail', () => {
    expect(writeEmails(language).filter((text) => text.includes(MARK))).toEqual([])
  })

  it('prints every kind of PDF, with fonts that have all characters', async () => {
    for (const [kind, files] of Object.entries(await makePdfs(language))) {
      const lines = files.flatMap((bytes) => readPdf(bytes).pages.flat())
      expect.soft([kind, lines.length > 3]).toEqual([kind, true])
      expect.soft([kind, lines.filter((line) => line.includes(MARK) || line.includes('\ufffd'))]).toEqual([kind, []])
    }
  })

  it('writes the texts of its pages and files', async () => {
    const texts = await writePages(language)
    expect(texts.length).toBeGreaterThan(100)
    expect(texts.filter((text) => text.includes(MARK))).toEqual([])
  })

  it('has tried every text that e-mails, PDFs and pages have', () => {
    const texts = Object.keys(CATALOGUES['en'] ?? {})
    expect(texts.length).toBeGreaterThan(250)
    // The codes of an answer before a backup was restored.
    const rare = '{code} (before: {former})'
    expect(texts.filter((id) => requested.get(language)?.has(id) !== true)).toEqual([rare])
    expect(CATALOGUES[language]).toHaveProperty([rare])
  })
})

it('would find a text in another language', () => {
  expect(translatorFor('ca')._('A text that no catalogue has')).toMatch(/^§/)
})
