import { afterEach, expect, it } from 'vitest'
import type { PdfRequest } from '#documents/pdf/index.ts'
import { paperWordsIn } from '#documents/pdf/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { paperOf } from '#domain/paper/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { there } from '#tests/support/there.ts'
import { readPdf } from '#tests/support/pdf/read-pdf.ts'
import { threadPdfs, type ThreadPdfs } from './thread-pdfs.ts'

const log: string[] = []
const open: ThreadPdfs[] = []
afterEach(async () => {
  log.length = 0
  await Promise.all(open.splice(0).map((pdfs) => pdfs.close()))
})
function begin(patience?: number): ThreadPdfs {
  const pdfs = threadPdfs({ info: () => undefined, error: (event) => log.push(event) }, patience)
  open.push(pdfs)
  return pdfs
}

function request(text: string): PdfRequest {
  const author = buildUser('ines')
  const answer = composeAnswer(buildPlainTemplate(), buildPlainSubmit(1, text), { code: 'VIS1', now: BEFORE, author })
  const setting = {
    words: paperWordsIn('es'),
    language: 'es',
    dateTime: () => 'then',
    codeHidden: false,
    electronicSignatureHidden: false,
  }
  return { papers: [paperOf(answer, undefined, setting)], language: 'es', origin: '', at: toInstant(0) }
}
const BROKEN = { ...request('x'), papers: [{}] } as unknown as PdfRequest
const textOf = (made: Awaited<ReturnType<ThreadPdfs['make']>>): string =>
  made.ok ? readPdf(made.value).pages.flat().join('\n') : made.problem.code

it('makes one after the other, and each gets its own', async () => {
  const pdfs = begin()
  const made = await Promise.all(['first', 'second', 'third'].map((text) => pdfs.make(request(text), new Map())))
  for (const [index, text] of ['first', 'second', 'third'].entries()) expect(textOf(there(made[index]))).toContain(text)
})

it('goes on after one that cannot be made', async () => {
  const pdfs = begin()
  const made = await Promise.all([pdfs.make(BROKEN, new Map()), pdfs.make(request('after'), new Map())])
  expect(made[0]).toEqual({ ok: false, problem: { code: 'pdf.failed' } })
  expect(textOf(made[1])).toContain('after')
  expect(log).toEqual(['pdf.failed'])
})

it('gives up one that takes too long, with its thread', async () => {
  const pdfs = begin(1)
  expect(await pdfs.make(request('slow'), new Map())).toEqual({ ok: false, problem: { code: 'pdf.failed' } })
  expect(log).toEqual(['pdf.given-up'])
})

it('tells whoever comes when twenty wait to come again', async () => {
  const pdfs = begin()
  const all = Array.from({ length: 23 }, () => pdfs.make(request('x'), new Map()))
  const made = await Promise.all(all)
  expect(made.filter((one) => !one.ok)).toEqual([
    { ok: false, problem: { code: 'server.busy', details: { seconds: 15 } } },
    { ok: false, problem: { code: 'server.busy', details: { seconds: 15 } } },
  ])
})

it('leaves nobody waiting when it is closed', async () => {
  const pdfs = begin()
  const all = Promise.all(Array.from({ length: 3 }, () => pdfs.make(request('x'), new Map())))
  await pdfs.close()
  expect(await all).toEqual(Array.from({ length: 3 }, () => ({ ok: false, problem: { code: 'pdf.failed' } })))
  expect(await pdfs.make(request('later'), new Map())).toMatchObject({ ok: false })
})
