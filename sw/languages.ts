/**
 * A built file with the texts of one language. English and Spanish have no such files, because every device stores
 * them.
 */
export type LanguageFile = { readonly url: string; readonly language: string }

/** Cache entry that stores the device's language, next to the language's files. */
const LANGUAGE_CHOICE_PATH = '/language'

/**
 * Creates a cache that stores the texts of the device's language for use without a network. It stores only this
 * language, because all languages would double the download.
 * @param files files of this version in all languages, with absolute paths
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
    /**
     * Stores the choice and its files. Also stores a language without files, so that an update fetches no files of an
     * earlier choice.
     */
    async choose(language: string): Promise<void> {
      const cache = await storage.open(name)
      await cache.put(LANGUAGE_CHOICE_PATH, new Response(language))
      await fetchMissing(cache, language)
    },
    /** Fetches this version's files of the chosen language. Keeps those of the version that still runs. */
    async update(): Promise<void> {
      const cache = await storage.open(name)
      const choice = await cache.match(LANGUAGE_CHOICE_PATH)
      if (choice !== undefined) await fetchMissing(cache, await choice.text())
    },
    /** Deletes files of earlier versions and other languages. */
    async deleteOutdatedFiles(): Promise<void> {
      const cache = await storage.open(name)
      const choice = await cache.match(LANGUAGE_CHOICE_PATH)
      const wanted = new Set([LANGUAGE_CHOICE_PATH, ...(choice === undefined ? [] : listFiles(await choice.text()))])
      for (const request of await cache.keys())
        if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request)
    },
  }
}
