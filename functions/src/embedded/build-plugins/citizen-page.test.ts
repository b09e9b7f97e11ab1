import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildCitizenHtml } from './citizen-page.ts'

it('the page of citizens begins as that of the public does, with a start of its own, and is named to no search engine', () => {
  const publico = readFileSync(new URL('../../../../src/app/publico.html', import.meta.url), 'utf8')
  const page = buildCitizenHtml(publico)
  expect(page).toContain('<script type="module" src="/ciudadano/main.tsx">')
  expect(page).not.toContain('/publico/main.tsx')
  expect(page).toContain('<meta name="robots" content="noindex" />')
  expect(() => buildCitizenHtml('<html></html>')).toThrow('another way')
})
