import { describe, expect, it } from 'vitest'
import { buildDownloadCode, getUniqueCode, assignNextCode } from './codes.ts'

describe('answer codes', () => {
  it('joins the key and the next number', () => {
    expect(assignNextCode({ key: 'CBA', lastKeyNumber: 1041 })).toEqual({ code: 'CBA1042', lastKeyNumber: 1042 })
  })

  it('gives every answer of a municipality without a key the default code and counts nothing', () => {
    expect(assignNextCode({ key: 'DESC', lastKeyNumber: 7 })).toEqual({ code: 'DESC', lastKeyNumber: 7 })
    expect(assignNextCode({ key: '', lastKeyNumber: 7 })).toEqual({ code: 'DESC', lastKeyNumber: 7 })
  })

  it('puts three characters of the id before the code for the public download', () => {
    expect(buildDownloadCode('7F3K2MXXXXXXXXXXXXXXXXXXXX', 'CBA1042')).toBe('7F3CBA1042')
  })

  it.each(['', 'DESC'])('%j names no answer, and no record can be downloaded by it', (code) => {
    expect([getUniqueCode(code), buildDownloadCode('7F3K2MXXXXXXXXXXXXXXXXXXXX', code)]).toEqual([undefined, undefined])
  })
})
