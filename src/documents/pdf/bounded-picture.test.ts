import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { boundedPicture } from './bounded-picture.ts'

type Chunk = readonly [type: string, body: Uint8Array]

/** With sums that are right: a decoder looks at them. */
function pngOf(chunks: readonly Chunk[]): Uint8Array<ArrayBuffer> {
  const parts = chunks.map(([type, body]) => {
    const named = Buffer.concat([Buffer.from(type), body])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  })
  return new Uint8Array(Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...parts]))
}

const HEAD: Chunk = ['IHDR', new Uint8Array([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])]
const DATA: Chunk = ['IDAT', deflateSync(new Uint8Array([0, 255, 0, 0]))]
const END: Chunk = ['IEND', new Uint8Array()]

it('of a PNG only what draws is handed on: a profile that unpacks to fifty megabytes is not there', async () => {
  const profile = Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(new Uint8Array(50_000_000))])
  const picture = await boundedPicture(pngOf([HEAD, ['iCCP', profile], ['zTXt', profile], DATA, END]))
  expect(picture).toMatchObject({ type: 'image/png', width: 1, height: 1, bytes: pngOf([HEAD, DATA, END]) })
})

it.each([
  ['whose data unpack to more than its head says', [HEAD, ['IDAT', deflateSync(new Uint8Array(1000))] as const, END]],
  ['with another part before its head', [['tEXt', new Uint8Array(13)] as const, HEAD, DATA, END]],
  ['without data', [HEAD, END]],
])('a PNG %s is none', async (_what, chunks) => {
  expect(await boundedPicture(pngOf(chunks))).toBeNull()
})

it('a PNG that breaks off is none', async () => {
  const whole = pngOf([HEAD, DATA, END])
  expect(await boundedPicture(whole.slice(0, whole.length - 14))).toBeNull()
})
