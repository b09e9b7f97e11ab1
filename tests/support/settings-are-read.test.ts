import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS, DEVICE_SETTINGS } from '#domain/places/index.ts'

/** Modules that declare, check, show and save settings, which does not count as using them. */
const THEIR_OWN_ROOM =
  /(?:municipality|device)-settings\.ts|domain\/places\/|features\/places\/|decide-settings\.ts|routes\/settings\.ts|\.test\.tsx?$/
const SOURCES = ['src', 'functions/src']
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => `${root}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !THEIR_OWN_ROOM.test(path))
const textsOf = (paths: readonly string[]) => paths.map((path) => readFileSync(path, 'utf8'))
const AT_SERVER = textsOf(SOURCES).filter((source) => source.includes('resolveSettings('))
/** Devices read settings from their profile, under its names. */
const ON_DEVICES = textsOf(SOURCES.filter((path) => path.startsWith('src/')))

function isRead(name: string): boolean {
  const device: Readonly<Record<string, { readonly sentTo: string; readonly as?: string }>> = DEVICE_SETTINGS
  const setting = device[name]
  const reads = (sources: readonly string[], word: string) =>
    sources.some((source) => new RegExp(`\\b${word}\\b`).test(source))
  return reads(AT_SERVER, name) || (setting !== undefined && reads(ON_DEVICES, setting.as ?? name))
}

describe('a setting of a municipality', () => {
  it.each(Object.keys(DEFAULT_SETTINGS) as (keyof typeof DEFAULT_SETTINGS)[])(
    '%s is read where it takes effect',
    (name) => {
      expect(isRead(name)).toBe(true)
    },
  )
})
