import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATA_TYPE } from './index.ts'
import { MAX_TEXT_LENGTH } from '../kernel/index.ts'
import { getDataCodec } from './data-types.ts'

const canonicalOf = (type: keyof typeof DATA_TYPE, typed: string): string => {
  const parsed = getDataCodec({ tipoDato: DATA_TYPE[type] }).parse(typed)
  return parsed.ok ? parsed.value : parsed.problem.code
}

describe('what a person types', () => {
  it.each([
    ['NUMBER', '42', '42'],
    ['NUMBER', ' 007 ', '007'],
    ['NUMBER', '', ''],
    ['NUMBER', '12\u200B34', '1234'],
    ['NUMBER', '\uFEFF42\u2060', '42'],
    ['NUMBER', '\u200B', ''],
    ['DECIMAL', '12,\u200B5', '12,5'],
    ['TIME', '9:\u200D05', '09:05'],
    ['NUMBER', '-1', 'value.integer'],
    ['NUMBER', '1,5', 'value.integer'],
    ['NUMBER', '٣', 'value.integer'],
    ['DECIMAL', '12,5', '12,5'],
    ['DECIMAL', '12.5', '12,5'],
    ['DECIMAL', '12,', '12'],
    ['DECIMAL', '12,567', 'value.decimal'],
    ['DECIMAL', '1.234,5', 'value.decimal'],
    ['DECIMAL', ',5', 'value.decimal'],
    ['DATE', '21/11/2026', '2026-11-21'],
    ['DATE', '1/2/2026', '2026-02-01'],
    ['DATE', '21112026', '2026-11-21'],
    ['DATE', '29/02/2024', '2024-02-29'],
    ['DATE', '29/02/2023', 'value.no-such-day'],
    ['DATE', '29/02/1900', 'value.no-such-day'],
    ['DATE', '31/12/1899', 'value.year'],
    ['DATE', '1/1/1900', '1900-01-01'],
    ['DATE', '31/12/2100', '2100-12-31'],
    ['DATE', '1/1/2101', 'value.year'],
    ['DATE', '22/11/0022', 'value.year'],
    ['DATE', '\u200E21/11/2026\u200B', '2026-11-21'],
    ['DATE', '31/04/2026', 'value.no-such-day'],
    ['DATE', '00/01/2026', 'value.no-such-day'],
    ['DATE', '11/21/2026', 'value.no-such-day'],
    ['DATE', '1/1/0000', 'value.no-such-day'],
    ['DATE', '29-02-2024', 'value.date'],
    ['DATE', '1/1/26', 'value.date'],
    ['TIME', '9:05', '09:05'],
    ['TIME', '2359', '23:59'],
    ['TIME', '24:00', 'value.time'],
    ['TIME', '12:60', 'value.time'],
    ['LINK', 'x', 'answer.wrong-value'],
    ['TITLE', 'x', 'answer.wrong-value'],
    ['STRING', 'Calle San Martín 12 🌳', 'Calle San Martín 12 🌳'],
    ['STRING', 'a\u0000b', 'value.text-invalid'],
    ['STRING', 'half \ud83c', 'value.text-invalid'],
    ['STRING', 'a'.repeat(MAX_TEXT_LENGTH + 1), 'value.text-too-long'],
  ] as const)('%s %j becomes %j', (type, typed, expected) => {
    expect(canonicalOf(type, typed)).toBe(expected)
  })
})

describe('a date that a field could not parse, kept as it was typed', () => {
  it.each([
    ['22/11/0022', 'value.year'],
    ['31/04/2026', 'value.no-such-day'],
    ['21/11/2026', 'value.date'],
    ['mañana', 'value.date'],
  ])('%j is refused with the reason', (typed, code) => {
    expect(getDataCodec({ tipoDato: DATA_TYPE.DATE }).check(typed)).toMatchObject({ ok: false, problem: { code } })
  })

  it('is not refused where earlier releases stored it', () => {
    for (const stored of ['0022-11-22', '1899-12-31', '2101-01-01'])
      expect(getDataCodec({ tipoDato: DATA_TYPE.DATE }).check(stored).ok).toBe(true)
  })
})

