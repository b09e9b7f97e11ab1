import { describe, expect, it } from 'vitest'
import { readPackages, readProject } from './support/architecture/source-files.ts'
import { violationsIn } from './support/architecture/violations.ts'

const packages = readPackages()

describe('the house plan', () => {
  const files = readProject()

  // Reads every file, so it is slower than other tests on a busy machine.
  it('is kept by every import', { timeout: 120_000 }, () => {
    expect(violationsIn({ files, packages })).toEqual([])
  })

  it('was held against the whole project', () => {
    expect([...files.keys()].filter((path) => /^(src|functions)\/.*\.tsx?$/.test(path)).length).toBeGreaterThan(50)
  })
})

/** The violations of a project with only these files. */
function planted(sources: Readonly<Record<string, string>>): readonly string[] {
  return violationsIn({ files: new Map(Object.entries(sources)), packages })
}

describe('a planted violation is caught:', () => {
  const doors = {
    'src/domain/kernel/index.ts': '',
    'src/local/index.ts': '',
    'src/sync/index.ts': '',
    'src/ui/index.ts': '',
    'src/app/main.tsx': '',
    'src/features/home/index.ts': '',
    'src/features/answering/index.ts': '',
    'functions/src/core/app.ts': '',
    'functions/src/embedded/main.ts': '',
    'functions/src/firebase/main.ts': '',
  }
  const cases: readonly (readonly [name: string, file: string, text: string, why: string])[] = [
    [
      'domain imports local',
      'src/domain/kernel/a.ts',
      "import { b } from '#local/index.ts'",
      'domain may not import local',
    ],
    ['a type, too', 'src/domain/kernel/a.ts', "import type { B } from '#sync/index.ts'", 'domain may not import sync'],
    [
      'a type written in place',
      'src/domain/kernel/a.ts',
      "export type A = import('#ui/index.ts').B",
      'domain may not import ui',
    ],
    [
      'an arrow up inside the domain',
      'src/domain/answering/a.ts',
      "import { b } from '../sync/judge/b.ts'",
      'in the domain rules may not import judge',
    ],
    [
      'an arrow up inside a subject, of a type',
      'src/domain/payments/documents/a.ts',
      "import type { B } from '../price.ts'",
      'in the domain documents may not import rules',
    ],
    [
      'an endpoint that knows what decides',
      'src/domain/payments/api.ts',
      "import type { B } from '../tickets/judge.ts'",
      'in the domain api may not import judge',
    ],
    [
      'a door between subjects',
      'src/domain/payments/a.ts',
      "import type { B } from '../answers/index.ts'",
      'between subjects, import the file itself',
    ],
    [
      'a device that decides',
      'src/sync/a.ts',
      "import { b } from '#domain/answers/judge/index.ts'",
      'only the server imports judge',
    ],
    [
      'a way around the door of what decides',
      'functions/src/core/a.ts',
      "import { b } from '#domain/answers/judge/b.ts'",
      'come in through src/domain/answers/judge/index.ts',
    ],
    [
      'work of the core that knows its routes',
      'functions/src/core/answers/a.ts',
      "import type { B } from './routes/b.ts'",
      'in the core routes is not below answers',
    ],
    [
      'an arrow up inside the core',
      'functions/src/core/limits/a.ts',
      "import type { B } from '../sync/b.ts'",
      'in the core sync is not below limits',
    ],
    [
      'an arrow between rooms of one floor of the core',
      'functions/src/core/uploads/a.ts',
      "import { b } from '../sessions/b.ts'",
      'in the core sessions is not below uploads',
    ],
    ['a new room of the core', 'functions/src/core/weather/a.ts', "import '../http/b.ts'", 'weather a floor in CORE'],
    ['a new folder of the domain', 'src/domain/weather/a.ts', "import '../kernel/b.ts'", 'a place in SUBJECTS'],
    ['a lazy import', 'src/ui/a.ts', "export const a = () => import('#local/index.ts')", 'ui may not import local'],
    ['an export from elsewhere', 'src/ui/a.ts', "export * from '#sync/index.ts'", 'ui may not import sync'],
    [
      "a worker's address",
      'src/ui/a.ts',
      "new Worker(new URL('../local/index.ts', import.meta.url))",
      'ui may not import local',
    ],
    ['local imports sync', 'src/local/a.ts', "import '#sync/index.ts'", 'local may not import sync'],
    ['sync imports ui', 'src/sync/a.ts', "import '#ui/index.ts'", 'sync may not import ui'],
    [
      'the pages of the public import the router',
      'src/app/publico/a.tsx',
      "import '@tanstack/react-router'",
      'does without',
    ],
    ['the pages of the public import the app', 'src/app/publico/a.tsx', "import '../main.tsx'", 'does without'],
    [
      'the pages of the public import a room of the staff',
      'src/app/publico/a.tsx',
      "import '#features/home/index.ts'",
      'does without',
    ],
    ['a feature imports app', 'src/features/home/a.tsx', "import '#app/main.tsx'", 'features may not import app'],
    [
      'a feature imports a feature',
      'src/features/home/a.ts',
      "import '../answering/index.ts'",
      'never imports another feature',
    ],
    ['the worker imports ui', 'sw/a.ts', "import '#ui/index.ts'", 'sw may not import ui'],
    [
      'the core imports a host',
      'functions/src/core/a.ts',
      "import '#embedded/main.ts'",
      'core may not import embedded',
    ],
    ['the core imports the device', 'functions/src/core/a.ts', "import '#local/index.ts'", 'core may not import local'],
    [
      'a host imports a host',
      'functions/src/firebase/a.ts',
      "import '#embedded/main.ts'",
      'firebase may not import embedded',
    ],
    [
      'a host takes the store of the tests',
      'functions/src/firebase/a.ts',
      "import '#tests/support/memory/index.ts'",
      'firebase may not import tests',
    ],
    ['the product imports its tests', 'src/sync/a.ts', "import '#tests/b.ts'", 'sync may not import tests'],
    ['React in local', 'src/local/a.ts', "import { useState } from 'react'", 'local may not use this library'],
    [
      'Dexie in a feature',
      'src/features/home/a.ts',
      "import Dexie from 'dexie'",
      'this library lives in src/local only',
    ],
    ['casl outside of access', 'src/domain/kernel/a.ts', "import '@casl/ability'", 'lives in src/domain/access only'],
    ['Hono in sync', 'src/sync/a.ts', "import { Hono } from 'hono'", 'sync may not use this library'],
    ['workbox outside of the worker', 'src/app/a.ts', "import 'workbox-precaching'", 'lives in sw only'],
    [
      'node:sqlite in the core',
      'functions/src/core/a.ts',
      "import 'node:sqlite'",
      'lives in functions/src/embedded only',
    ],
    [
      'firebase-admin in the core',
      'functions/src/core/a.ts',
      "import 'firebase-admin/firestore'",
      'lives in functions/src/firebase only',
    ],
    [
      'firebase-admin in the other host',
      'functions/src/embedded/a.ts',
      "import 'firebase-admin'",
      'lives in functions/src/firebase only',
    ],
    [
      'the stand-in in the product',
      'functions/src/firebase/a.ts',
      "import '@firebase-bridge/firestore-admin'",
      'firebase may not use this library',
    ],
    ['Node in the domain', 'src/domain/kernel/a.ts', "import 'node:crypto'", 'domain may not use this library'],
    ['hucre outside of documents', 'src/features/home/a.ts', "import 'hucre'", 'lives in src/documents only'],
    ['an undeclared library', 'src/documents/a.ts', "import 'exceljs'", 'package.json does not list it'],
    ['a build tool in a screen', 'src/ui/a.ts', "import '@lingui/cli'", 'ui may not use this library'],
    ['a build tool in the server', 'locales/a.ts', "import '@lingui/cli'", 'not list it under dependencies'],
    ['a way around the door', 'src/sync/a.ts', "import '#local/b.ts'", 'come in through src/local/index.ts'],
    [
      'a way around a folder’s door',
      'src/ui/a.ts',
      "import '#domain/kernel/b.ts'",
      'come in through src/domain/kernel/index.ts',
    ],
    ['the own door from inside', 'src/ui/a.ts', "import './index.ts'", 'index.ts is for outsiders'],
    ['a relative path between rooms', 'src/sync/a.ts', "import '../local/index.ts'", 'between rooms, import by #local'],
    ['an alias within a room', 'src/ui/a.ts', "import '#ui/b.ts'", 'within a room, import by relative path'],
    ['an effect that the build would drop', 'src/ui/a.ts', "import './b.ts'", 'list this file under sideEffects'],
    ['a missing extension', 'src/ui/a.ts', "import './b'", 'there is no such file'],
  ]

  it.each(cases)('%s', (_name, file, text, why) => {
    const around = { 'src/local/b.ts': '', 'src/ui/b.ts': '', 'src/domain/kernel/b.ts': '', 'tests/b.ts': '' }
    expect(planted({ ...doors, ...around, [file]: text }).join('\n')).toContain(why)
  })

  it('a cycle of values', () => {
    const found = planted({
      'src/ui/a.ts': "import { b } from './b.ts'",
      'src/ui/b.ts': "import { c } from './c.ts'",
      'src/ui/c.ts': "export * from './a.ts'",
    })
    expect(found).toEqual(['cycle: src/ui/a.ts -> src/ui/b.ts -> src/ui/c.ts -> src/ui/a.ts'])
  })

  it('a cycle of types, in the domain only', () => {
    const pair = (folder: string) => ({
      [`${folder}/a.ts`]: "import type { B } from './b.ts'",
      [`${folder}/b.ts`]: "import type { A } from './a.ts'",
    })
    expect(planted(pair('src/domain/kernel'))).toHaveLength(1)
    expect(planted(pair('src/ui'))).toEqual([])
  })
})

