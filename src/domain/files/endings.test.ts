import { expect, it } from 'vitest'
import { ACCEPTED_FILE_TYPES } from '../answering/file-places.ts'
import { getFileExtension, addFileExtension } from './endings.ts'

it.each([...ACCEPTED_FILE_TYPES.keys()])('%s has an ending of its own', (type) => {
  expect(getFileExtension('foto.hta', type)).toMatch(/^\.[a-z0-9]{2,4}$/)
})

it.each([
  ['acta.PDF', 'application/pdf', 'acta.PDF'],
  ['acta.pdf.exe', 'application/pdf', 'acta.pdf.exe.pdf'],
  ['foto.hta', 'image/jpeg; charset=x', 'foto.hta.jpg'],
  ['foto.jpeg', 'image/jpeg', 'foto.jpeg'],
  ['png', 'image/png', 'png.png'],
  ['nota.html', 'text/html', 'nota.html'],
])('%s of type %s is called %s', (name, type, expected) => {
  expect(addFileExtension(name, type)).toBe(expected)
})
