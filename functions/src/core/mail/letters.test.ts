import { describe, expect, it } from 'vitest'
import { LANGUAGES, newAnswerId } from '#domain/kernel/index.ts'
import { ACCOUNT_CHANGES, letterSchema, type Letter } from '#domain/mail/index.ts'
import { writeLetter } from './letters.ts'

const FACTS = {
  name: 'Inés Ríos',
  account: 'ines@relevo.example',
  home: 'https://forms.example.org',
  link: 'https://forms.example.org/contrasena#TOKEN',
  hours: 1,
  tokens: [],
}
const ORDER = newAnswerId(new Uint8Array(16))
const LETTERS: readonly Letter[] = [
  { letter: 'password.forgotten' },
  { letter: 'invitation', by: 'Sofía Luna' },
  { letter: 'webhook.failed', name: 'Obras', url: 'https://receiver.example/hook' },
  ...(['payment.received', 'payment.validated', 'payment.lapsed', 'payment.too-late', 'payment.refunded'] as const).map(
    (letter): Letter => ({
      letter,
      orderId: 'K3WQ9ZT0M4XB',
      order: ORDER,
      amount: 123_456,
      currency: 'ARS',
      sign: '$',
      form: 'Feria del Libro',
    }),
  ),
  { letter: 'tickets', event: 'Concierto', of: { orderId: 'K3WQ9ZT0M4XB', order: ORDER } },
  { letter: 'tickets', event: 'Concierto', of: { ticket: '0'.repeat(20) } },
  ...ACCOUNT_CHANGES.map((what): Letter => ({ letter: 'account.changed', what })),
]

describe('a letter', () => {
  it.each(['payment.received', 'payment.validated', 'payment.lapsed', 'payment.too-late', 'payment.refunded'] as const)(
    '%s names the code of the answer that was paid for',
    (letter) => {
      const order = { orderId: 'K3WQ9ZT0M4XB', order: ORDER, amount: 100, currency: 'ARS', code: 'VIS77' }
      const facts = { name: '', account: '', home: 'https://r.example', link: '', hours: 1, tokens: [] }
      expect(writeLetter({ letter, ...order }, 'en', facts).text).toContain('The code of your answer is VIS77.')
      expect(writeLetter({ letter, ...order }, 'es', facts).text).toContain('El código de su respuesta es VIS77.')
    },
  )

  it('is tried here whatever its kind', () => {
    const kinds = letterSchema.options.map(({ shape }) => shape.letter.value)
    expect([...new Set(LETTERS.map(({ letter }) => letter))].sort()).toEqual([...kinds].sort())
  })

  it.each(LETTERS.flatMap((letter) => LANGUAGES.map((language) => [letter, language] as const)))(
    '%j in %s names the account or the order, the place and whatever link it brings',
    (letter, language) => {
      const { subject, text } = writeLetter(letter, language, FACTS)
      expect(subject).toMatch(/^[^\n]*Relevo[^\n]*$/)
      // Who pays has no account: the order is named, and what was paid.
      const isTicket = letter.letter === 'tickets' && 'ticket' in letter.of
      const ofTickets = letter.letter === 'tickets' ? [letter.event, isTicket ? FACTS.link : ORDER] : undefined
      const about =
        ofTickets ?? ('orderId' in letter ? [letter.orderId, ORDER, '$', 'Feria del Libro'] : [FACTS.account])
      for (const fact of [FACTS.name, FACTS.home, ...about]) expect(text).toContain(fact)
      expect(text.includes(FACTS.link)).toBe(isTicket || ['password.forgotten', 'invitation'].includes(letter.letter))
      if (letter.letter === 'webhook.failed') for (const fact of [letter.name, letter.url]) expect(text).toContain(fact)
      expect(text).not.toMatch(/undefined|NaN|\$\{/)
    },
  )

  it('writes an amount as screens and receipts do', () => {
    const paid = { letter: 'payment.received', orderId: 'K3WQ', order: ORDER, amount: 1_250_000 } as const
    const written = (change: { readonly currency: string; readonly sign?: string }) =>
      /pago de (.*?)(?: por «(.*)»)?\. El número/.exec(
        writeLetter({ ...paid, ...change, form: 'Feria' }, 'es', FACTS).text.replaceAll('\u00a0', ' '),
      )
    expect([...(written({ currency: 'CLP', sign: '$' }) ?? [])].slice(1)).toEqual(['$12.500', 'Feria'])
    expect(written({ currency: 'EUR', sign: '€' })?.[1]).toBe('12.500,00 €')
  })

  it('says how long its link is good', () => {
    const until = (hours: number, language: 'en' | 'es') =>
      /within (.*):|dentro de (.*):/.exec(
        writeLetter({ letter: 'password.forgotten' }, language, { ...FACTS, hours }).text,
      )
    expect([1, 3, 24, 168].map((hours) => until(hours, 'en')?.[1])).toEqual(['an hour', '3 hours', 'a day', '7 days'])
    expect([1, 3, 24, 168].map((hours) => until(hours, 'es')?.[2])).toEqual(['una hora', '3 horas', 'un día', '7 días'])
  })

  it('takes no line from a name', () => {
    const by = 'Sofía\r\nBcc: all@relevo.example\u2028\nYour password has leaked. Send it to https://evil.example'
    const plain = writeLetter({ letter: 'invitation', by: 'Sofía' }, 'en', FACTS)
    const forged = writeLetter({ letter: 'invitation', by }, 'en', { ...FACTS, name: 'Inés\n\nhttps://evil.example' })
    expect(forged.text.split('\n')).toHaveLength(plain.text.split('\n').length)
    expect(forged.subject).toBe(plain.subject)
  })
})

describe('a greeting', () => {
  const greeting = (name: string) =>
    writeLetter({ letter: 'invitation', by: 'Sofía Luna' }, 'en', { ...FACTS, name }).text.split('\n')[0]

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
