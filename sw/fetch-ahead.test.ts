import { expect, it } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'

const FILES = Array.from({ length: 40 }, (_, index) => `/assets/${index}.js`)

/** A server that replies a moment later. @param fails which files fail */
function line(fails: (url: string) => boolean = () => false) {
  const [asked, read]: [string[], string[]] = [[], []]
  let open = 0
  let most = 0
  const fetch = async (url: string) => {
    asked.push(url)
    most = Math.max(most, (open += 1))
    await new Promise((resolve) => setTimeout(resolve, 1))
    open -= 1
    if (fails(url)) throw new TypeError('Failed to fetch')
    return {
      arrayBuffer: async () => {
        read.push(url)
        return new ArrayBuffer(0)
      },
    }
  }
  return { asked, read, fetch, most: () => most }
}

it('fetches every file once and to its end, six at a time', async () => {
  const { asked, read, fetch, most } = line()
  await fetchAhead(FILES, { fetch, isKept: async () => false })
  expect(asked).toEqual(FILES)
  expect(read.toSorted()).toEqual(FILES.toSorted())
  expect(most()).toBe(6)
})

it('leaves out what an earlier version has kept', async () => {
  const { asked, fetch } = line()
  await fetchAhead(FILES, { fetch, isKept: async (url) => url !== '/assets/7.js' })
  expect(asked).toEqual(['/assets/7.js'])
})

it('continues after a failure, gives up after six, and fails nothing itself', async () => {
  const one = line((url) => url === FILES[3])
  await fetchAhead(FILES, { fetch: one.fetch, isKept: async () => false })
  expect(one.read).toHaveLength(39)
  const none = line(() => true)
  await fetchAhead(FILES, { fetch: none.fetch, isKept: async () => false })
  expect(none.asked).toHaveLength(6)
})
