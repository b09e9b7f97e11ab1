import { describe, expect, it } from 'vitest'
import { getReturnAddress } from './return-address.ts'

describe('returnAddress', () => {
  it('keeps an address of our own with its filters', () => {
    expect(getReturnAddress('/listar?nombre=poda&pagina=2')).toBe('/listar?nombre=poda&pagina=2')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a b',
    '',
    undefined,
    7,
  ])('goes home instead of to %j', (wanted) => {
    expect(getReturnAddress(wanted)).toBe('/home')
  })

  it('does not send anybody back to the sign-in page', () => {
    expect(getReturnAddress('/login?volver=/login')).toBe('/home')
  })
})
