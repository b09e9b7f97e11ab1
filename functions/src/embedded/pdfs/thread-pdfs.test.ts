import { deflateSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import type { AnswerPdfSources, RequestedPdf } from '#core/pdf-port.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { ok, refuse, toInstant } from '#domain/kernel/index.ts'
import type { ReceiptContent } from '#domain/pdf/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { pngOf } from '#tests/support/pdf/png-of.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { createThreadedPdfMaker, type ThreadedPdfMaker } from './thread-pdfs.ts'

const log: string[] = []
const open: ThreadedPdfMaker[] = []
afterEach(async () => {
  log.length = 0
  await Promise.all(open.splice(0).map((pdfs) => pdfs.close()))
})
function begin(patience?: number): ThreadedPdfMaker {
  const pdfs = createThreadedPdfMaker({ info: () => undefined, error: (event) => log.push(event) }, patience)
  open.push(pdfs)
  return pdfs
}

function sourcesOf(text: string): AnswerPdfSources {
  const author = buildUser('ines')
  const answer = composeAnswer(buildPlainTemplate(), buildPlainSubmit(1, text), { code: 'VIS1', now: BEFORE, author })
  const source = { answer, settings: undefined, codeHidden: false, electronicSignatureHidden: false }
  return {
    answers: [source],
    chosen: undefined,
    reader: { language: 'es', timeZone: 'UTC' },
    origin: '',
    home: '',
    at: toInstant(0),
  }
}
const BROKEN = { ...sourcesOf('x'), answers: [{}] } as unknown as AnswerPdfSources
function wanted(of: AnswerPdfSources, more: Partial<RequestedPdf> = {}): RequestedPdf {
  return { sources: of, readPictures: async () => ok(new Map()), isPublic: false, ...more }
}
const RECEIPT: ReceiptContent = {
  title: 'Comprobante 7',
  municipality: '',
  warning: '',
  amount: '',
  facts: [],
  lines: { title: '', heads: [], rows: [] },
  sums: [],
  lackingCharacters: '',
  language: 'es',
  issuedAt: toInstant(0),
}
const textOf = (made: Awaited<ReturnType<ThreadedPdfMaker['make']>>): string =>
  made.ok ? readPdf(made.value).pages.flat().join('\n') : made.problem.code

it('makes one after the other, and each gets its own', async () => {
  const pdfs = begin()
  const made = await Promise.all(['first', 'second', 'third'].map((text) => pdfs.make(wanted(sourcesOf(text)))))
  for (const [index, text] of ['first', 'second', 'third'].entries()) expect(textOf(there(made[index]))).toContain(text)
  expect(textOf(await pdfs.make({ ...wanted(BROKEN), sources: { receipt: RECEIPT } }))).toContain('Comprobante 7')
})

it('continues after one that cannot be made', async () => {
  const pdfs = begin()
  const made = await Promise.all([pdfs.make(wanted(BROKEN)), pdfs.make(wanted(sourcesOf('after')))])
  expect(made[0]).toEqual({ ok: false, problem: { code: 'pdf.failed' } })
  expect(textOf(made[1])).toContain('after')
  expect(log).toEqual(['pdf.failed'])
})

it('gives up one that takes too long, with its thread', async () => {
  const pdfs = begin(1)
  expect(await pdfs.make(wanted(sourcesOf('slow')))).toEqual({ ok: false, problem: { code: 'pdf.failed' } })
  expect(log).toEqual(['pdf.given-up'])
})

it('tells anyone who comes when twenty wait to come again', async () => {
  const pdfs = begin()
  const all = Array.from({ length: 23 }, () => pdfs.make(wanted(sourcesOf('x'))))
  const made = await Promise.all(all)
  expect(made.filter((one) => !one.ok)).toEqual([
    { ok: false, problem: { code: 'server.busy', details: { seconds: 15 } } },
    { ok: false, problem: { code: 'server.busy', details: { seconds: 15 } } },
  ])
})

it('tells the third of the public that waits to come again, and no one at work', async () => {
  const pdfs = begin()
  const all = Array.from({ length: 5 }, () => pdfs.make(wanted(sourcesOf('x'), { isPublic: true })))
  const atWork = pdfs.make(wanted(sourcesOf('x')))
  expect((await Promise.all(all)).map((made) => made.ok)).toEqual([true, true, true, false, false])
  expect(await atWork).toMatchObject({ ok: true })
})

it('reads pictures when it is their turn, one PDF at a time, and passes on why they cannot be had', async () => {
  const pdfs = begin()
  const read: number[] = []
  let made = 0
  const all = [1, 2, 3].map(async (turn) => {
    const readPictures = async (): ReturnType<RequestedPdf['readPictures']> => {
      read.push(turn, made)
      if (turn === 3) throw new Error('the disk')
      return turn === 2 ? refuse('pdf.too-large') : ok(new Map())
    }
    const result = await pdfs.make(wanted(sourcesOf('x'), { readPictures }))
    made += 1
    return result.ok ? 'made' : result.problem.code
  })
  expect(await Promise.all(all)).toEqual(['made', 'pdf.too-large', 'pdf.failed'])
  expect(read.filter((_, index) => index % 2 === 0)).toEqual([1, 2, 3])
})

it('makes none whose pictures would be unpacked for minutes', async () => {
  const pdfs = begin()
  // Twelve million pixels of one bit each, and thirteen.
  const head = new Uint8Array([0, 0, 15, 160, 0, 0, 11, 184, 1, 0, 0, 0, 0])
  const png = pngOf([
    ['IHDR', head],
    ['IDAT', deflateSync(new Uint8Array(3_000 * 501))],
    ['IEND', new Uint8Array()],
  ])
  const names = Array.from({ length: 13 }, (_, index) => `picture ${index}`)
  const plain = sourcesOf('x')
  const withPictures = (count: number): AnswerPdfSources => ({
    ...plain,
    answers: plain.answers.map((source) => ({
      ...source,
      answer: {
        ...source.answer,
        signatures: names
          .slice(0, count)
          .map((imgID, indexSignature) => ({ indexSignature, title: '', imgID, imgURL: '' })),
      } as unknown as Answer,
    })),
  })
  const shown: number[] = []
  const readPictures: RequestedPdf['readPictures'] = async ([images = []]) => {
    shown.push(images.length)
    return ok(new Map(names.map((name) => [name, png])))
  }
  expect(await pdfs.make(wanted(withPictures(13), { readPictures }))).toEqual({
    ok: false,
    problem: { code: 'pdf.too-large' },
  })
  expect(await pdfs.make(wanted(withPictures(2), { readPictures }))).toMatchObject({ ok: true })
  expect(shown).toEqual([13, 2])
})

it('leaves no one waiting when it is closed', async () => {
  const pdfs = begin()
  const all = Promise.all(Array.from({ length: 3 }, () => pdfs.make(wanted(sourcesOf('x')))))
  await pdfs.close()
  expect(await all).toEqual(Array.from({ length: 3 }, () => ({ ok: false, problem: { code: 'pdf.failed' } })))
  expect(await pdfs.make(wanted(sourcesOf('later')))).toMatchObject({ ok: false })
})

it('makes those of people at work before those of the public that wait longer', async () => {
  const pdfs = begin()
  const order: string[] = []
  const make = async (text: string, isPublic: boolean) => {
    await pdfs.make(wanted(sourcesOf(text), { isPublic }))
    order.push(text)
  }
  await Promise.all([make('first', true), make('public', true), make('work', false), make('more work', false)])
  expect(order).toEqual(['first', 'work', 'more work', 'public'])
})
