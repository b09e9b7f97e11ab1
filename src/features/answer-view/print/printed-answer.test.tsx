// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makePdf } from '#documents/pdf/index.ts'
import { composeAnswer } from '#domain/answering/index.ts'
import { toInstant } from '#domain/kernel/index.ts'
import { buildAnswerPdf } from '#domain/pdf/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildSubmit, PHOTO, SIGNATURE } from '#tests/support/builders/submit.ts'
import { BEFORE, buildTemplate } from '#tests/support/builders/template.ts'
import { demoPhoto, ENGLISH, pdfPorts } from '#tests/support/pdf/pdf-ports.ts'
import { readTags, textsOfTree } from '#tests/support/pdf/read-tags.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { PrintedAnswer } from './printed-answer.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const FILES = new Map<string, Uint8Array>([
  [PHOTO.sha256, demoPhoto('facade-almacen.jpg')],
  [SIGNATURE.sha256, demoPhoto('signature-1.png')],
])

/** Text that a screen reader reads of a page: texts and descriptions of pictures, without hidden parts. */
function heardOf(node: Node): readonly string[] {
  if (node instanceof Text) return [node.data]
  if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return []
  if (node instanceof HTMLImageElement) return [node.alt]
  if (node.getAttribute('role') === 'img') return [node.getAttribute('aria-label') ?? '']
  return [...node.childNodes].flatMap(heardOf)
}
const joined = (texts: readonly string[]): string =>
  texts
    .join(' ')
    .replaceAll(/[\s()]+/g, ' ')
    .trim()

it('reads an answer like its PDF, in the same order', async () => {
  const answer = composeAnswer(buildTemplate(), buildSubmit(), { now: BEFORE, code: 'VIS1', author: buildUser('ines') })
  const built = buildAnswerPdf(answer, undefined, {
    texts: ENGLISH,
    language: 'en',
    dateTime: (instant) => instant.slice(0, 16),
    codeHidden: false,
    electronicSignatureHidden: false,
    home: 'https://relevo.example',
  })
  const keep = { name: 'Download code', value: 'a1bVIS1', address: 'https://relevo.example/c' }
  const content = { ...built, keep }
  await openScreen({
    path: '/imprimir',
    screen: () => <PrintedAnswer ref={null} content={content} answer={answer} />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
  })
  const signature = await screen.findByRole('img', { name: /^Signature: / })
  // jsdom's own cannot be read as a stream.
  vi.stubGlobal('Blob', NodeBlob)
  const request = { papers: [content] as const, language: 'en', origin: 'https://relevo.example', at: toInstant(0) }
  const { tree } = readTags((await makePdf(request, pdfPorts(FILES))).bytes)
  const page = signature.closest('article')
  expect(page).not.toBeNull()
  expect(joined(textsOfTree(tree))).toBe(joined(page === null ? [] : heardOf(page)))
})
