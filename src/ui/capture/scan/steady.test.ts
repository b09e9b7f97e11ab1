import { describe, expect, it } from 'vitest'
import type { FoundCode } from './code-reader.ts'
import { findSteadyCodes } from './scanner.tsx'

const A: FoundCode = { text: '7798000123455', format: 'ean_13' }
const B: FoundCode = { text: 'EXT-0042', format: 'code_128' }
const MISREAD: FoundCode = { text: '7798000123456', format: 'ean_13' }

describe('what a camera sees', () => {
  it('is nothing before a code was in two pictures', () => {
    expect(findSteadyCodes([])).toEqual([])
    expect(findSteadyCodes([[A]])).toEqual([])
    expect(findSteadyCodes([[A], [], [B]])).toEqual([])
  })

  it('is a code that was in two of them, with a blurred one between', () => {
    expect(findSteadyCodes([[A], [], [A]])).toEqual([A])
  })

  it('is every code of these pictures, the surest first, so that a wrong reading is a choice and not an answer', () => {
    expect(findSteadyCodes([[MISREAD], [A], [A]])).toEqual([A, MISREAD])
    expect(findSteadyCodes([[B, A], [A]])).toEqual([A, B])
  })

  it('tells codes apart by how they are written, too', () => {
    expect(findSteadyCodes([[{ ...A, format: 'itf' }], [A]])).toEqual([])
  })
})
