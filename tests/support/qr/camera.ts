import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { ReadPdf } from '../pdf/read-pdf.ts'

type Boxes = ReadPdf['boxes'][number]

const { resolve } = createRequire(import.meta.url)
const wasm = await readFile(resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })

/**
 * The page as seen by a low-resolution camera: a pixel partly covered by a module is grey. The pixels per point of
 * paper are a parameter.
 */
function photographed(boxes: Boxes, [wide, high]: readonly [number, number], scale: number) {
  const [width, height] = [Math.round(wide * scale), Math.round(high * scale)]
  const dark = new Float64Array(width * height)
  for (const [x, y, boxWidth, boxHeight] of boxes) {
    const [left, right] = [x * scale, (x + boxWidth) * scale]
    const [top, bottom] = [(high - y - boxHeight) * scale, (high - y) * scale]
    for (let row = Math.floor(top); row < Math.min(height, bottom); row += 1)
      for (let column = Math.floor(left); column < Math.min(width, right); column += 1) {
        const share = (from: number, to: number, at: number) => Math.max(0, Math.min(to, at + 1) - Math.max(from, at))
        const place = row * width + column
        dark[place] = (dark[place] ?? 0) + share(left, right, column) * share(top, bottom, row)
      }
  }
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [at, share] of dark.entries()) data.fill(255 * (1 - Math.min(1, share)), at * 4, at * 4 + 3)
  return { data, width, height, colorSpace: 'srgb' } as unknown as ImageData
}

/** The code that the doors' reader finds on a page of a PDF. @param scale pixels per point */
export async function seen(boxes: Boxes, size: readonly [number, number], scale: number): Promise<readonly string[]> {
  const found = await readBarcodes(photographed(boxes, size, scale), { formats: ['QRCode'], tryHarder: true })
  return found.map(({ text }) => text)
}
