import { describe, expect, it } from 'vitest'
import { checkClaimedType, checkDetectedType } from './accepted-types.ts'
import { toSafeFileName } from '../kernel/index.ts'

const MB = 1024 * 1024
const verdict = (type: string, name: string, bytes: number) => {
  const result = checkDetectedType(type, name, bytes)
  return result.ok ? result.value : result.problem.code
}

describe('what may be attached', () => {
  it.each([
    ['image/jpeg', 'a.jpg', 5 * MB, 'image/jpeg'],
    ['image/png', 'a.png', 5 * MB + 1, 'file.too-large'],
    ['application/pdf', 'a.pdf', 5 * MB + 1, 'file.too-large'],
    ['application/vnd.google-earth.kmz', 'a.kmz', 50 * MB, 'application/vnd.google-earth.kmz'],
    ['video/mp4', 'a.mp4', 50 * MB, 'video/mp4'],
    ['text/plain', 'una-columna.csv', 10, 'text/csv'],
    ['text/plain', 'nota.txt', 10, 'file.wrong-type'],
    ['application/x-cfb', 'viejo.DOC', 10, 'application/msword'],
    ['application/x-cfb', 'correo.msg', 10, 'file.wrong-type'],
    ['application/zip', 'a.docx', 10, 'file.wrong-type'],
    ['application/vnd.ms-word.document.macroEnabled.12', 'a.docx', 10, 'file.wrong-type'],
    ['image/svg+xml', 'a.png', 10, 'file.wrong-type'],
    ['text/html', 'a.csv', 10, 'file.wrong-type'],
    ['image/gif', 'a.png', 10, 'file.wrong-type'],
  ])('%s as %s with %i bytes: %s', (type, name, bytes, expected) => {
    expect(verdict(type, name, bytes)).toBe(expected)
  })

  it('lets a device that knows no type send, and judges by the bytes then', () => {
    expect(checkClaimedType('', 'mapa.kml', 10).ok).toBe(true)
    expect(checkClaimedType('application/octet-stream', 'mapa.kmz', 50 * MB).ok).toBe(true)
    expect(checkClaimedType('text/html', 'mapa.kml', 10).ok).toBe(false)
  })
})

describe("a file's name", () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\fotos\\frente.jpg', 'frente.jpg'],
    ['foto\u202egpj.exe', 'fotogpj.exe'],
    ['a\r\nSet-Cookie: x=1.png', 'aSet-Cookie: x=1.png'],
    ['\u0000', 'file'],
    ['..', 'file'],
    ['', 'file'],
    ['\ud800.png', '\ufffd.png'],
  ])('%j becomes %j', (name, expected) => {
    expect(toSafeFileName(name)).toBe(expected)
  })

  it('keeps its ending when it is too long', () => {
    const name = toSafeFileName(`${'ñ'.repeat(400)}.png`)
    expect([name.length, name.endsWith('.png')]).toEqual([255, true])
  })
})
