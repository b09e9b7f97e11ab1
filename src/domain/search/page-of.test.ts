import { describe, expect, it } from 'vitest'
import { pageOf } from './page-of.ts'

const letters = [...'abcdefgh']

describe('pageOf', () => {
  it('cuts the list and counts the pages', () => {
    expect(pageOf(letters, 2, 7)).toEqual({ items: ['h'], page: 2, pages: 2, total: 8 })
  })

  it('shows the nearest page when the wanted one does not exist', () => {
    expect(pageOf(letters, 9, 7).page).toBe(2)
    expect(pageOf(letters, 0, 7).page).toBe(1)
    expect(pageOf([], 3, 7)).toEqual({ items: [], page: 1, pages: 1, total: 0 })
  })
})
