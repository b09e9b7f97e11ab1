import { beforeAll, describe, expect, it } from 'vitest'
import { type Ticket, MAX_TICKET_CODE_LENGTH, encodeTicket } from '#domain/tickets/index.ts'
import { makeTicketsPdf } from '#documents/pdf/index.ts'
import { buildTicketsPdf } from '#domain/pdf/index.ts'
import { pdfPorts } from '#tests/support/pdf/pdf-ports.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { seen } from '#tests/support/qr/camera.ts'
import { buildTicketMessages } from './tickets-pdf.ts'

async function codeOf(ticket: string): Promise<string> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const facts = { event: 'a1b2c3d4e5f60718', ticket, zone: 9999, isTest: true, key: 255 }
  return encodeTicket(facts, {
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytes)),
  })
}

let codes: readonly string[]
beforeAll(async () => {
  codes = await Promise.all(['0', '1', '2'].map((digit) => codeOf(digit.repeat(20))))
})

function ticket(place: number, change: object = {}): Ticket {
  return {
    event: 'Orquesta Sinfónica de Villa Serena',
    ticketCount: 1,
    address: 'Teatro Municipal, San Martín 450',
    eventDate: '2027-01-10T21:00:00.000Z',
    locations: ['Platea'],
    amountPaid: 450_050,
    ownerName: 'Ana Paz',
    dni: '30123456',
    email: 'ana@relevo.example',
    operationId: 'pi_3QabcdefghijklmnopqrstuvwxyzZ',
    qrCode: codes[place],
    number: '0123456789abcdef0123',
    orderId: 'K3WQ9ZT0M4XB',
    place,
    turn: 0,
    mode: 'live',
    madeAt: '2026-11-25T03:05:00.000Z',
    ...change,
  } as unknown as Ticket
}

async function drawn(tickets: readonly [Ticket, ...Ticket[]], language: 'es' | 'en' = 'es') {
  const paper = buildTicketsPdf(
    tickets,
    { currency: { sign: '$', name: 'ARS' } },
    {
      texts: buildTicketMessages(language),
      language,
      municipality: 'Municipalidad de Villa Serena',
      dateTime: (instant) => instant.slice(0, 16),
    },
  )
  return makeTicketsPdf(paper, pdfPorts().fonts)
}

describe('tickets on paper', () => {
  it('are two on a sheet of A4, and say what a ticket says', async () => {
    const { pages, title } = readPdf(await drawn([ticket(0), ticket(1), ticket(2)]))
    expect([pages.length, title]).toEqual([2, 'Entradas · Orquesta Sinfónica de Villa Serena'])
    const text = pages[0]?.join('\n') ?? ''
    for (const said of [
      'Ana Paz',
      '30123456',
      'ana@relevo.example',
      '2027-01-10T21:00',
      'Platea',
      '$ 4.500,50',
      '1 persona',
      // Numbers by which e-mails about refunds name tickets.
      'Entrada 1',
      'Entrada 2',
    ])
      expect(text).toContain(said)
    expect(text).toContain('Teatro Municipal')
    expect(text).toContain('pi_3Qabcdefghijklmnopqrst\n')
    expect(text).toContain('01234 56789 abcde f0123')
    expect(text).not.toContain('PRUEBA')
  })

  it('are read back at 40 % of their size, printed at 200 dots an inch', async () => {
    const { boxes, sizes } = readPdf(await drawn([ticket(0), ticket(1), ticket(2)]))
    const scale = (200 / 72) * 0.4
    const found = await Promise.all(boxes.map((of, page) => seen(of, sizes[page] ?? [0, 0], scale)))
    expect(new Set(found.flat())).toEqual(new Set(codes))
    expect(Math.max(...codes.map(({ length }) => length))).toBeLessThanOrEqual(MAX_TICKET_CODE_LENGTH)
  })

  it('mark money of play on each of them', async () => {
    const { pages } = readPdf(await drawn([ticket(0, { mode: 'test' }), ticket(1, { mode: 'test' })]))
    expect(pages[0]?.filter((line) => line.includes('PRUEBA'))).toHaveLength(2)
  })

  it('of who one was handed on to does not name the order, which opens the others', async () => {
    const text = readPdf(await drawn([ticket(0, { turn: 1, ownerName: 'Rubén Sosa' })]))
      .pages.flat()
      .join('\n')
    expect(['Rubén Sosa', 'K3WQ9ZT0M4XB', 'N.º'].map((part) => text.includes(part))).toEqual([true, false, false])
  })

  it('stay on their half of the sheet with names of any length', async () => {
    const long = 'Festival interminable '.repeat(90)
    const long1 = ticket(0, {
      event: long,
      address: long.slice(0, 255),
      locations: [long],
      ownerName: long.slice(0, 255),
    })
    const { pages, boxes, sizes } = readPdf(await drawn([long1, ticket(1)], 'en'))
    expect([pages.length, pages[0]?.includes('Ana Paz')]).toEqual([1, true])
    expect(await seen(boxes[0] ?? [], sizes[0] ?? [0, 0], 2)).toHaveLength(2)
  })
})
