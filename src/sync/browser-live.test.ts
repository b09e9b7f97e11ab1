import { expect, it } from 'vitest'
import { createLiveHost, type PageLike } from './browser.ts'

it('a page hears again at once when it is looked at, and when the network is back while it stayed in view', () => {
  const page = Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    setTimeout: () => 0,
    clearTimeout: () => undefined,
  })
  const host = createLiveHost(page satisfies PageLike, {
    fetch: async () => new Response(),
    Math,
    navigator: {},
  })
  let heard = 0
  const off = host.onVisibility(() => (heard += 1))
  page.dispatchEvent(new Event('online'))
  page.document.dispatchEvent(new Event('visibilitychange'))
  expect(heard).toBe(2)
  off()
  page.dispatchEvent(new Event('online'))
  expect(heard).toBe(2)
})
