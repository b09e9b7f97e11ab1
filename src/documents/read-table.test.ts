import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTable } from './read-table.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string, littleEndian: boolean) => {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at += 1) bytes.setUint16(at * 2, text.charCodeAt(at), littleEndian)
  return new Uint8Array(bytes.buffer)
}
const rows = (bytes: Uint8Array) => {
  const read = readTable(bytes)
  return read.ok ? read.value : read.problem
}

describe('a table of text', () => {
  it.each<[string, string, readonly (readonly string[])[]]>([
    [
      'commas',
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons with commas within',
      'a;b\n1,5;2,5\n',
      [
        ['a', 'b'],
        ['1,5', '2,5'],
      ],
    ],
    [
      'tabs',
      'a\tb\r\n1\t2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'line ends of old computers',
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a line that names the separator',
      'sep=;\r\na;b\r\n1,2;3\r\n',
      [
        ['a', 'b'],
        ['1,2', '3'],
      ],
    ],
    [
      'a quote with a line break and quotes',
      'a,b\n"x ""y""\r\nz",2\n',
      [
        ['a', 'b'],
        ['x "y"\r\nz', '2'],
      ],
    ],
    [
      'a quote within a text',
      'a,b\n5" pipe,2\n',
      [
        ['a', 'b'],
        ['5" pipe', '2'],
      ],
    ],
    ['empty cells and rows', 'a,,\n\n,b', [['a', '', ''], [''], ['', 'b']]],
    [
      'a separator at the end of the file',
      'a,b\n1,',
      [
        ['a', 'b'],
        ['1', ''],
      ],
    ],
    ['a first row of one cell', 'survey\n,type,name', [['survey'], ['', 'type', 'name']]],
  ])('is read with %s', (_what, text, expected) => {
    expect(rows(utf8(text))).toEqual(expected)
  })

  it.each([
    ['never ends', 'a,b\n1,2\n3,"4\n5,6\n', 3],
    ['ends at the next one', 'a,b\n1,"Pérez\n2,"Gómez"\n', 2],
    ['is followed by text', 'a,b\n"1" x,2\n', 2],
  ])('with a quote that %s is refused with its row', (_how, text, row) => {
    expect(rows(utf8(text))).toEqual({ code: 'import.unclosed-quote', details: { row } })
  })

  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8('año;ñandú')],
    ['UTF-8 with its mark', utf8('\uFEFFaño;ñandú')],
    ['UTF-16 with its mark', utf16('\uFEFFaño;ñandú', true)],
    ['UTF-16 of the other order', utf16('\uFEFFaño;ñandú', false)],
    ['UTF-16 without a mark', utf16('año;ñandú', true)],
    ['Windows-1252', Uint8Array.from('año;ñandú', (letter) => letter.charCodeAt(0))],
  ])('is read in %s', (_encoding, bytes) => {
    expect(rows(bytes)).toEqual([['año', 'ñandú']])
  })

  it('with zero bytes is none', () => {
    expect(rows(utf8('a\u0000b,c'))).toEqual({ code: 'import.unreadable' })
  })

  it('is what was written, whatever the cells are', () => {
    const cell = fc.array(fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'ñ', '=')).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (table) => {
        const text = [['x', 'y'], ...table].map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(','))
        expect(rows(utf8(text.join('\r\n')))).toEqual([['x', 'y'], ...table])
      }),
    )
  })
})
