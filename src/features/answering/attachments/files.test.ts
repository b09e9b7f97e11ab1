import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { captureFile, measureFile } from './capture.ts'
import { findExifSegment, withExif } from './exif.ts'
import { captureMarkedPhoto, buildPositionExif } from './mark-up-photo.tsx'
import { MAX_PHOTO_SIDE_PIXELS, type PictureDrawer, shrinkPhoto } from './shrink.ts'
import { checkFile } from './offered-files.ts'

const MB = 1024 * 1024
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** SOI, EXIF with orientation 6 and one more tag, end. */
const TIFF = [
  0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 2, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0x25, 0x88, 4, 0, 1, 0, 0, 0, 9, 9,
  9, 9,
]
const EXIF = [0xff, 0xe1, 0, 8 + TIFF.length, 0x45, 0x78, 0x69, 0x66, 0, 0, ...TIFF]
const JPEG = [0xff, 0xd8, ...EXIF, 0xff, 0xda, 0, 2, 0xff, 0xd9]
const DRAWN = [0xff, 0xd8, 0xff, 0xdb, 0, 2, 0xff, 0xd9]

function painterOf(width: number, height: number, drawn: number[] = DRAWN) {
  const calls: { width: number; height: number; type: string }[] = []
  const painter: PictureDrawer = {
    decode: async () => ({ width, height, source: { width, height, close: () => {} } }),
    draw: async (_source, picture) => {
      calls.push({ ...picture })
      return new Uint8Array(drawn).buffer
    },
  }
  return { painter, calls }
}
const blob = (bytes: readonly number[]): Blob => new Blob([new Uint8Array(bytes)])

/** EXIF as cameras write it: location, maker's notes, and a thumbnail of the photo. */
function exifOfCamera(little: boolean): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(10 + 140)
  const tiff = new DataView(out.buffer, 10)
  out.set([0xff, 0xe1, 0, 148, 0x45, 0x78, 0x69, 0x66, 0, 0])
  const entry = (at: number, [tag, type, count, value]: readonly [number, number, number, number]): void => {
    tiff.setUint16(at, tag, little)
    tiff.setUint16(at + 2, type, little)
    tiff.setUint32(at + 4, count, little)
    tiff.setUint32(at + 8, value, little)
  }
  tiff.setUint16(0, little ? 0x4949 : 0x4d4d)
  tiff.setUint16(2, 42, little)
  tiff.setUint32(4, 8, little)
  tiff.setUint16(8, 2, little)
  entry(10, [0x927c, 7, 8, 120])
  entry(22, [0x8825, 4, 1, 40])
  tiff.setUint32(34, 90, little)
  tiff.setUint16(40, 1, little)
  entry(42, [0x0002, 5, 3, 60])
  for (const [index, value] of [31, 1, 25, 1, 12, 1].entries()) tiff.setUint32(60 + index * 4, value, little)
  for (const [index, letter] of [...'THUMBNAIL'].entries()) tiff.setUint8(120 + index, letter.charCodeAt(0))
  return out
}

