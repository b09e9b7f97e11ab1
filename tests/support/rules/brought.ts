import { hashOf } from '../builders/submit.ts'
import type { Brought } from './rule-case.ts'

const MB = 1024 * 1024

/** Bytes with this beginning, of this length. */
export function bytesOf(start: string, length = start.length): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  bytes.set(Buffer.from(start, 'latin1'))
  return bytes
}

const png = (length?: number): Brought => ({
  name: 'frente.png',
  type: 'image/png',
  bytes: bytesOf('\x89PNG\r\n\x1a\n', length ?? 400),
})
export const PNG = png()
export const PNG_OF_5_MB = png(5 * MB)
export const PNG_OF_MORE = png(5 * MB + 1)
export const PNG_OF_1_MB = png(MB)
export const PNG_OF_MORE_THAN_1_MB = png(MB + 1)
export const JPEG: Brought = { name: 'frente.jpg', type: 'image/jpeg', bytes: bytesOf('\xff\xd8\xff\xdb\0\x02', 300) }

const pdf = (length?: number): Brought => ({
  name: 'plano.pdf',
  type: 'application/pdf',
  bytes: bytesOf('%PDF-1.7\n', length ?? 200),
})
export const PDF = pdf()
export const PDF_OF_5_MB = pdf(5 * MB)
export const PDF_OF_MORE = pdf(5 * MB + 1)

const kml = (length: number): Brought => ({
  name: 'barrio.kml',
  type: 'application/vnd.google-earth.kml+xml',
  bytes: bytesOf('<?xml version="1.0"?><kml>', length).fill(0x20, 26),
})
export const KML_OF_50_MB = kml(50 * MB)
const film = (length: number): Brought => ({
  name: 'paseo.mp4',
  type: 'video/mp4',
  bytes: bytesOf('\0\0\0\x18ftypmp42', length),
})
export const FILM = film(1000)
export const FILM_OF_50_MB = film(50 * MB)

/** A file in one of a question's places. */
export function attached(field: 'imagen' | 'documento' | 'video', file: Brought) {
  return { value: { [field]: hashOf(file.bytes) }, file }
}
