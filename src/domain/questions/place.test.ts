import { describe, expect, it } from 'vitest'
import { DATA_TYPE, QUESTION_TYPE } from './index.ts'
import type { Location } from '../places/index.ts'
import { MAX_TEXT_LENGTH } from '../kernel/index.ts'
import { isLocationQuestion, parseLocation, formatLocation } from './place.ts'

const HERE = { latitude: -31.4142, longitude: -64.1893 }

describe('a place as the text of a question', () => {
  it.each<[string, Location]>([
    ['Rondeau 450 (-31.414200, -64.189300)', { direccion: 'Rondeau 450', latlng: HERE }],
    ['-31.414200, -64.189300', { direccion: '', latlng: HERE }],
    ['Rondeau 450', { direccion: 'Rondeau 450' }],
    ['Rondeau 450 (fondo) (-31.414200, -64.189300)', { direccion: 'Rondeau 450 (fondo)', latlng: HERE }],
    ['', { direccion: '' }],
  ])('%j is read, and written the same again', (text, place) => {
    expect(parseLocation(text)).toEqual(place)
    expect(formatLocation(place)).toBe(text)
  })

  it.each(['-31.414200, -64.189300 ', '\u200B-31.4142,-64.1893\n', '-31.4142, -64.1893'])('%j is a point', (text) =>
    expect(parseLocation(text)).toEqual({ direccion: '', latlng: HERE }),
  )

  it.each([
    'Ruta 5 km 12.5, 3.2 km al norte',
    'Ruta 5 (12.5, 3.2 km al norte)',
    'Ruta 5 km 12.5, 3.2',
    'Ruta 5 (12.5, 3.2)',
    'Rondeau 450, -31.414200, -64.189300',
    'Rondeau 450 (-31.414200, -64.189300), timbre 3',
    'Rondeau 450 (-31.414200,-64.189300)',
    '-31.414200, -64.189300 frente al kiosco',
    '12.5, 3.2 y 4.5, 6.7',
  ])('%j is an address that keeps all its words', (text) => expect(parseLocation(text)).toEqual({ direccion: text }))

  it('keeps the blanks of an address before its point', () => {
    expect(parseLocation('  Rondeau  450  (-31.414200, -64.189300)')).toEqual({
      direccion: '  Rondeau  450 ',
      latlng: HERE,
    })
  })

  it.each(['13, 47', 'Calle 13, 47', '-31, -64', '95.000000, 10.000000', '31.4, -190.5', 'Ruta 9 (km 700)', '-31.4'])(
    '%j is an address: no point that is none on earth, and no two whole numbers',
    (text) => expect(parseLocation(text)).toEqual({ direccion: text }),
  )

  it('takes a point as precise as it was typed, and writes it to a tenth of a metre', () => {
    const { latlng } = parseLocation('-31.41, -64.18930000001')
    expect(latlng).toEqual({ latitude: -31.41, longitude: -64.18930000001 })
    expect(formatLocation({ direccion: ' ', latlng })).toBe('-31.410000, -64.189300')
  })

  it('of the longest text there is costs no more than reading it', () => {
    for (const text of [' ', '(', '1.1, ', ' (-1.1, 1.1'].map((part) => part.repeat(MAX_TEXT_LENGTH / part.length)))
      expect(parseLocation(text).direccion.length).toBeGreaterThan(0)
  })

  it('is asked for by a text that says so, and the mark is none on another kind', () => {
    const open = { tipoPregunta: QUESTION_TYPE.OPEN }
    expect(isLocationQuestion({ ...open, tipoDato: DATA_TYPE.STRING, esUbicacion: true })).toBe(true)
    expect(isLocationQuestion({ ...open, tipoDato: DATA_TYPE.STRING })).toBe(false)
    expect(isLocationQuestion({ ...open, tipoDato: DATA_TYPE.NUMBER, esUbicacion: true })).toBe(false)
    expect(
      isLocationQuestion({ tipoPregunta: QUESTION_TYPE.RADIO, tipoDato: DATA_TYPE.STRING, esUbicacion: true }),
    ).toBe(false)
  })
})
