import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDelta, type Delta, formatDelta } from './body-codec.ts'

const json = fc.jsonValue({ maxDepth: 4 })

/** The file contains text, so values pass through JSON. */
function throughText(value: unknown, base: unknown): unknown {
  const text = formatDelta(value, base)
  return applyDelta(text === '' ? undefined : (JSON.parse(text) as Delta), base)
}

describe('the difference of two documents', () => {
  it('makes any value of any other again', () => {
    fc.assert(
      fc.property(json, json, (value, base) => {
        expect(JSON.parse(JSON.stringify(throughText(value, base)))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('makes an edited copy again, whatever was added, changed or taken out, and leaves the base alone', () => {
    const edit = fc.tuple(fc.nat(), json, fc.constantFrom('set', 'drop', 'push'))
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json, { minKeys: 1 }), fc.array(edit, { maxLength: 8 }), (base, edits) => {
        const before = JSON.stringify(base)
        const value = structuredClone(base) as Record<string, unknown>
        for (const [at, content, kind] of edits) {
          const names = Object.keys(value)
          const name = names[at % Math.max(1, names.length)] ?? 'new'
          const now = value[name]
          if (kind === 'drop') delete value[name]
          else if (kind === 'push' && Array.isArray(now)) now.push(content)
          else value[name] = content
        }
        expect(JSON.parse(JSON.stringify(throughText(value, base)))).toEqual(JSON.parse(JSON.stringify(value)))
        expect(JSON.stringify(base)).toBe(before)
      }),
    )
  })

  it('is nothing for equal values, and as small as the change', () => {
    const base = {
      title: 'Inspección',
      questions: [
        { text: 'a', options: [1, 2] },
        { text: 'b', options: [] },
      ],
    }
    expect(formatDelta(structuredClone(base), base)).toBe('')
    const answered = { ...base, questions: [base.questions[0], { text: 'b', options: [], answer: 'sí' }] }
    expect(formatDelta(answered, base)).toBe('[1,{"questions":[2,{"1":[1,{"answer":[0,"sí"]}]},2]}]')
  })

  it('of an item that a list has more is what it is beside the object that holds the list: a repeated row repeats its section’s questions', () => {
    const [wide, narrow] = [
      { text: 'w', options: Array.from({ length: 500 }, (_, n) => `option ${n}`) },
      { text: 'n', options: [] },
    ]
    const base = { title: 'Sección', questions: [wide, narrow], rows: [] as unknown[] }
    const row = (n: number, text: string) => ({ order: n, questions: [{ ...wide, answer: text }, narrow] })
    const value = { ...base, rows: [row(0, 'a'), { order: 1, questions: [] }, row(2, 'b'), 'no object', null] }
    expect(throughText(value, base)).toEqual(value)
    expect(formatDelta(value, base).length).toBeLessThan(400)
  })

  it.each([
    ['a name that every object has by birth', { constructor: 1 }, { a: 1 }],
    ['a member that has become null', { a: null }, { a: { b: 1 } }],
    ['a list that has become an object', { a: { 0: 'x' } }, { a: ['x'] }],
    ['a shorter list', { a: ['x'] }, { a: ['x', 'y'] }],
    ['an added item with an own __proto__', { a: JSON.parse('[{"__proto__":{"x":1},"a":2}]') as unknown }, { a: [] }],
    ['an added item with a member of its holder', { a: [{ b: 1, a: [{ b: 1 }] }], b: 1 }, { a: [], b: 1 }],
    ['an own __proto__', JSON.parse('{"__proto__":{"x":1},"b":2}'), { b: 1 }],
    ['a base with an own __proto__', { b: 2 }, JSON.parse('{"__proto__":{"x":1},"b":1}')],
  ])('is right for %s', (_, value: unknown, base: unknown) => {
    expect(JSON.stringify(throughText(value, base))).toBe(JSON.stringify(value))
  })
})
