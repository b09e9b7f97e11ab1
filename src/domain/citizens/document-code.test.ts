import { expect, it } from 'vitest'
import { parseIdCardBarcode } from './document-code.ts'

const ROSA = { dni: '28123456', apellido: 'LEIVA PAZ', nombre: 'ROSA ANA' }

it.each([
  ['a card of today', '00512345678@LEIVA PAZ@ROSA ANA@F@28123456@A@03/02/1980@11/05/2019@270'],
  [
    'a card whose number has the letter before it',
    '00512345678@LEIVA PAZ@ROSA ANA@F@F028123456@A@03/02/1980@11/05/2019',
  ],
  ['a laminated one', '@28123456    @A@1@LEIVA PAZ@ROSA ANA@ARGENTINA@03/02/1980@F@11/05/2010@00012345678@7055'],
])('the code of %s says who it belongs to', (_, text) => {
  expect(parseIdCardBarcode(text)).toEqual(ROSA)
})

it.each([
  'EXT-0042',
  '',
  'https://example.org/a@b',
  '00512345678@LEIVA@ROSA@F@no number@A@03/02/1980@11/05/2019',
  '@@@@@@@@',
])('another code says nothing: %s', (text) => {
  expect(parseIdCardBarcode(text)).toBeUndefined()
})
