import { describe, expect, it } from 'vitest'
import { detectMediaType } from './sniff.ts'

const typeOf = (content: string | Uint8Array, encoding: BufferEncoding = 'latin1'): Promise<string> => {
  const bytes = typeof content === 'string' ? Buffer.from(content, encoding) : content
  return detectMediaType({
    bytes: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  })
}

describe('the type of a file from its bytes', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['\xff\xd8\xff\xe1....', 'image/jpeg'],
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['%PDF-1.7\n', 'application/pdf'],
    ['{\\rtf1\\ansi', 'application/rtf'],
    ['\0\0\0\x20ftypisom', 'video/mp4'],
    ['\0\0\0\x14ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x14ftyp3gp5', 'video/3gpp'],
    ['\0\0\0\x14ftypheic', 'image/heic'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x1cftypM4A ', 'audio/mp4'],
    ['\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm', 'video/webm'],
    ['MZ\x90\0\x03', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['\0', 'application/octet-stream'],
  ])('%j', async (content, type) => {
    expect(await typeOf(content)).toBe(type)
  })

  it.each([
    ['nombre;edad\nAna;3\nLuis;4\n', 'text/csv'],
    ['a,b\r\n"x, y",2\r\n', 'text/csv'],
    ['Hola, ñandú.\nEsto es un texto.', 'text/plain'],
    [
      '<?xml version="1.0"?>\n<!-- map --><kml xmlns="http://www.opengis.net/kml/2.2">',
      'application/vnd.google-earth.kml+xml',
    ],
    ['\uFEFF<kml:kml xmlns:kml="x">', 'application/vnd.google-earth.kml+xml'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">', 'image/svg+xml'],
    ['<?xml version="1.0"?><!DOCTYPE svg PUBLIC "x"><svg>', 'image/svg+xml'],
    ['  <!doctype html><script>', 'text/html'],
    ['<?xml version="1.0"?><html xmlns="x"><kml>', 'text/html'],
    ['<script>alert(1)</script>', 'text/html'],
    ['<?xml version="1.0"?><data/>', 'application/xml'],
  ])('text: %j', async (content, type) => {
    expect(await typeOf(content, 'utf8')).toBe(type)
  })

  it.each([
    [
      ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'],
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    [['[Content_Types].xml', 'xl/workbook.xml'], 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    [
      ['[Content_Types].xml', 'ppt/presentation.xml'],
      'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ],
    [
      ['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'],
      'application/vnd.ms-word.document.macroEnabled.12',
    ],
    [['doc.kml', 'files/icon.png'], 'application/vnd.google-earth.kmz'],
    [['a.txt', 'b/c.kml'], 'application/zip'],
  ])('a ZIP file with %j', async (names, type) => {
    expect(await typeOf(zipOf(names))).toBe(type)
  })

  it('OpenDocument by its first entry', async () => {
    const type = 'application/vnd.oasis.opendocument.spreadsheet'
    const head = Buffer.alloc(30)
    head.write('PK\x03\x04', 'latin1')
    head.writeUInt32LE(type.length, 18)
    head.writeUInt16LE(8, 26)
    expect(await typeOf(Buffer.concat([head, Buffer.from(`mimetype${type}`)]))).toBe(type)
  })

  it('Word before 2007 by a stream of its directory, and an unknown one as what it is', async () => {
    expect(await typeOf(compound('WordDocument'))).toBe('application/msword')
    expect(await typeOf(compound('Workbook'))).toBe('application/vnd.ms-excel')
    expect(await typeOf(compound('Something'))).toBe('application/x-cfb')
  })

  it('survives files that break off or lie about their insides', async () => {
    expect(await typeOf('PK\x03\x04')).toBe('application/zip')
    expect(await typeOf('PK\x03\x04....PK\x05\x06' + '\xff'.repeat(18))).toBe('application/zip')
    expect(await typeOf('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')).toBe('application/x-cfb')
    expect(await typeOf(Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 0xff)]))).toBe(
      'application/x-cfb',
    )
  })

  it('takes nothing in a ZIP file that has lost its end for its directory', async () => {
    const named = zipOf(['doc.kml'])
    const cut = Buffer.concat([Buffer.alloc(40), named.subarray(0, -22)])
    cut.write('PK\x03\x04', 'latin1')
    // Target of an end record that begins one byte before the file.
    cut.writeUInt32LE(named.length, 11)
    cut.writeUInt32LE(40 + named.indexOf('PK\x01\x02'), 15)
    expect(await typeOf(cut)).toBe('application/zip')
  })
})

function zipOf(names: readonly string[]): Buffer {
  const local = Buffer.from('PK\x03\x04 content', 'latin1')
  const entries = names.map((name) => {
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(name.length, 28)
    return Buffer.concat([entry, Buffer.from(name)])
  })
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

function compound(stream: string): Buffer {
  const bytes = Buffer.alloc(512 + 512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.write('Root Entry', 512, 'utf16le')
  bytes.write(stream, 512 + 128, 'utf16le')
  return bytes
}
