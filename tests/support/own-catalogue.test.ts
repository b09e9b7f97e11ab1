import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TEMPLATE } from '#locales/compiled.ts'
import { checkCatalogue } from '#locales/own-catalogue.ts'

const check = (text: string) => checkCatalogue(new TextEncoder().encode(text))
const entry = (id: string, translation: string, context = '') =>
  `${context === '' ? '' : `msgctxt "${context}"\n`}msgid "${id}"\nmsgstr "${translation}"\n\n`
async function refusalOf(text: string): Promise<unknown> {
  const result = await check(text)
  return result.ok ? 'accepted' : result.problem
}

/** Texts of the app with a value, a plural, tags and a choice. */
const VALUE = 'Settings of {0}'
const PLURAL = '{touched, plural, =0 {No unsaved changes} one {# unsaved change} other {# unsaved changes}}'
const TAGS = 'Reference <0>{reference}</0>'

it('has every text once, without those of the server', () => {
  const keys = [...TEMPLATE.matchAll(/^(?:msgctxt .*\n)?msgid .*$/gm)].map(([key]) => key)
  expect(keys.length).toBeGreaterThan(3000)
  expect(new Set(keys).size).toBe(keys.length)
  expect(TEMPLATE).toContain(`msgid "${VALUE}"`)
  expect(TEMPLATE).toContain('msgctxt "PDF"\nmsgid "Area"')
  expect(TEMPLATE).not.toContain('has created an account for you in Relevo')
})

it('accepts a complete translation, in which each text has the id of the screens and of PDFs', async () => {
  const spanish = globSync(['locales/es.po', 'locales/**/es.po'], { exclude: ['locales/server'] })
  const result = await check(spanish.map((path) => readFileSync(path, 'utf8')).join('\n\n'))
  expect(result).toMatchObject({ ok: true })
  const pdf = await check(entry('Area', 'Suyu', 'PDF') + entry('Save', 'Waqaychay'))
  expect(pdf).toMatchObject({ ok: true, value: { messages: { Area: ['Suyu'] }, translated: 2, ignored: 0 } })
})

it('counts texts that the app does not have, and skips those that need review', async () => {
  const fuzzy = `#, fuzzy\n${entry('Cancel', 'x {wrong}')}`
  const outdated = '#~ msgid "Gone"\n#~ msgstr "Chinkasqa"\n'
  const result = await check(entry('Save', 'Waqaychay') + entry('Nothing of ours', 'x') + fuzzy + outdated)
  expect(result).toMatchObject({ ok: true, value: { translated: 1, ignored: 1 } })
})

it('reads the folded lines, line ends and header of other programs', async () => {
  const text = `\uFEFFmsgid ""\nmsgstr ""\n"Language: qu\\n"\n\nmsgid ""\n"Settings "\n"of {0}"\nmsgstr ""\n"{0}-pa "\n"kamachiykuna"\n`
  const result = await check(text.replaceAll('\n', '\r\n'))
  expect(result.ok && Object.values(result.value.messages)).toEqual([[['0'], '-pa kamachiykuna']])
})

it.each([
  ['a file of another kind', '%PDF-1.7\n', 1],
  ['a merge conflict', `${entry('Save', 'Waqaychay')}<<<<<<< HEAD\n`, 4],
  ['plural forms of gettext', 'msgid "Save"\nmsgid_plural "Saves"\nmsgstr[0] "x"\n', 2],
  ['a text cut in half', 'msgid "Save"\nmsgstr "Waqay', 2],
  ['an entry without a translation', `${entry('Save', 'Waqaychay')}msgid "Cancel"\n`, 4],
  ['a text of 5 KB', entry('Save', 'a'.repeat(5_001)), 2],
  ['a million empty lines', '\n'.repeat(1_000_000), 100_001],
])('names the line with %s', async (_, text, line) => {
  expect(await refusalOf(text)).toEqual({ code: 'settings.language-file', details: { line } })
})

it('does not accept another encoding', async () => {
  const latin = Buffer.from(entry('Save', 'Waqaychañ'), 'latin1')
  expect(await checkCatalogue(latin)).toMatchObject({ problem: { code: 'settings.language-file' } })
})

it.each([
  ['a value is missing', VALUE, 'Kamachiykuna', '{0}'],
  ['a value is added to a text without values', 'Save', '{0}', '–'],
  ['a value is added', VALUE, '{0} {1}', '{0}'],
  ['a value has another name', VALUE, '{name}', '{0}'],
  ['a value became a plural', VALUE, '{0, plural, other {#}}', '{0}'],
  ['a tag is missing', TAGS, '{reference}', '<0> {reference} </0>'],
  ['a tag is not closed', TAGS, '<0>{reference}', '<0> {reference} </0>'],
  ['tags are in the wrong order', TAGS, '</0>{reference}<0>', '<0> {reference} </0>'],
  ['markup is added', VALUE, '<script>{0}</script>', '{0}'],
  ['a brace is open', VALUE, '{0', undefined],
  ['the plural is gone', PLURAL, '# x', '{touched, plural}'],
  ['the form “other” is missing', PLURAL, '{touched, plural, one {# x}}', undefined],
  ['a plural form is unknown', PLURAL, '{touched, plural, dual {# x} other {# x}}', undefined],
  ['the number is missing', PLURAL, '{touched, plural, one {x} other {x}}', '#'],
])('refuses a translation in which %s', async (_, id, translation, values) => {
  const wrong = entry(id, translation)
  const text = id.length > 80 ? `${id.slice(0, 80)}…` : id
  expect(await refusalOf(entry('Save', 'Waqaychay') + wrong + wrong)).toEqual({
    code: values === undefined ? 'settings.language-text' : 'settings.language-values',
    details: { line: 4, text, count: 2, ...(values !== undefined && { values }) },
  })
})

it('keeps other markup as plain text', async () => {
  const image = '<img src=x onerror=alert(1)>'
  const result = await check(entry('Save', image))
  expect(result.ok && Object.values(result.value.messages)).toEqual([[image]])
})

it('accepts other plural forms than English has, and a form without its number', async () => {
  const result = await check(entry(PLURAL, '{touched, plural, =0 {x} one {huk} few {# x} other {# x}}'))
  expect(result).toMatchObject({ ok: true, value: { translated: 1 } })
})
