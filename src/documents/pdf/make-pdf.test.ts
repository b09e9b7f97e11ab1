import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import type { PdfSettings } from '#domain/templates/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { buildAnswerPdf, type PdfContent, type PdfContext } from '#domain/pdf/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit, buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate, buildTemplate } from '#tests/support/builders/template.ts'
import { demoPhoto, pdfPorts, SPANISH } from '#tests/support/pdf/pdf-ports.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { modulesOfBoxes } from '#tests/support/qr/modules.ts'
import { readQr } from '#tests/support/qr/read-qr.ts'
import { makePdf } from './make-pdf.ts'

const SETTING: PdfContext = {
  texts: SPANISH,
  language: 'es',
  dateTime: (instant) => instant.slice(0, 16),
  codeHidden: false,
  electronicSignatureHidden: false,
  home: 'https://relevo.example',
}
const AT = { now: BEFORE, code: 'VIS1', author: buildUser('ines') }
const FILES = new Map([
  [PHOTO.sha256 as string, demoPhoto('facade-almacen.jpg')],
  [SIGNATURE.sha256 as string, demoPhoto('signature-1.png')],
])

const shop = (settings?: Partial<PdfSettings>, setting: Partial<PdfContext> = {}): PdfContent =>
  buildAnswerPdf(composeAnswer(buildTemplate(), buildSubmit(), AT), settings as PdfSettings | undefined, {
    ...SETTING,
    ...setting,
  })
const note = (text: string, settings?: Partial<PdfSettings>): PdfContent =>
  buildAnswerPdf(
    composeAnswer(buildPlainTemplate(), buildPlainSubmit(1, text), AT),
    settings as PdfSettings | undefined,
    SETTING,
  )

const made = async (papers: readonly [PdfContent, ...PdfContent[]], files: ReadonlyMap<string, Uint8Array> = FILES) =>
  makePdf({ papers, language: 'es', origin: 'https://relevo.example', at: toInstant(0) }, pdfPorts(files))
const read = async (...papers: [PdfContent, ...PdfContent[]]) => readPdf((await made(papers)).bytes)
const textOf = ({ pages }: ReturnType<typeof readPdf>): string => pages.flat().join('\n')

