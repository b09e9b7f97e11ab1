import { expect, it } from 'vitest'
import { createLanguageCache } from './languages.ts'

/** Caches in memory, by path, and the paths that were fetched. */
function fakeStorage(isOnline: () => boolean = () => true) {
  const [stored, fetched]: [Map<string, string>, string[]] = [new Map(), []]
  const pathOf = (request: Request | string) => (typeof request === 'string' ? request : new URL(request.url).pathname)
  const cache = {
    match: async (request: Request | string) => {
      const text = stored.get(pathOf(request))
      return text === undefined ? undefined : new Response(text)
    },
    put: async (path: string, response: Response) => void stored.set(path, await response.text()),
    add: async (path: string) => {
      if (!isOnline()) throw new TypeError('Failed to fetch')
      fetched.push(path)
      stored.set(path, 'texts')
    },
    delete: async (request: Request) => stored.delete(pathOf(request)),
    keys: async () => [...stored.keys()].map((path) => ({ url: `https://relevo.example${path}` })),
  }
  return { stored, fetched, storage: { open: async () => cache } as unknown as CacheStorage }
}

const of = (version: number) =>
  ['ca', 'ca', 'ja'].map((language, index) => ({ language, url: `/assets/${language}${index}-${version}.js` }))

it('keeps the files of the chosen language only', async () => {
  const { stored, storage } = fakeStorage()
  await createLanguageCache(of(1), 'texts', storage).choose('ca')
  expect([...stored.keys()]).toEqual(['/language', '/assets/ca0-1.js', '/assets/ca1-1.js'])
})

it('fetches an update’s files beside those of the running version, which are deleted once it runs', async () => {
  const { stored, fetched, storage } = fakeStorage()
  await createLanguageCache(of(1), 'texts', storage).choose('ca')
  const next = createLanguageCache(of(2), 'texts', storage)
  await next.update()
  expect(stored.size).toBe(5)
  await next.deleteOutdatedFiles()
  expect([...stored.keys()]).toEqual(['/language', '/assets/ca0-2.js', '/assets/ca1-2.js'])
  await next.update()
  expect(fetched).toHaveLength(4)
})

it('fetches nothing without a choice, and nothing more after English was chosen', async () => {
  const { stored, fetched, storage } = fakeStorage()
  const cache = createLanguageCache(of(1), 'texts', storage)
  await cache.update()
  expect(fetched).toEqual([])
  await cache.choose('ja')
  await cache.choose('en')
  await cache.deleteOutdatedFiles()
  expect([...stored.keys()]).toEqual(['/language'])
})

it('keeps the choice without a network, so that the next version fetches the files', async () => {
  let isOnline = false
  const { stored, storage } = fakeStorage(() => isOnline)
  await expect(createLanguageCache(of(1), 'texts', storage).choose('ja')).rejects.toThrow('Failed to fetch')
  isOnline = true
  await createLanguageCache(of(2), 'texts', storage).update()
  expect([...stored.keys()]).toEqual(['/language', '/assets/ja2-2.js'])
})
