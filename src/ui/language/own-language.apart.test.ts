// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { beforeEach, expect, it, vi } from 'vitest'

const OFFER = { name: 'Runasimi', tag: 'qu-BO', url: '/api/municipalities/a~b~c/language/1' }
/** A message of this test only, because the texts of earlier tests stay loaded. */
let id = ''
let isOnline = true
const kept = new Map<string, Response>()
const requested: string[] = []

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  kept.clear()
  requested.length = 0
  isOnline = true
  id += 'a message'
  const cache = {
    match: async (url: string) => kept.get(url)?.clone(),
    put: async (url: string, response: Response) => void kept.set(url, response),
    keys: async () => [...kept.keys()],
    delete: async (url: string) => kept.delete(url),
  }
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => kept.clear() })
  vi.stubGlobal('fetch', async (url: string) => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    requested.push(url)
    return Response.json({ [id]: [`from ${url}`] })
  })
})

/** A start of the app. */
async function start() {
  vi.resetModules()
  const ui = await import('../index.ts')
  await ui.startTranslations()
  const { keepOwnLanguage } = await ui.loadOwnLanguage()
  return { ...ui, keep: keepOwnLanguage }
}

it('is offered by its name, and is spoken after it was chosen, also without a network', async () => {
  const first = await start()
  expect(first.OFFERED_LANGUAGES).not.toContain('ot')
  await first.keep(OFFER)
  expect(first.OFFERED_LANGUAGES.at(-1)).toBe('ot')
  expect(first.NAMED_LANGUAGES.ot.name).toBe('Runasimi')
  expect(requested).toEqual([])

  localStorage.setItem('relevo.language', 'ot')
  await start()
  expect([i18n.locale, i18n._(id), document.documentElement.lang]).toEqual(['ot', `from ${OFFER.url}`, 'qu-BO'])
  isOnline = false
  await start()
  expect(i18n._(id)).toBe(`from ${OFFER.url}`)
})

it('is replaced at the next start, and its texts are loaded before', async () => {
  localStorage.setItem('relevo.language', 'ot')
  localStorage.setItem('relevo.own-language', JSON.stringify(OFFER))
  const { keep } = await start()
  const url = `${OFFER.url}2`
  await keep({ ...OFFER, url })
  expect([i18n._(id), [...kept.keys()]]).toEqual([`from ${OFFER.url}`, [url]])
  isOnline = false
  await start()
  expect(i18n._(id)).toBe(`from ${url}`)
})

it('is forgotten when the municipality removes it', async () => {
  localStorage.setItem('relevo.language', 'ot')
  localStorage.setItem('relevo.own-language', JSON.stringify(OFFER))
  await (await start()).keep(undefined)
  expect([localStorage.length, kept.size]).toEqual([0, 0])
  expect(await (await start()).startTranslations()).toBe('en')
})

it('is spoken where the browser has no caches, and is forgotten there', async () => {
  vi.stubGlobal('caches', undefined)
  localStorage.setItem('relevo.language', 'ot')
  localStorage.setItem('relevo.own-language', JSON.stringify(OFFER))
  const { keep } = await start()
  expect(i18n._(id)).toBe(`from ${OFFER.url}`)
  await keep(undefined)
  expect(localStorage).toHaveLength(0)
})

it.each([
  ['no catalogue', null],
  ['one that cannot be loaded', JSON.stringify(OFFER)],
  ['a damaged note', '{"name":1}'],
])('is English with %s', async (_, stored) => {
  localStorage.setItem('relevo.language', 'ot')
  if (stored !== null) localStorage.setItem('relevo.own-language', stored)
  isOnline = false
  await start()
  expect([i18n.locale, i18n._(id)]).toEqual(['ot', id])
})
