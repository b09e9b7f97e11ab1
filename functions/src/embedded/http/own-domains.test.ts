import { describe, expect, it } from 'vitest'
import { isOwnDomain } from './own-domains.ts'

const ORIGINS = ['https://forms.example.org', 'http://127.0.0.9:8080']

describe('isOwnDomain', () => {
  it.each([
    ['forms.example.org', true],
    ['FORMS.example.org:8443', true],
    ['127.0.0.9', true],
    ['localhost:8080', true],
    ['[::1]:8080', true],
    ['forms.example.org.evil.example', false],
    ['other.example.org', false],
    ['192.0.2.7', false],
  ])('%s: %s', (host, own) => {
    expect(isOwnDomain(host, ORIGINS)).toBe(own)
  })

  it('knows no other while none is configured, or none is asked for', () => {
    expect([isOwnDomain('other.example.org', []), isOwnDomain(undefined, ORIGINS)]).toEqual([true, true])
  })
})
