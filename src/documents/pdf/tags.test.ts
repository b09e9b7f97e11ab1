import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '#domain/kernel/index.ts'
import type { PdfContent, ReceiptContent, TicketsContent } from '#domain/pdf/index.ts'
import { anyDocument, heard } from '#tests/support/pdf/any-documents.ts'
import { pdfPorts } from '#tests/support/pdf/pdf-ports.ts'
import { linesOfTree, readTags, textsOfTree } from '#tests/support/pdf/read-tags.ts'
import { FILES_OF_ANSWER, WHOLE_ANSWER } from '#tests/support/pdf/whole-answer.ts'
import { makePdf } from './make-pdf.ts'
import { makeReceiptPdf } from './make-receipt.ts'
import { makeReportPdf, type Report } from './make-report.ts'
import { makeTicketsPdf } from './make-tickets-pdf.ts'

const AT = toInstant(0)

const TREE_OF_ANSWER = `Document
  Art
    P Aquí vivimos
    P Villa Serena
    P San Martín 450
    H1 Inspección de comercios
    P Locales de hasta 100 m²
    L
      LI
        Lbl Código
        LBody VIS1
    Link [https://relevo.example/c#a1bVIS1]
      Figure Código QR para consultar el acta
    P Código de descarga
    P a1bVIS1
    P Guarde este código: lo necesita para consultar el acta.
    P Todavía no se envió.
    Sect
      H2 Ciudadano
      L
        LI
          Lbl DNI
          LBody 30123456
    Sect
      H2 Local
      P Comercio
      P Datos del local
      H3 Frente
      P Nombre
      P Bar El Puente
      P Rubro
      P Sin respuesta
      P Vidriera
      P Limpia
      Figure Foto: Vidriera
      P Techo
      P techo.jpg – Esta imagen no estaba disponible al generar el documento.
      P Piso
      P piso.png – Esta imagen no estaba disponible al generar el documento.
      P Plano
      P
        Link [https://relevo.example/f/plan] plano.pdf (2 KB)
      P
        Link [https://relevo.example/12] Ordenanza 12
      H3 Salida 1
      P Sin preguntas.
    Sect
      H2 Firmas
      Div
        Figure Firma: Titular
        P Ana Paz
        P Titular
      Div
        P Sin firmar
        P Testigo
        P Firma anterior`

const RECEIPT: ReceiptContent = {
  title: 'Comprobante 7',
  municipality: 'Villa Serena',
  warning: 'PRUEBA',
  amount: '$ 900',
  facts: [{ name: 'Nombre', value: 'Ana Paz' }],
  lines: {
    title: 'Conceptos',
    heads: ['Concepto', 'Cantidad', 'Precio', 'Importe'],
    rows: [['Platea', '2', '$ 500', '$ 1.000']],
  },
  sums: [
    { name: 'Descuento', amount: '−$ 100' },
    { name: 'Pagado', amount: '$ 900' },
  ],
  lackingCharacters: '',
  language: 'es',
  issuedAt: AT,
}

const TICKETS: TicketsContent = {
  title: 'Entradas · Concierto',
  municipality: 'Villa Serena',
  warning: '',
  tickets: ['Ana Paz', 'Rubén Sosa'].map((owner, index) => ({
    event: 'Concierto',
    lines: ['10/01/2027 21:00'],
    place: 'Platea',
    facts: [{ name: 'Titular', value: owner }],
    code: `CODE${index}`,
    codeAlt: 'Código QR de la entrada',
    number: `0000${index}`,
    numberHint: 'Número de entrada',
  })),
  lackingCharacters: '',
  language: 'es',
  at: AT,
}

const REPORT: Report = {
  title: 'Reclamo de alumbrado',
  municipality: 'Villa Serena',
  lines: ['Octubre'],
  parts: [
    {
      title: 'Lugar',
      tables: [
        {
          title: 'Calle',
          notes: ['Respondieron 98 de 100'],
          heads: ['Calle', 'Respuestas'],
          rows: [
            { cells: [{ text: 'Colón' }, { text: '61', value: 61 }], bar: 0.6 },
            { cells: [{ text: 'Mitre' }, { text: '' }] },
          ],
        },
      ],
    },
  ],
  lackingCharacters: '',
}

const { fonts } = pdfPorts()
const readAnswers = async (...papers: readonly [PdfContent, ...PdfContent[]]) => {
  const request = { papers, language: 'es', origin: 'https://relevo.example', at: AT }
  return readTags((await makePdf(request, pdfPorts(FILES_OF_ANSWER))).bytes)
}

