import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  EDITOR_OPTION_LIST_HEIGHTS,
  HEADER_IMAGE_HEIGHT,
  OPTION_LIST_HEIGHT,
  SIGNATURE_CANVAS_HEIGHT,
} from '#domain/kernel/index.ts'
import { cssVariables, theme } from '#ui/index.ts'

const HEIGHTS = [OPTION_LIST_HEIGHT, ...EDITOR_OPTION_LIST_HEIGHTS, HEADER_IMAGE_HEIGHT, SIGNATURE_CANVAS_HEIGHT]
const SHEETS = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => [path, readFileSync(`src/${path}`, 'utf8')] as const)

describe('a height that the specification gives', () => {
  it('stands in no style sheet: they take it from the theme, which takes it from the limits', () => {
    const copies = SHEETS.filter(([, sheet]) =>
      HEIGHTS.some((height) => new RegExp(`[^-]height: ${height}px|max-height: ${height}px`).test(sheet)),
    )
    expect(copies.map(([path]) => path)).toEqual([])
  })

  it('is there for every style sheet that takes it', () => {
    const given = Object.keys(cssVariables(theme as never).variables)
    const taken = new Set(
      SHEETS.flatMap(([, sheet]) => [...sheet.matchAll(/var\((--r-[a-z-]*height[a-z-]*)\)/g)].map(([, name]) => name)),
    )
    const own = new Set(
      SHEETS.flatMap(([, sheet]) => [...sheet.matchAll(/^\s*(--r-[a-z-]+):/gm)].map(([, name]) => name)),
    )
    expect([...taken].filter((name) => name !== undefined && !own.has(name)).toSorted()).toEqual(given.toSorted())
  })
})
