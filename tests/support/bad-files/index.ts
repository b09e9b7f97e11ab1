import type { AttachmentField } from '#domain/questions/index.ts'
import { zipBomb, zipOf } from './archives.ts'
import { hugeJpeg, hugePng, movingPng, WHOLE_JPEG, wholePng } from './pictures.ts'

export { located, WHOLE_JPEG, wholePng } from './pictures.ts'
export { zipOf } from './archives.ts'

const MB = 1024 * 1024

/** An invalid attachment: the place where it is chosen, its declared type, its content. */
export type BadFile = {
  readonly what: string
  readonly field: AttachmentField | 'signature'
  readonly name: string
  /** type that a browser derives from the name */
  readonly type: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** the device's message */
  readonly says: string
  /** the server's code when the device's check is skipped */
  readonly code: 'file.wrong-type' | 'file.too-large' | 'file.length-mismatch'
  /**
   * a file for another place: it may be uploaded, and the answer that names it here is refused (`tests/support/rules`)
   */
  readonly misplaced?: true
}

const text = (content: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(content, 'latin1'))
const both = (...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.concat(parts))
const long = (start: string, length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  bytes.set(text(start))
  return bytes
}

const PAGE = '<html><script>alert(1)</script></html>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const GIF = 'GIF89a\x01\0\x01\0\0\0\0!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\0;'
const WRONG = 'Invalid file format. Choose a complete, static PNG or JPEG image.'
const WRONG_DOCUMENT =
  'Invalid file format. Choose a PDF, Word, Excel, PowerPoint, CSV, RTF, OpenDocument, KML or KMZ file.'
const WRONG_VIDEO = 'Invalid file format. Choose an MP4, MOV, WebM, 3GP, OGV, MPEG, AVI or MKV video.'
const NO_SIGNATURE = 'Wrong image format. Choose a PNG image.'

const photo = (what: string, name: string, bytes: Uint8Array<ArrayBuffer>, change: Partial<BadFile> = {}): BadFile => ({
  what,
  field: 'imagen',
  name,
  type: name.endsWith('png') ? 'image/png' : 'image/jpeg',
  bytes,
  says: WRONG,
  code: 'file.wrong-type',
  ...change,
})
const document = (what: string, name: string, bytes: Uint8Array<ArrayBuffer>, change: Partial<BadFile> = {}): BadFile =>
  photo(what, name, bytes, { field: 'documento', type: '', says: WRONG_DOCUMENT, ...change })
const film = (what: string, bytes: Uint8Array<ArrayBuffer>, change: Partial<BadFile> = {}): BadFile =>
  photo(what, 'paseo.mp4', bytes, { field: 'video', type: 'video/mp4', says: WRONG_VIDEO, ...change })
const signature = (what: string, bytes: Uint8Array<ArrayBuffer>, change: Partial<BadFile> = {}): BadFile =>
  photo(what, 'firma.png', bytes, { field: 'signature', says: NO_SIGNATURE, ...change })

const EMPTY = { code: 'file.length-mismatch' } as const
const DAMAGED = 'This image or file is damaged or incomplete. Choose another or take the photo again.'
const ZIP = zipOf('a.txt', text('hidden'))

/** The device refuses each with this message, the server with this code; the rest of the answer is kept. */
export const BAD_FILES: readonly BadFile[] = [
  photo('a page', 'frente.png', text(`<!doctype html>${PAGE}`)),
  photo('a drawing with a script', 'frente.png', text(SVG)),
  photo('a program', 'frente.jpg', text('MZ\x90\0\x03')),
  photo('a PDF', 'frente.jpg', text('%PDF-1.7\n'), { misplaced: true }),
  photo('a program behind two endings', 'frente.jpg.exe.jpg', text('MZ\x90\0\x03')),
  photo('a GIF that moves', 'frente.png', text(GIF)),
  photo('a WebP that moves', 'frente.png', text('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\0\0\0\0\0\0ANIM')),
  photo('a PNG that moves', 'frente.png', movingPng()),
  photo('a JPEG that is a page besides', 'frente.jpg', both(WHOLE_JPEG, text(PAGE))),
  photo('a JPEG with a page in its comment', 'frente.jpg', commented(WHOLE_JPEG, PAGE)),
  photo('a JPEG that is an archive besides', 'frente.jpg', both(WHOLE_JPEG, ZIP)),
  photo('a PNG that is an archive besides', 'frente.png', both(wholePng(), ZIP)),
  photo('a GIF that is an archive besides', 'frente.png', both(text(GIF), ZIP)),
  photo('a JPEG that breaks off', 'frente.jpg', WHOLE_JPEG.slice(0, -4)),
  photo('a PNG that breaks off', 'frente.png', wholePng().slice(0, -14)),
  photo('a PNG of 20,000 × 20,000 pixels', 'frente.png', hugePng(), {
    says: 'The image is too large.',
    code: 'file.too-large',
  }),
  photo('a JPEG of 20,000 × 20,000 pixels', 'frente.jpg', hugeJpeg(), {
    says: 'The image is too large.',
    code: 'file.too-large',
  }),
  photo('nothing', 'frente.jpg', new Uint8Array(), EMPTY),
  document('a page', 'acta.pdf', text(`<!doctype html>${PAGE}`)),
  document('a page behind two endings', 'acta.pdf.html', text(`<!doctype html>${PAGE}`)),
  document('a drawing with a script', 'acta.pdf', text(SVG)),
  document('a ZIP file', 'acta.docx', ZIP),
  document('a map that unpacks to 300 MB', 'barrio.kmz', zipBomb(300)),
  document('a map that says it unpacks to 4 GB', 'barrio.kmz', zipOf('doc.kml', text('<kml/>'), 0xffffffff)),
  document('a PDF of more than 5 MB', 'acta.pdf', long('%PDF-1.7\n', 5 * MB + 1), {
    says: 'The file is too large. The maximum allowed is 5 MB.',
    code: 'file.too-large',
  }),
  document('a map of more than 50 MB', 'barrio.kml', long('<kml>', 50 * MB + 1), {
    says: 'The KML/KMZ file is too large. The maximum size allowed is 50 MB.',
    code: 'file.too-large',
  }),
  document('nothing', 'acta.pdf', new Uint8Array(), { ...EMPTY, says: DAMAGED }),
  film('a PDF', text('%PDF-1.7\n'), { misplaced: true }),
  film('a film of more than 50 MB', long('\0\0\0\x18ftypmp42', 50 * MB + 1), {
    says: 'The video is too large. The maximum allowed is 50 MB.',
    code: 'file.too-large',
  }),
  film('nothing', new Uint8Array(), { ...EMPTY, says: DAMAGED }),
  signature('a drawing with a script', text(SVG)),
  signature('a PNG that moves', movingPng()),
  signature('a PNG that is an archive besides', both(wholePng(), ZIP)),
  signature('nothing', new Uint8Array(), EMPTY),
]

/** SOI, a comment, then the rest. */
function commented(jpeg: Uint8Array, comment: string): Uint8Array<ArrayBuffer> {
  return both(jpeg.subarray(0, 2), new Uint8Array([0xff, 0xfe, 0, comment.length + 2]), text(comment), jpeg.subarray(2))
}
