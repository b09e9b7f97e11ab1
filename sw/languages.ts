/** A built file with texts of one language. English and Spanish have none of these: every device keeps them. */
export type LanguageFile = { readonly url: string; readonly language: string }

/** Entry that names the language of the device, beside its files. */
const CHOICE = '/language'

/**
 * Keeps the texts of the device's language beyond the network. Only these files of the version are stored, because the
 * texts of all languages would double what a device has to fetch.
 * @param files of this version, in all languages, with paths from the top
 */
export function createLanguageCache(files: readonly LanguageFile[], name: string, storage: CacheStorage) {
  const listFiles = (language: string): readonly string[] =>
    files.filter((file) => file.language === language).map(({ url }) => url)

  async function fetchMissing(cache: Cache, language: string): Promise<void> {
    await Promise.all(
      listFiles(language).map(async (url) => {
        if ((await cache.match(url)) === undefined) await cache.add(url)
      }),
    )
  }

  return {
    has: (path: string): boolean => files.some(({ url }) => url === path),
    /** Stores the choice and its files. A language without files is stored, too: an update then fetches none. */
    async choose(language: string): Promise<void> {
      const cache = await storage.open(name)
      await cache.put(CHOICE, new Response(language))
      await fetchMissing(cache, language)
    },
    /** Fetches the chosen language's files of this version, beside those of the version that still runs. */
    async update(): Promise<void> {
      const cache = await storage.open(name)
      const choice = await cache.match(CHOICE)
      if (choice !== undefined) await fetchMissing(cache, await choice.text())
    },
    /** Deletes files of earlier versions and other languages. */
    async clean(): Promise<void> {
      const cache = await storage.open(name)
      const choice = await cache.match(CHOICE)
      const wanted = new Set([CHOICE, ...(choice === undefined ? [] : listFiles(await choice.text()))])
      for (const request of await cache.keys())
        if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
    },
  }
}
