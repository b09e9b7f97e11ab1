/**
 * Cache of the code reader. Not the app's cache, so that only devices with ticket control download the reader. The
 * service worker looks in all caches.
 */
const CACHE = 'relevo-door'

/** Caches the code reader for offline use and deletes its previous version. Without it numbers are typed. */
export async function cacheReaderFile(file: string | undefined): Promise<void> {
  if (file === undefined) return
  try {
    const cache = await caches.open(CACHE)
    if ((await cache.match(file)) !== undefined) return
    await cache.add(file)
    const { href } = new URL(file, location.href)
    for (const kept of await cache.keys()) if (kept.url !== href) await cache.delete(kept)
  } catch {
    // Fails offline, without space, and without HTTPS. Retried at the next start.
  }
}
