import { i18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { ANONYMOUS_NAME } from '#domain/kernel/index.ts'
import { messages } from '#locales/es.po'
import { formatAuthor, formatPerson } from './person-text.ts'

it('says who answered without an account in the reader’s words, whatever is stored', () => {
  const anonymous = { firstName: '', lastName: '', creadoPor: ANONYMOUS_NAME }
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  expect([formatAuthor(anonymous), formatPerson('', ANONYMOUS_NAME)]).toEqual(['Anonymous user', 'Anonymous user'])
  i18n.loadAndActivate({ locale: 'es', messages })
  expect(formatAuthor(anonymous)).toBe('Usuario anónimo')
})

it('names an author, else says the account', () => {
  const ines = { firstName: 'Inés', lastName: 'Ríos', creadoPor: 'ines@relevo.example' }
  expect(formatAuthor(ines)).toBe('Inés Ríos')
  expect(formatAuthor({ ...ines, firstName: '', lastName: '' })).toBe('ines@relevo.example')
})
