import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '#domain/documents/index.ts'

/** Where settings are declared, judged, shown and saved: to stand there is not to be read. */
const THEIR_OWN_ROOM =
  /municipality-settings\.ts|domain\/places\/|features\/places\/|decide-settings\.ts|routes\/settings\.ts|\.test\.tsx?$/
const SOURCES = ['src', 'functions/src']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !THEIR_OWN_ROOM.test(path))
  .map((path) => readFileSync(path, 'utf8'))
  .filter((source) => source.includes('settingsOf('))

const isRead = (name: string): boolean => SOURCES.some((source) => new RegExp(`\\b${name}\\b`).test(source))

describe('a setting of a municipality', () => {
  it.each(Object.keys(DEFAULT_SETTINGS) as (keyof typeof DEFAULT_SETTINGS)[])(
    '%s is read where it takes effect',
    (name) => {
      expect(isRead(name)).toBe(true)
    },
  )
})
