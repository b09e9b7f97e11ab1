/**
 * Separate from the app's cache: phones without ticket control do not download the code reader. The service worker
 * looks in all caches.
 */
const CACHE = 'relevo-door'

/** Caches a file for offline use and deletes its previous version. Without a cache, numbers are typed. */
export async function keepReader(file: string | undefined): Promise<void> {
  if (file === undefined) return
  try {
    const cache = await caches.open(CACHE)
    if ((await cache.match(file)) !== undefined) return
    await cache.add(file)
    const { href } = new URL(file, location.href)
    for (const kept of await cache.keys()) if (kept.url !== href) await cache.delete(kept)
  } catch {
    // Offline, no space, or no HTTPS: retried at the next start.
  }
}