describe('a photo that was marked up', () => {
  const claim = { sha256: 'a'.repeat(64), bytes: 9, type: 'image/jpeg', name: 'front.jpg' } as never

  it.each([true, false])('keeps its place and nothing else of what the camera wrote (little endian: %s)', (little) => {
    const place = buildPositionExif(exifOfCamera(little))
    if (place === null) throw new Error('No place')
    expect(new TextDecoder('latin1').decode(place)).not.toContain('THUMB')
    expect(place.length).toBe(10 + 26 + 2 + 12 + 4 + 24)
    const tiff = new DataView(place.buffer, 10)
    const directory = tiff.getUint32(18, little)
    expect([tiff.getUint16(8, little), tiff.getUint16(10, little), tiff.getUint32(22, little)]).toEqual([1, 0x8825, 0])
    expect([tiff.getUint16(directory, little), tiff.getUint16(directory + 2, little)]).toEqual([1, 2])
    const at = tiff.getUint32(directory + 10, little)
    expect([0, 1, 2].map((part) => tiff.getUint32(at + part * 8, little))).toEqual([31, 25, 12])
  })

  it('has its own hash and length, its old name, and the place before the picture', async () => {
    const original = withExif(new Uint8Array(DRAWN), exifOfCamera(true)).buffer
    const marked = await captureMarkedPhoto(claim, original, blob(DRAWN))
    if (!marked.ok) throw new Error(marked.problem.code)
    const bytes = new Uint8Array(marked.value.data)
    expect(marked.value.claim).toMatchObject({ type: 'image/jpeg', name: 'front.jpg', bytes: bytes.length })
    expect(marked.value.claim.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect([...withExif(new Uint8Array(DRAWN), buildPositionExif(exifOfCamera(true)) ?? new Uint8Array())]).toEqual([
      ...bytes,
    ])
    const plain = await captureMarkedPhoto(claim, new Uint8Array(DRAWN).buffer, blob(DRAWN))
    expect(plain.ok && [...new Uint8Array(plain.value.data)]).toEqual(DRAWN)
  })

  it('without a place that can be read has none', () => {
    expect(buildPositionExif(new Uint8Array(EXIF))).toBeNull()
    expect(buildPositionExif(exifOfCamera(true).slice(0, 60))).toBeNull()
  })

  it('is refused when it is too large', async () => {
    const large = new Blob([new Uint8Array(5 * MB + 1)])
    expect(await captureMarkedPhoto(claim, undefined, large)).toMatchObject({ problem: { code: 'file.too-large' } })
  })
})

describe('a photo', () => {
  it('is shrunk to its longest side', async () => {
    const { painter, calls } = painterOf(4000, 3000)
    expect(await shrinkPhoto(blob(JPEG), false, painter)).toMatchObject({ ok: true, value: { type: 'image/jpeg' } })
    expect(calls).toEqual([{ width: MAX_PHOTO_SIDE_PIXELS, height: 1536, type: 'image/jpeg' }])
  })

  it('stays a PNG when it is small enough as it is', async () => {
    const { painter, calls } = painterOf(800, 600, PNG)
    await shrinkPhoto(blob(PNG), false, painter)
    expect(calls).toEqual([{ width: 800, height: 600, type: 'image/png' }])
  })

  it('loses place and time, unless the form asks for the location; then it says that it stands upright', async () => {
    const { painter } = painterOf(100, 100)
    const without = await shrinkPhoto(blob(JPEG), false, painter)
    expect(without.ok && [...new Uint8Array(without.value.data)]).toEqual(DRAWN)
    const kept = await shrinkPhoto(blob(JPEG), true, painter)
    const exif = kept.ok ? findExifSegment(new Uint8Array(kept.value.data)) : null
    expect(exif?.length).toBe(EXIF.length)
    expect([exif?.[10 + 8 + 2 + 8], exif?.[10 + 8 + 2 + 12]]).toEqual([1, 0x25])
  })

  it.each([
    ['a GIF', [0x47, 0x49, 0x46, 0x38]],
    ['a page that calls itself a picture', [...'<svg onload=…>'].map((letter) => letter.charCodeAt(0))],
    ['nothing', []],
  ])('is refused when it is %s', async (_name, bytes) => {
    expect(await shrinkPhoto(blob(bytes), false, painterOf(1, 1).painter)).toMatchObject({
      ok: false,
      problem: { code: 'file.wrong-type' },
    })
  })

  it('is refused when it is still too large, or no picture after all', async () => {
    const large: PictureDrawer = { ...painterOf(1, 1).painter, draw: async () => new ArrayBuffer(5 * MB + 1) }
    expect(await shrinkPhoto(blob(JPEG), false, large)).toMatchObject({ problem: { code: 'file.too-large' } })
    const broken: PictureDrawer = { ...painterOf(1, 1).painter, decode: () => Promise.reject(new Error('broken')) }
    expect(await shrinkPhoto(blob(JPEG), false, broken)).toMatchObject({ problem: { code: 'file.damaged' } })
  })

  it('with a broken EXIF part is taken without it', () => {
    expect(
      findExifSegment(new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 12, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 9, 9])),
    ).toBeNull()
    expect([...withExif(new Uint8Array(DRAWN), new Uint8Array([1, 2]))].slice(0, 4)).toEqual([0xff, 0xd8, 1, 2])
  })
})

