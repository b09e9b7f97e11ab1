import { expect, it } from 'vitest'
import { answerIdSchema } from '#domain/kernel/index.ts'
import { buildCitizenPageLinks } from './citizen-pages.ts'

const ID = answerIdSchema.parse('0'.repeat(26))

it('no one is sent to a page that is not there', () => {
  expect(buildCitizenPageLinks(() => 'https://forms.example.org', {})).toEqual({})
})

it('leads to the page of the correction, by the address to which the portal adds its token', () => {
  const { revisionPage, viewPage } = buildCitizenPageLinks(() => 'https://forms.example.org')
  expect(revisionPage?.(ID)).toBe(`https://forms.example.org/ciudadano/revision/${ID}`)
  expect(viewPage?.(ID)).toBe(`https://forms.example.org/ciudadano/ver/${ID}`)
})

it('a page that exists is linked under the configured address', () => {
  const { revisionPage } = buildCitizenPageLinks(() => 'https://forms.example.org', {
    revision: (answer) => `/ciudadano/revision/${answer}`,
  })
  expect(revisionPage?.(ID)).toBe(`https://forms.example.org/ciudadano/revision/${ID}`)
})