describe('numbers of a question that allows a minus', () => {
  const codecs = (['NUMBER', 'DECIMAL'] as const).map((type) =>
    getDataCodec({ tipoDato: DATA_TYPE[type], permiteNegativos: true }),
  )

  it.each([
    ['NUMBER', '-12', '-12'],
    ['NUMBER', '− 12', '-12'],
    ['NUMBER', '-0', '0'],
    ['NUMBER', '-', 'value.integer'],
    ['NUMBER', '--1', 'value.integer'],
    ['NUMBER', '1-', 'value.integer'],
    ['NUMBER', '12', '12'],
    ['DECIMAL', '-3.5', '-3,5'],
    ['DECIMAL', '-0,00', '0,00'],
    ['DECIMAL', '-3,555', 'value.decimal'],
  ] as const)('%s %j becomes %j', (type, typed, expected) => {
    const parsed = getDataCodec({ tipoDato: DATA_TYPE[type], permiteNegativos: true }).parse(typed)
    expect(parsed.ok ? parsed.value : parsed.problem.code).toBe(expected)
  })

  it('are accepted exactly when typing could have made them', () => {
    const text = fc.stringMatching(/^[-0-9,]{0,6}$/)
    fc.assert(
      fc.property(fc.constantFrom(...codecs), text, (codec, canonical) => {
        const again = codec.parse(codec.format(canonical))
        expect(codec.check(canonical).ok).toBe(again.ok && again.value === canonical)
      }),
    )
  })

  it('the flag means nothing for what is no number', () => {
    const asked = { tipoDato: DATA_TYPE.DATE, permiteNegativos: true }
    expect(getDataCodec(asked).parse('-1').ok).toBe(false)
  })
})

describe('what a device sends', () => {
  it('is refused unless typing could have made it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(DATA_TYPE)), fc.string(), (type, text) => {
        const codec = getDataCodec({ tipoDato: type })
        if (!codec.check(text).ok) return
        const again = codec.parse(codec.format(text))
        expect(again).toEqual({ ok: true, value: text })
      }),
    )
  })

  it('is accepted whenever typing made it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(DATA_TYPE)),
        fc.stringMatching(/^[0-9/:.,]{0,10}$/),
        (type, typed) => {
          const codec = getDataCodec({ tipoDato: type })
          const parsed = codec.parse(typed)
          if (parsed.ok) expect(codec.check(parsed.value).ok).toBe(true)
        },
      ),
    )
  })
})

describe('round trips', () => {
  it('dates survive being shown and typed again', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2100-12-31T00:00:00Z'), noInvalidDate: true }),
        (day) => {
          const canonical = day.toISOString().slice(0, 10)
          const codec = getDataCodec({ tipoDato: DATA_TYPE.DATE })
          expect(codec.parse(codec.format(canonical))).toEqual({ ok: true, value: canonical })
        },
      ),
    )
  })

  it('decimals of up to two places survive', () => {
    fc.assert(
      fc.property(fc.nat(), fc.stringMatching(/^\d{0,2}$/), (whole, part) => {
        const canonical = part === '' ? String(whole) : `${whole},${part}`
        expect(getDataCodec({ tipoDato: DATA_TYPE.DECIMAL }).parse(canonical)).toEqual({ ok: true, value: canonical })
      }),
    )
  })

  it('every minute of the day survives', () => {
    fc.assert(
      fc.property(fc.nat(23), fc.nat(59), (hour, minute) => {
        const canonical = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
        expect(getDataCodec({ tipoDato: DATA_TYPE.TIME }).parse(canonical)).toEqual({ ok: true, value: canonical })
      }),
    )
  })
})