it('what the plan allows passes', () => {
  const found = planted({
    'src/domain/kernel/index.ts': "export * from './ids.ts'",
    'src/domain/kernel/ids.ts': "import { z } from 'zod'",
    'src/domain/kernel/ids.test.ts': "import { it } from 'vitest'\nimport { a } from './index.ts'",
    'src/domain/access/index.ts': "import '@casl/ability'\nimport { a } from '../kernel/index.ts'",
    'src/local/index.ts': "import Dexie from 'dexie'\nimport { a } from '#domain/kernel/index.ts'",
    'src/ui/index.ts': "import { Button } from '@mantine/core'\nimport './button.module.css'",
    'src/ui/button.module.css': '',
    'src/features/home/index.ts':
      "import { a } from '#ui/index.ts'\nimport { a } from '#local/index.ts'\nimport { a } from '#domain/access/index.ts'",
    'src/app/main.tsx':
      "import { createRoot } from 'react-dom/client'\nexport const home = () => import('#features/home/index.ts')",
    'sw/worker.ts': "import 'workbox-precaching'\nimport { a } from '#local/index.ts'",
    'functions/src/core/app.ts': "import { Hono } from 'hono'\nimport 'node:crypto'",
    'functions/src/embedded/main.ts': "import 'node:sqlite'\nimport { a } from '#core/app.ts'",
  })
  expect(found).toEqual([])
})
