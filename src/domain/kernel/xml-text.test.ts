import { expect, it } from 'vitest'
import { escapeXml, toXmlText } from './xml-text.ts'

it('replaces what XML forbids and keeps every other character', () => {
  expect(toXmlText('franco\uFFFEallemand \uFFFF \u0000\u0008\u000b\u001f \ud800x\udc00 😀\t\r\n\u007f')).toBe(
    'franco\uFFFDallemand \uFFFD \uFFFD\uFFFD\uFFFD\uFFFD \uFFFDx\uFFFD 😀\t\r\n\u007f',
  )
})

it('escapes marks, tabs and line breaks, so that an attribute keeps them', () => {
  expect(escapeXml('<a href="x">\t&\r\n</a>\uFFFE')).toBe(
    '&lt;a href=&quot;x&quot;&gt;&#9;&amp;&#13;&#10;&lt;/a&gt;\uFFFD',
  )
})