describe('other files', () => {
  it.each([
    ['documento', 'plan.pdf', 5 * MB, 'ok'],
    ['documento', 'plan.PDF', 5 * MB + 1, 'file.too-large'],
    ['documento', 'area.kmz', 50 * MB, 'ok'],
    ['documento', 'area.kml', 50 * MB + 1, 'file.too-large'],
    ['documento', 'croquis.odg', 5 * MB, 'ok'],
    ['documento', 'page.html', 10, 'file.wrong-type'],
    ['documento', 'plan', 10, 'file.wrong-type'],
    ['video', 'film.mp4', 50 * MB, 'ok'],
    ['video', 'film.mp4', 50 * MB + 1, 'file.too-large'],
  ] as const)('%s %s of %i bytes: %s', (field, name, size, expected) => {
    const checked = checkFile(field, { name, size, type: field === 'video' ? 'video/mp4' : '' })
    expect(checked.ok ? 'ok' : checked.problem.code).toBe(expected)
  })

  it('may be a video of which the device knows no type, as the server takes it: its bytes say what it is', () => {
    expect(checkFile('video', { name: 'obra.MKV', size: 9, type: '' }).ok).toBe(true)
    expect(checkFile('video', { name: 'obra.txt', size: 9, type: '' }).ok).toBe(false)
  })

  it('are measured as they are, and an empty one is refused', async () => {
    const captured = await measureFile(new TextEncoder().encode('abc').buffer, 'text/csv', 'a.csv')
    expect(captured).toMatchObject({
      value: { claim: { sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', bytes: 3 } },
    })
    expect(await measureFile(new ArrayBuffer(0), 'text/csv', 'a.csv')).toMatchObject({
      problem: { code: 'file.damaged' },
    })
  })

  it('are measured piece by piece when they are long, and never read as a whole', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0"?><kml>'),
      Buffer.alloc(6 * MB + 11, '<Placemark/>\n'),
    ])
    const file = new File([bytes], 'barrio.kml')
    file.arrayBuffer = () => Promise.reject(new Error('Read as a whole'))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await captureFile('documento', file, false)).toEqual({
      ok: true,
      value: {
        claim: { sha256, bytes: bytes.length, type: 'application/vnd.google-earth.kml+xml', name: 'barrio.kml' },
        data: file,
      },
    })
  })

  it.each([
    { name: 'acta.pdf', type: 'application/pdf', content: '%PDF-1.7', expected: 'application/pdf' },
    { name: 'planilla.csv', type: '', content: 'a;b\n1;2\n', expected: 'text/csv' },
    { name: 'acta.pdf', type: 'application/pdf', content: '<html><script>', expected: 'file.wrong-type' },
    { name: 'acta.pdf', type: 'application/pdf', content: '\u0089PNG\r\n\u001a\n', expected: 'file.wrong-type' },
    { name: 'barrio.kmz', type: '', content: 'no zip at all', expected: 'file.wrong-type' },
    { name: 'acta.pdf', type: 'application/pdf', content: '', expected: 'file.damaged' },
    { name: 'paseo.mp4', type: 'video/mp4', content: '\0\0\0\u0018ftypmp42', expected: 'video/mp4' },
    { name: 'paseo.mp4', type: 'video/mp4', content: '%PDF-1.7', expected: 'file.wrong-type' },
  ])(
    '$name ($type) with $content: $expected, as the server will say of its bytes',
    async ({ name, type, content, expected }) => {
      const field = type === 'video/mp4' ? 'video' : 'documento'
      const captured = await captureFile(field, new File([Buffer.from(content, 'latin1')], name, { type }), false)
      expect(captured.ok ? captured.value.claim.type : captured.problem.code).toBe(expected)
    },
  )
})
