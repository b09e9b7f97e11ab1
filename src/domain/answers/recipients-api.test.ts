import { describe, expect, it } from 'vitest'
import { isRecipientNumber, recipientQuerySchema } from './recipients-api.ts'

describe('the number of a person or legal entity that is searched for', () => {
  it.each([
    '30111222',
    ' 30111222\u200B',
    '\uFEFF30111222',
    '30.111.222',
    'DNI 30111222',
    '030111222',
    'DNI 030.111.222',
  ])('may be typed as %j', (typed) => {
    expect(isRecipientNumber('dni', typed)).toBe(true)
    expect(recipientQuerySchema.safeParse({ kind: 'dni', number: typed }).success).toBe(true)
  })

  it('has as many characters as people see, without signs', () => {
    expect(isRecipientNumber('dni', '12345\u200B\u200B')).toBe(false)
    expect(isRecipientNumber('dni', '12-3.45')).toBe(false)
  })
})