describe('the PDF of an answer', () => {
  it('says under a signature that the answer was changed after it, on sheets and on a roll', async () => {
    const answer = composeAnswer(buildTemplate(), buildSubmit(), AT)
    const changed = { ...answer, completedAt: toInstant(Date.UTC(2026, 10, 2, 10, 30)) }
    for (const chosen of [undefined, { portablePrint: true } as const]) {
      const flat = async (of: typeof answer) =>
        textOf(await read(buildAnswerPdf(of, undefined, { ...SETTING, chosen, dateTime: () => 'then' }))).replaceAll(
          /\s+/g,
          ' ',
        )
      expect(await flat(changed)).toContain('Se firmó antes de que la respuesta se modificara el then')
      expect(await flat(answer)).not.toContain('Firma anterior')
    }
  })

  it('has the code to keep, and a QR code that can be tapped, on sheets and on a roll', async () => {
    const answer = composeAnswer(
      buildPlainTemplate({}, { opcionales: { pdfDownloadCode: true } }),
      buildPlainSubmit(1),
      AT,
    )
    for (const chosen of [undefined, { portablePrint: true } as const]) {
      const { pages, links, boxes } = readPdf(
        (await made([buildAnswerPdf(answer, undefined, { ...SETTING, chosen })])).bytes,
      )
      expect(pages.flat()).toContain(`${answer.id.slice(0, 3)}VIS1`)
      expect(links).toEqual([`https://relevo.example/actas/consultar#${answer.id.slice(0, 3)}VIS1`])
      expect(readQr(modulesOfBoxes(boxes.flat()))).toBe(links[0])
    }
    expect(readPdf((await made([note('x')])).bytes).links).toEqual([])
  })

  it('says what was asked and answered, who signed, and what identifies it', async () => {
    const pdf = await read(shop())
    const text = textOf(pdf)
    for (const [asked, answered] of [
      ['Nombre', 'Bar El Puente'],
      ['Empleados', '4'],
      ['Superficie', '82,50'],
      ['Vencimiento', '01/03/2027'],
      ['Rubros', 'Bar, Otro'],
      ['Estado', 'Malo'],
      ['Matafuegos', 'Sí'],
      ['Cubiertos', '40'],
    ])
      expect(text).toContain(`${asked}\n${answered}\n`)
    for (const part of [
      'Inspección de comercios',
      'Villa Serena',
      'VIS1',
      'Salidas',
      'Repetición 2',
      'Salida de emergencia',
      'Tipo de local',
      'Gastronómico',
      'Firmas',
      'Ana Paz',
      'Titular',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('Depósito')
    expect(pdf.images).toBeGreaterThanOrEqual(2)
  })

  it('counts its pages, and says on each which it is', async () => {
    const pdf = await read(note(Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')))
    expect(pdf.pages.length).toBeGreaterThan(3)
    for (const [index, page] of pdf.pages.entries()) expect(page).toContain(`${index + 1} / ${pdf.pages.length}`)
    expect(textOf(pdf).match(/^line \d+$/gm)?.length).toBe(200)
  })

  it('tells readers its title and language, and lists its sections', async () => {
    const pdf = await read(shop())
    expect([pdf.title, pdf.language]).toEqual(['VIS1 · Inspección de comercios', 'es'])
    expect(pdf.outline).toEqual(['VIS1 · Inspección de comercios', 'Local', 'Salidas', 'Tipo de local', 'Firmas'])
  })

  it('has the letters of Spanish, Portuguese, Guaraní, Galician, Basque, Greek and Cyrillic', async () => {
    const words =
      'Ñandú ¿qué? “ação” coração Avañeẽ ĝuarani g\u0303uaraní ỹvy mbo\u2019e ŷ Lingüística Zşç Ελλάδα Москва – … € º'
    expect(textOf(await read(note(words))).replaceAll('\n', ' ')).toContain(words.normalize('NFC'))
  })

  it('is the same file for the same answer', async () => {
    expect((await made([shop()])).bytes).toEqual((await made([shop()])).bytes)
  })

  it('has several answers, each on pages that count by themselves', async () => {
    const pdf = await read(note('first'), note('second'))
    expect(pdf.pages.map((page) => page.at(-1))).toEqual(['1 / 1', '1 / 1'])
    expect([pdf.pages[0]?.includes('first'), pdf.pages[1]?.includes('second')]).toEqual([true, true])
  })
})

describe('its form says how it looks:', () => {
  it('letterhead, sizes, and no questions that were not answered', async () => {
    const paper = buildAnswerPdf(
      composeAnswer(
        buildTemplate(),
        buildSubmit(1, { content: { values: { '0/0': { respuesta: 'Bar' } }, conditions: {}, rows: {} } }),
        AT,
      ),
      {
        municipalityName: 'Ciudad de Serena',
        additionalInformation: 'Calle 1',
        answerSize: 30,
        removeUnanswered: true,
      } as PdfSettings,
      SETTING,
    )
    const text = textOf(await read(paper))
    expect(text).toContain('Ciudad de Serena\nCalle 1')
    expect(text).not.toContain('Villa Serena')
    expect(text).not.toContain('Matafuegos')
  })

  it('a roll is one page, 80 mm wide and as long as the answer', async () => {
    const short = await read(note('x', { portablePrint: true }))
    const long = await read(note('line\n'.repeat(300), { portablePrint: true }))
    expect([short.sizes.length, long.sizes.length]).toEqual([1, 1])
    expect(short.sizes[0]?.[0]).toBeCloseTo((80 * 72) / 25.4, 0)
    expect(long.sizes[0]?.[1]).toBeGreaterThan(3000)
  })

  it('a municipality that shows no codes has the reference in its place', async () => {
    const text = textOf(await read(shop(undefined, { codeHidden: true })))
    expect(text).not.toContain('VIS1')
    expect(text).toContain('Referencia')
  })
})

describe('hostile texts', () => {
  it('never fail: any characters at all, in every place', async () => {
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 200 }), { minLength: 30, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const text = (index: number) => all[index % all.length] ?? ''
        const questions = all.map(
          (_, index) =>
            ({
              kind: 'question',
              orden: index,
              title: text(index),
              answer: text(index + 1),
              photo: null,
              files: [],
            }) as const,
        )
        const groups = [{ title: text(2), questions, note: text(3) }]
        const sections = [{ orden: 0, title: text(4), area: text(5), description: text(6), note: text(7), groups }]
        const facts = [{ name: text(8), value: text(9) }]
        const strange = {
          title: text(10),
          name: text(11),
          notes: [text(12)],
          sections,
          facts,
          subjects: [{ title: text(13), facts }],
        }
        expect(readPdf((await made([{ ...note('x'), ...strange }])).bytes).pages.length).toBeGreaterThan(0)
      }),
      { numRuns: 5 },
    )
  })

  it('what no font has is reported, and steers nothing', async () => {
    const text = textOf(await read(note('مرحبا שלום 한국 🎉👩‍🚒 \u202eabc\u202c tab\there \u0007bell')))
    expect(text).toContain('abc tab here bell')
    expect(text).toContain(SPANISH.lackingCharacters.slice(0, 40))
  })

  it('Japanese is printed, also in bold and within Spanish', async () => {
    const names = 'Vecino: 髙橋 﨑太郎（ﾀﾛｳ）※ カード「一」、〒150-0042東京都渋谷区宇田川町'
    const text = textOf(await read({ ...note(names), title: '道路の損傷に関する届出書' })).replaceAll(/\n/g, '')
    expect(text).toContain(names)
    expect(text).toContain('道路の損傷に関する届出書')
    expect(text).not.toContain('\ufffd')
  })

  it('Japanese is replaced and reported while its fonts cannot be fetched', async () => {
    const { fonts, ...ports } = pdfPorts()
    const asked: string[] = []
    const bytes = await makePdf(
      { papers: [note('Ana 髙橋')], language: 'es', origin: 'https://relevo.example', at: toInstant(0) },
      {
        ...ports,
        fonts: async (file) => {
          asked.push(file)
          if (file.includes('-jp-')) throw new TypeError('Failed to fetch')
          return fonts(file)
        },
      },
    )
    const text = textOf(readPdf(bytes.bytes))
    expect(text).toContain('Ana \ufffd\ufffd')
    expect(text).toContain(SPANISH.lackingCharacters.slice(0, 40))
    // 髙 and 橋 are in two fonts. No font of another script is fetched.
    expect(asked.map((file) => file.replace(/(?<=jp-)\d+/, 'N'))).toEqual([
      'noto-sans-latin-400-normal.woff',
      'noto-sans-latin-600-normal.woff',
      'noto-sans-jp-N-400-normal.woff',
      'noto-sans-jp-N-400-normal.woff',
    ])
  })

  it('a word of 100,000 letters breaks over pages', async () => {
    const pdf = await read(note('x'.repeat(100_000)))
    expect(textOf(pdf).match(/x/g)?.length).toBe(100_000)
    expect(pdf.pages.length).toBeGreaterThan(10)
  })
})

describe('pictures', () => {
  it('that are not at hand are said in their place', async () => {
    const { bytes } = await made([shop()], new Map())
    expect(textOf(readPdf(bytes))).toContain(SPANISH.photoMissing.slice(0, 20))
  })

  it('that are broken are said, too', async () => {
    const broken = demoPhoto('signature-1.png').slice(0, 60)
    const { bytes } = await made([shop()], new Map([[PHOTO.sha256 as string, broken]]))
    expect(textOf(readPdf(bytes))).toContain(SPANISH.photoMissing.slice(0, 20))
  })

  it('that unpack to more than they say are none', async () => {
    const bomb = pngOf(10, 10, deflateSync(new Uint8Array(50_000_000)))
    const { bytes } = await made([shop()], new Map([[PHOTO.sha256 as string, bomb]]))
    expect(readPdf(bytes).images).toBe(0)
  })
})

/** A PNG that declares one size and contains these data. */
function pngOf(width: number, height: number, data: Uint8Array): Uint8Array {
  const chunk = (type: string, body: Uint8Array): Buffer => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(body.length)
    head.write(type, 4)
    return Buffer.concat([head, body, Buffer.alloc(4)])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, 0], 8)
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      chunk('IHDR', size),
      chunk('IDAT', data),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}
