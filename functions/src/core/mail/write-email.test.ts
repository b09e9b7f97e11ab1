import { describe, expect, it } from 'vitest'
import { LANGUAGES, generateAnswerId } from '#domain/kernel/index.ts'
import { ACCOUNT_CHANGES, emailContentSchema, type EmailContent, type EmailContentOf } from '#domain/mail/index.ts'
import { writeEmail } from './write-email.ts'

const FACTS = {
  name: 'Inés Ríos',
  account: 'ines@relevo.example',
  home: 'https://forms.example.org',
  link: 'https://forms.example.org/contrasena#TOKEN',
  hours: 1,
  tokens: [],
}
const ORDER = generateAnswerId(new Uint8Array(16))
function buildMoved(change: object = {}): EmailContentOf<'event.moved'> {
  return emailContentSchema.parse({
    letter: 'event.moved',
    event: 'Concierto',
    timeZone: 'America/Argentina/Catamarca',
    before: { eventDate: '2027-01-10T21:00:00.000Z', address: 'Teatro Municipal' },
    now: {
      eventDate: '2027-02-01T22:00:00.000Z',
      eventEnd: '2027-02-02T01:00:00.000Z',
      address: 'Club Atlético',
    },
    of: { orderId: 'K3WQ9ZT0M4XB', order: ORDER },
    ...change,
  }) as EmailContentOf<'event.moved'>
}
function buildCancelled(change: object = {}): EmailContent {
  const was = { eventDate: '2027-01-10T21:00:00.000Z', address: 'Teatro Municipal' }
  return {
    letter: 'event.cancelled',
    event: 'Concierto',
    timeZone: 'America/Argentina/Cordoba',
    was,
    ...change,
  } as never
}
const LETTERS: readonly EmailContent[] = [
  { letter: 'password.forgotten' },
  { letter: 'invitation', by: 'Sofía Luna' },
  { letter: 'webhook.failed', name: 'Obras', url: 'https://receiver.example/hook' },
  ...(
    [
      'payment.received',
      'payment.validated',
      'payment.lapsed',
      'payment.too-late',
      'payment.refunded',
      'payment.disputed',
    ] as const
  ).map((letter): EmailContent => ({
    letter,
    orderId: 'K3WQ9ZT0M4XB',
    order: ORDER,
    amount: 123_456,
    currency: 'ARS',
    sign: '$',
    form: 'Feria del Libro',
  })),
  { letter: 'tickets', event: 'Concierto', of: { orderId: 'K3WQ9ZT0M4XB', order: ORDER } },
  { letter: 'tickets', event: 'Concierto', of: { ticket: '0'.repeat(20) } },
  ...[{ orderId: 'K3WQ9ZT0M4XB', order: ORDER }, { ticket: '0'.repeat(20) }].map((of) => buildMoved({ of } as object)),
  ...[{ orderId: 'K3WQ9ZT0M4XB', order: ORDER }, { ticket: '0'.repeat(20) }].map((of) => buildCancelled({ of })),
  ...(['valid', 'blocked', 'refunded'] as const).map((state): EmailContent => ({
    letter: 'ticket.changed',
    event: 'Concierto',
    number: 2,
    isTransferred: state !== 'valid',
    state,
  })),
  ...ACCOUNT_CHANGES.map((what): EmailContent => ({ letter: 'account.changed', what })),
]

