/** Beside the app's files: phones that open no door skip the code reader. The service worker finds it in any cache. */
const CACHE = 'relevo-door'

/** Keeps a file for use without a network and drops an earlier version's. Where nothing can be kept, typing remains. */
export async function keepReader(file: string | undefined): Promise<void> {
  if (file === undefined) return
  try {
    const cache = await caches.open(CACHE)
    if ((await cache.match(file)) !== undefined) return
    await cache.add(file)
    const { href } = new URL(file, location.href)
    for (const kept of await cache.keys()) if (kept.url !== href) await cache.delete(kept)
  } catch {
    // No network, no room, or a page without HTTPS: the next start tries again.
  }
}
