import { describe, expect, it } from 'vitest'
import { isRecipientNumber, recipientQuerySchema, writingsOf } from './recipients-api.ts'

describe('the number of a person or legal entity that is searched for', () => {
  it.each(['30111222', ' 30111222\u200B', '\uFEFF30111222', '30.111.222', 'DNI 30111222', '030111222'])(
    'is found as digits alone when it is typed as %j',
    (typed) => {
      expect(isRecipientNumber('dni', typed)).toBe(true)
      expect(writingsOf('dni', typed)).toContain('30111222')
      expect(recipientQuerySchema.safeParse({ kind: 'dni', number: typed }).success).toBe(true)
    },
  )

  it('is found with the hyphens of a tax number', () => {
    expect(writingsOf('cuit', '20301112227')).toEqual(['20301112227', '20-30111222-7'])
  })

  it('has as many characters as people see', () => {
    expect(isRecipientNumber('dni', '12345\u200B\u200B')).toBe(false)
  })
})