describe('the structure of', () => {
  it('an answer has its texts, pictures and links in reading order', async () => {
    const read = await readAnswers(WHOLE_ANSWER)
    expect(linesOfTree(read.tree).join('\n')).toBe(TREE_OF_ANSWER)
    expect(read).toMatchObject({
      version: '1.7',
      isMarked: true,
      language: 'es',
      title: 'VIS1 · Inspección de comercios',
      showsTitle: true,
    })
  })

  it('an answer on a roll is the same', async () => {
    expect(linesOfTree((await readAnswers({ ...WHOLE_ANSWER, isPortable: true })).tree).join('\n')).toBe(TREE_OF_ANSWER)
  })

  it('several answers has each on its own', async () => {
    const { tree } = await readAnswers(WHOLE_ANSWER, { ...WHOLE_ANSWER, title: 'Second' })
    expect(tree.kids.map(({ type }) => type)).toEqual(['Art', 'Art'])
    expect(tree.kids[1]?.kids.find(({ type }) => type === 'H1')?.text).toBe('Second')
  })

  it('a long text is one paragraph over several pages, in its language, whose lines do not run together', async () => {
    const words = Array.from({ length: 2000 }, (_, index) => `palavra${index}`).join(' ')
    const text = `${words}\nhttps://relevo.example/${'x'.repeat(200)}`
    const { tree, decoration } = await readAnswers({ ...WHOLE_ANSWER, text, textTag: 'pt', banner: null })
    const [paragraph] = tree.kids[0]?.kids.filter(({ notes }) => notes.includes('pt')) ?? []
    expect(paragraph).toMatchObject({ type: 'P', text: text.replace('\n', ' '), notes: ['pt'], kids: [] })
    expect(decoration.length).toBeGreaterThan(2)
    expect(decoration[1]).toEqual(['Inspección de comercios', 'VIS1', `2 / ${decoration.length}`])
  })

  it('a receipt has a table with headings and sums', async () => {
    const read = readTags(await makeReceiptPdf(RECEIPT, fonts))
    expect(linesOfTree(read.tree).join('\n')).toBe(`Document
  P PRUEBA
  P Villa Serena
  H1 Comprobante 7
  P $ 900
  L
    LI
      Lbl Nombre
      LBody Ana Paz
  H2 Conceptos
  Table
    TR
      TH [Column] Concepto
      TH [Column] Cantidad
      TH [Column] Precio
      TH [Column] Importe
    TR
      TH [Row] Platea
      TD 2
      TD $ 500
      TD $ 1.000
    TR
      TH [Row, 3 columns] Descuento
      TD −$ 100
    TR
      TH [Row, 3 columns] Pagado
      TD $ 900`)
    expect(read).toMatchObject({ isMarked: true, language: 'es', title: 'Comprobante 7', showsTitle: true })
  })

  it('tickets has each with its QR code described', async () => {
    const read = readTags(await makeTicketsPdf(TICKETS, fonts))
    const ticket = (owner: string, number: string) => `
  Art
    P Villa Serena
    H1 Concierto
    P 10/01/2027 21:00
    P Platea
    L
      LI
        Lbl Titular
        LBody ${owner}
    Figure Código QR de la entrada
    P ${number}
    P Número de entrada`
    expect(linesOfTree(read.tree).join('\n')).toBe(
      `Document${ticket('Ana Paz', '00000')}${ticket('Rubén Sosa', '00001')}`,
    )
    expect(read).toMatchObject({ isMarked: true, language: 'es', title: 'Entradas · Concierto', showsTitle: true })
  })

  it('statistics has tables whose rows are equally long, and no bars', async () => {
    const read = readTags(await makeReportPdf(REPORT, { language: 'ca', at: AT }, fonts))
    expect(linesOfTree(read.tree).join('\n')).toBe(`Document
  P Villa Serena
  H1 Reclamo de alumbrado
  P Octubre
  Sect
    H2 Lugar
    H3 Calle
    P Respondieron 98 de 100
    Table
      TR
        TH [Column] Calle
        TH [Column] Respuestas
      TR
        TH [Row] Colón
        TD 61
      TR
        TH [Row] Mitre
        TD`)
    expect(read).toMatchObject({ isMarked: true, language: 'ca', title: 'Reclamo de alumbrado', showsTitle: true })
  })
})

it('documents of all kinds are read in order, each text once', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (make) => {
      const { bytes, texts } = await make()
      expect(heard(textsOfTree(readTags(bytes).tree))).toEqual(heard(texts))
    }),
    { numRuns: 20, endOnFailure: true },
  )
})
