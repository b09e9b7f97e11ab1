import { jsPDF } from 'jspdf'
import { afterEach, expect, it, vi } from 'vitest'
import { pdfPorts } from '#tests/support/pdf/pdf-ports.ts'
import { loadFonts } from './fonts.ts'

const LIST = '@fontsource/noto-sans-jp/unicode.json'
afterEach(() => vi.doUnmock(LIST))

it('replaces arrows, emoji and Japanese on a device that cannot fetch the list of Japanese fonts', async () => {
  vi.doMock(LIST, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  const { fonts: source } = pdfPorts()
  const fonts = await loadFonts(new jsPDF(), source, ['Sí \u2714 pase a 3 \u{1f44d} 髙'])
  const drawn = fonts.runs('Sí \u2714 pase a 3 \u{1f44d} 髙', 'normal').map(({ text }) => text)
  expect(drawn.join('')).toBe('Sí \ufffd pase a 3 \ufffd \ufffd')
  expect(fonts.lacks).toBe(true)
})

it('replaces a Japanese character whose font was cut off on the way', async () => {
  const { fonts: source } = pdfPorts()
  const cut = async (file: string) => (await source(file)).subarray(0, file.includes('-jp-') ? 900 : undefined)
  const fonts = await loadFonts(new jsPDF(), cut, ['Ana 髙'])
  expect(
    fonts
      .runs('Ana 髙', 'normal')
      .map(({ text }) => text)
      .join(''),
  ).toBe('Ana \ufffd')
})

it('asks for no Japanese font because of an emoji', async () => {
  const asked: string[] = []
  const { fonts: source } = pdfPorts()
  await loadFonts(new jsPDF(), async (file) => (asked.push(file), source(file)), ['\u{1f44d}'])
  expect(asked.filter((file) => file.includes('-jp-'))).toEqual([])
})
