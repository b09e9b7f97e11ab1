import { expect, it } from 'vitest'
import { isRequestForOwnDomain } from './own-host.ts'

const ORIGINS = ['https://forms.example.org', 'https://relevo.web.app', 'http://localhost:5000']
const FUNCTION = 'api-abc123-rj.a.run.app'

it.each([
  ['Hosting', { 'x-forwarded-host': 'forms.example.org', host: FUNCTION }, true],
  ['Hosting, by another of its domains', { 'x-forwarded-host': 'Relevo.web.app', host: FUNCTION }, true],
  ['a domain that leads here itself', { host: 'forms.example.org' }, true],
  ['the emulator', { host: 'localhost:5000' }, true],
  ['the function’s own address', { host: FUNCTION }, false],
  ['another domain before Hosting', { 'x-forwarded-host': 'evil.example', host: 'forms.example.org' }, false],
  ['a list', { 'x-forwarded-host': 'evil.example, forms.example.org' }, false],
  ['nothing', {}, false],
])('by %s', (_, headers: Record<string, string>, expected) => {
  expect(isRequestForOwnDomain(new Headers(headers), ORIGINS)).toBe(expected)
})