describe('an e-mail', () => {
  it.each([
    'payment.received',
    'payment.validated',
    'payment.lapsed',
    'payment.too-late',
    'payment.refunded',
    'payment.disputed',
  ] as const)('%s names the code of the answer that was paid for', (letter) => {
    const order = { orderId: 'K3WQ9ZT0M4XB', order: ORDER, amount: 100, currency: 'ARS', code: 'VIS77' }
    const facts = { name: '', account: '', home: 'https://r.example', link: '', hours: 1, tokens: [] }
    expect(writeEmail({ letter, ...order }, 'en', facts).text).toContain('Code of your answer: VIS77\n')
    expect(writeEmail({ letter, ...order }, 'es', facts).text).toContain('Código de su respuesta: VIS77\n')
  })

  it.each([
    ['en', 'Your order in Relevo: K3WQ9ZT0M4XB', 'Your order is confirmed. No payment was required.'],
    ['es', 'Su orden en Relevo: K3WQ9ZT0M4XB', 'Su orden está confirmada. No tuvo costo.'],
  ] as const)(
    'about an order of 0 confirms it, and names no payment that was received (%s)',
    (language, about, line) => {
      const order = { orderId: 'K3WQ9ZT0M4XB', order: ORDER, amount: 0, currency: 'ARS', places: 2 }
      const { subject, text } = writeEmail({ letter: 'payment.received', ...order }, language, FACTS)
      expect(subject).toBe(about)
      expect(text.split('\n')).toContain(line)
      expect(text).toContain(`${FACTS.home}/pago-exitoso/K3WQ9ZT0M4XB/${ORDER}`)
      expect(text).not.toMatch(/received|recibimos|\b0[.,]00/i)
    },
  )

  it('about a disputed payment does not promise a refund', () => {
    const order = { orderId: 'K3WQ9ZT0M4XB', order: ORDER, amount: 100, currency: 'ARS', places: 2 }
    const facts = { name: '', account: '', home: 'https://r.example', link: '', hours: 1, tokens: [] }
    const [en, es] = (['en', 'es'] as const).map(
      (language) => writeEmail({ letter: 'payment.disputed', ...order }, language, facts).text,
    )
    expect(en).toContain('You will not receive this amount a second time.')
    expect(es).toContain('No recibirá otro reintegro.')
    expect(`${en}${es}`).not.toMatch(/refund|mismo medio|puede demorar/)
  })

  it('about a refund says where the money went, and which tickets it ended', () => {
    const order = { orderId: 'K3WQ9ZT0M4XB', order: ORDER, amount: 100, currency: 'ARS', places: 2, numbers: [1, 3] }
    const facts = { name: '', account: '', home: 'https://r.example', link: '', hours: 1, tokens: [] }
    const textOf = (change: object) => writeEmail({ letter: 'payment.refunded', ...order, ...change }, 'es', facts).text
    expect(textOf({})).toContain('por el medio de pago original')
    expect(textOf({})).toContain('Entradas que ya no son válidas: Entrada 1, Entrada 3\n')
    expect(textOf({ numbers: undefined })).toContain('Cantidad de entradas que ya no son válidas: 2\n')
    expect(textOf({ atDesk: true })).toMatch(/Le devolvimos .+ en la ventanilla del municipio\./)
    expect(textOf({ atDesk: true })).not.toMatch(/medio de pago original|días/)
  })

  it('about a cancelled event says what comes back and where, and only what does', () => {
    const of = { orderId: 'K3WQ9ZT0M4XB', order: ORDER }
    const facts = { name: '', account: '', home: 'https://r.example', link: '', hours: 1, tokens: [] }
    const textOf = (money: object) =>
      writeEmail(buildCancelled({ of, currency: 'ARS', sign: '$', ...money }), 'es', facts).text.replaceAll(
        '\u00a0',
        ' ',
      )
    const both = textOf({ back: 400_000, desk: 100_000 })
    expect(both).toContain('Le devolveremos $ 4.000,00 por el medio de pago original.')
    expect(both).toContain('Le devolveremos $ 1.000,00 en la ventanilla del municipio.')
    expect(both).toContain('Estaba previsto para: 10/01/2027 18:00, Teatro Municipal')
    expect(both).toContain(`Número de orden: K3WQ9ZT0M4XB`)
    expect(textOf({ back: 400_000, desk: 0 })).not.toContain('ventanilla')
    expect(textOf({ back: 0, desk: 0 })).not.toContain('devolveremos')
  })

  it('is tried here whatever its kind', () => {
    const kinds = emailContentSchema.options.map(({ shape }) => shape.letter.value)
    expect([...new Set(LETTERS.map(({ letter }) => letter))].sort()).toEqual([...kinds].sort())
  })

  it.each(LETTERS.flatMap((letter) => LANGUAGES.map((language) => [letter, language] as const)))(
    '%j in %s names the account or the order, the place and whatever link it brings',
    (letter, language) => {
      const { subject, text } = writeEmail(letter, language, FACTS)
      expect(subject).toMatch(/^[^\n]*Relevo[^\n]*$/)
      // A payer has no account: the e-mail names the order and what was paid.
      const isOfTickets = letter.letter === 'tickets' || letter.letter === 'event.moved'
      const isTicket = isOfTickets && 'ticket' in letter.of
      const ofTickets = isOfTickets ? [letter.event, isTicket ? FACTS.link : ORDER] : undefined
      const ofCancelled = letter.letter === 'event.cancelled' ? [letter.event, 'Teatro Municipal'] : undefined
      const ofTicket = letter.letter === 'ticket.changed' ? [letter.event] : undefined
      const about =
        ofCancelled ??
        ofTickets ??
        ofTicket ??
        ('orderId' in letter ? [letter.orderId, ORDER, '$', 'Feria del Libro'] : [FACTS.account])
      // The owner of one ticket of a cancelled event, and of a changed ticket, gets no link.
      const isBare = ofTicket !== undefined || (letter.letter === 'event.cancelled' && 'ticket' in letter.of)
      const home = isBare ? [] : [FACTS.home]
      for (const fact of [FACTS.name, ...home, ...about]) expect(text).toContain(fact)
      expect(text.includes(FACTS.link)).toBe(isTicket || ['password.forgotten', 'invitation'].includes(letter.letter))
      // A webhook is turned off after days of failures, or at once when its receiver is gone.
      if (letter.letter === 'webhook.failed')
        for (const fact of [letter.name, letter.url, '410']) expect(text).toContain(fact)
      expect(text).not.toMatch(/undefined|NaN|\$\{/)
    },
  )

  it('writes an amount as screens and receipts do', () => {
    const paid = { letter: 'payment.received', orderId: 'K3WQ', order: ORDER, amount: 1_250_000 } as const
    const written = (change: { readonly currency: string; readonly sign?: string }) =>
      /pago de (.*)\.\n\nFormulario o evento: (.*)/.exec(
        writeEmail({ ...paid, ...change, form: 'Feria' }, 'es', FACTS).text.replaceAll('\u00a0', ' '),
      )
    expect([...(written({ currency: 'CLP', sign: '$' }) ?? [])].slice(1)).toEqual(['CLP 12.500', 'Feria'])
    expect(written({ currency: 'EUR', sign: '€' })?.[1]).toBe('12.500,00 €')
  })

  it.each([
    [
      'en',
      'New date or place of an event for which you have tickets in Relevo: Concierto',
      [
        'The date or place of “Concierto”, for which you have tickets, has changed.',
        'Before: 10/01/2027 18:00, Teatro Municipal',
        'Now: 01/02/2027 19:00 – 01/02/2027 22:00, Club Atlético',
        'Unused tickets remain valid. Download them with the current date and place here:',
      ],
    ],
    [
      'es',
      'Nueva fecha o nuevo lugar de un evento para el que tiene entradas en Relevo: Concierto',
      [
        'Cambió la fecha o el lugar de «Concierto», para el que usted tiene entradas.',
        'Antes: 10/01/2027 18:00, Teatro Municipal',
        'Ahora: 01/02/2027 19:00 – 01/02/2027 22:00, Club Atlético',
        'Las entradas que no se usaron siguen siendo válidas. Descárguelas aquí con la fecha y el lugar actuales:',
      ],
    ],
  ] as const)('in %s names the old and the new date and place of an event', (language, subject, lines) => {
    const written = writeEmail(buildMoved(), language, FACTS)
    expect(written.subject).toBe(subject)
    for (const line of lines) expect(written.text.split('\n')).toContain(line)
    expect(written.text).toContain(`${FACTS.home}/pago-exitoso/K3WQ9ZT0M4XB/${ORDER}`)
  })

  it('says that the date and place of an event are not known', () => {
    const moved = buildMoved({ now: { address: '' } })
    expect(writeEmail(moved, 'en', FACTS).text).toContain('Now: not announced yet')
    expect(writeEmail(moved, 'es', FACTS).text).toContain('Ahora: todavía sin anunciar')
  })

  it('takes no line from the address of an event', () => {
    const moved = buildMoved({ now: { address: 'Plaza\n\nhttps://evil.example' } })
    expect(writeEmail(moved, 'en', FACTS).text.split('\n')).toContain('Now: Plaza https://evil.example')
  })

  it('says how long its link is good', () => {
    const until = (hours: number, language: 'en' | 'es') =>
      /within (.*):|válido durante (.*):/.exec(
        writeEmail({ letter: 'password.forgotten' }, language, { ...FACTS, hours }).text,
      )
    expect([1, 3, 24, 168].map((hours) => until(hours, 'en')?.[1])).toEqual(['1 hour', '3 hours', '1 day', '7 days'])
    expect([1, 3, 24, 168].map((hours) => until(hours, 'es')?.[2])).toEqual(['1 hora', '3 horas', '1 día', '7 días'])
  })

  it('takes no line from a name', () => {
    const by = 'Sofía\r\nBcc: all@relevo.example\u2028\nYour password has leaked. Send it to https://evil.example'
    const plain = writeEmail({ letter: 'invitation', by: 'Sofía' }, 'en', FACTS)
    const forged = writeEmail({ letter: 'invitation', by }, 'en', { ...FACTS, name: 'Inés\n\nhttps://evil.example' })
    expect(forged.text.split('\n')).toHaveLength(plain.text.split('\n').length)
    expect(forged.subject).toBe(plain.subject)
  })

  it('takes no line from an escape sequence that a user has typed', () => {
    const event = String.raw`Feria\u000aBcc: all@relevo.example`
    const email: EmailContent = { letter: 'tickets', event, of: { ticket: '0'.repeat(20) } }
    expect(writeEmail(email, 'en', FACTS).subject).toBe(`Your ticket in Relevo: ${event}`)
  })

  it('to the owner of one ticket speaks of one ticket, and of no number that the ticket does not show', () => {
    const of = { ticket: '0'.repeat(20) }
    const changed = { letter: 'ticket.changed', event: 'Concierto', number: 2 } as const
    const written = [
      { letter: 'tickets', event: 'Concierto', of } as const,
      buildMoved({ of }),
      buildCancelled({ of }),
      ...(['valid', 'blocked', 'refunded'] as const).map((state) => ({ ...changed, isTransferred: true, state })),
    ].map((email) => writeEmail(email, 'en', FACTS))
    for (const { subject, text } of written)
      expect(`${subject}\n${text}`).not.toMatch(/your tickets|you have tickets|Ticket 2/)
    expect(writeEmail({ ...changed, state: 'blocked' }, 'en', FACTS).text).toContain('ticket 2 of your order')
  })
})

describe('a greeting', () => {
  const greeting = (name: string) =>
    writeEmail({ letter: 'invitation', by: 'Sofía Luna' }, 'en', { ...FACTS, name }).text.split('\n')[0]

  it.each([
    'Gane en https://premio.example',
    'www.premio.example',
    'premio.com',
    'premio\u200b.com',
    'ｐｒｅｍｉｏ．ｃｏｍ',
    'Ana premio.example/a',
    'ana@premio.example',
  ])('names no one who is called %s', (name) => {
    expect(greeting(name)).toBe('Hello,')
  })

  it.each(['Ana M. Paz', 'José Á. Núñez', 'Sánchez, Luz', 'Obras S.A.', "O'Neil-Paz"])('names %s', (name) => {
    expect(greeting(name)).toBe(`Hello ${name},`)
  })
})
