/**
 * A process for one PDF library (argument: `relevo` or `pdfmake`). Its first PDF loads code; then it makes five more.
 * Last line: one JSON object (`Printed`).
 */
import { pdfPorts } from '../../support/pdf/pdf-ports.ts'
import { median } from '../support/statistics.ts'
import { linesOfPaper, photosOfPaper, requestOfPaper } from './paper.ts'

export type Printed = {
  readonly first: number
  readonly seconds: number
  readonly pages: number
  readonly bytes: number
  readonly memory: number
}

const TIMES = 5
type Made = { readonly pages: number; readonly bytes: number }

async function relevo(): Promise<() => Promise<Made>> {
  const { makePdf } = await import('../../../src/documents/pdf/index.ts')
  const request = requestOfPaper()
  const ports = pdfPorts(new Map(photosOfPaper().map(({ sha256, bytes }) => [sha256, bytes])))
  return async () => {
    const { bytes, pages } = await makePdf(request, ports)
    return { pages, bytes: bytes.length }
  }
}

/** pdfmake as documented for servers: its own font, the same texts and pictures. */
async function pdfmake(): Promise<() => Promise<Made>> {
  const { default: maker } = await import('pdfmake')
  const { default: roboto } = await import('pdfmake/fonts/Roboto.js')
  maker.setFonts(roboto)
  maker.setUrlAccessPolicy(() => false)
  maker.setLocalAccessPolicy(() => true)
  const lines = linesOfPaper()
  let pages = 0
  const content = lines.flatMap(({ title, text, photo }) => [
    { text: title, bold: true, fontSize: 10 },
    { text, fontSize: 10, margin: [0, 0, 0, 6] },
    ...(photo === undefined
      ? []
      : [{ image: `data:image/jpeg;base64,${Buffer.from(photo.bytes).toString('base64')}`, width: 240 }]),
  ])
  return async () => {
    const footer = (page: number, all: number): string => {
      pages = all
      return `${page} / ${all}`
    }
    const buffer = await maker.createPdf({ content: structuredClone(content), footer, pageSize: 'A4' }).getBuffer()
    return { pages, bytes: buffer.length }
  }
}

const began = performance.now()
const make = await (process.argv[2] === 'pdfmake' ? pdfmake() : relevo())
const made = await make()
const first = (performance.now() - began) / 1000
const times: number[] = []
for (let turn = 0; turn < TIMES; turn += 1) {
  const start = performance.now()
  await make()
  times.push((performance.now() - start) / 1000)
}
const printed: Printed = { first, seconds: median(times), ...made, memory: process.resourceUsage().maxRSS / 1024 }
process.stdout.write(`${JSON.stringify(printed)}\n`)
