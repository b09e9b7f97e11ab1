import { describe, expect, it } from 'vitest'
import { pickPage } from './pick-page.ts'

const letters = [...'abcdefgh']

describe('pageOf', () => {
  it('cuts the list and counts the pages', () => {
    expect(pickPage(letters, 2, 7)).toEqual({ items: ['h'], page: 2, pages: 2, total: 8, all: letters })
  })

  it('shows the nearest page when the wanted one does not exist', () => {
    expect(pickPage(letters, 9, 7).page).toBe(2)
    expect(pickPage(letters, 0, 7).page).toBe(1)
    expect(pickPage([], 3, 7)).toEqual({ items: [], page: 1, pages: 1, total: 0, all: [] })
  })
})
