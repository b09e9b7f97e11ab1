import { expect, it } from 'vitest'
import { openTextStorage } from './text-storage.ts'

/** Like a browser that blocks storage: naming it throws. */
const blocked = openTextStorage(() => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
})

it('keeps a text for as long as the page is open where the browser keeps nothing', () => {
  expect(blocked.get('draft')).toBe(null)
  blocked.set('draft', 'D1')
  expect([blocked.get('draft'), blocked.keys()]).toEqual(['D1', ['draft']])
  blocked.remove('draft')
  expect([blocked.get('draft'), blocked.keys()]).toEqual([null, []])
})

it('keeps a text in the browser, and in the page where the browser is full', () => {
  const rows = new Map([['old', 'x']])
  let isFull = false
  const kept = openTextStorage(
    () =>
      ({
        getItem: (key: string) => rows.get(key) ?? null,
        setItem: (key: string, value: string) => {
          if (isFull) throw new DOMException('full', 'QuotaExceededError')
          rows.set(key, value)
        },
        removeItem: (key: string) => rows.delete(key),
      }) as unknown as Storage,
  )
  kept.set('a', '1')
  expect(rows.get('a')).toBe('1')
  isFull = true
  kept.set('a', '2')
  expect(kept.get('a')).toBe('2')
  kept.remove('a')
  expect([kept.get('a'), kept.get('old')]).toEqual([null, 'x'])
})
