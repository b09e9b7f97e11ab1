import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pngOf, type Chunk } from '#tests/support/pdf/png-of.ts'
import { loadSafePicture } from './bounded-picture.ts'

const HEAD: Chunk = ['IHDR', new Uint8Array([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])]
const DATA: Chunk = ['IDAT', deflateSync(new Uint8Array([0, 255, 0, 0]))]
const END: Chunk = ['IEND', new Uint8Array()]

it('of a PNG only what draws is handed on: a profile that unpacks to fifty megabytes is not there', async () => {
  const profile = Buffer.concat([Buffer.from('bomb\0\0'), deflateSync(new Uint8Array(50_000_000))])
  const picture = await loadSafePicture(pngOf([HEAD, ['iCCP', profile], ['zTXt', profile], DATA, END]))
  expect(picture).toMatchObject({ type: 'image/png', width: 1, height: 1, bytes: pngOf([HEAD, DATA, END]) })
})

it.each([
  ['whose data unpack to more than its head says', [HEAD, ['IDAT', deflateSync(new Uint8Array(1000))] as const, END]],
  ['with another part before its head', [['tEXt', new Uint8Array(13)] as const, HEAD, DATA, END]],
  ['without data', [HEAD, END]],
])('a PNG %s is none', async (_what, chunks) => {
  expect(await loadSafePicture(pngOf(chunks))).toBeNull()
})

it('a PNG that breaks off is none', async () => {
  const whole = pngOf([HEAD, DATA, END])
  expect(await loadSafePicture(whole.slice(0, whole.length - 14))).toBeNull()
})
