import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { APP_FIRST_LOAD, buildFirstLoadGroup, LATE_SHARED_FILES, PUBLIC_FIRST_LOAD } from './first-load.ts'

it('has files of the first load by their whole name, and no others', () => {
  const { test } = buildFirstLoadGroup({ 'src/domain/kernel': ['ids', 'limits'], 'src/local': ['local'] })
  const found = [
    '/somewhere/src/domain/kernel/ids.ts',
    '/somewhere/src/domain/kernel/limits.ts',
    '/somewhere/src/local/local.ts',
    '/somewhere/src/domain/kernel/new-ids.ts',
    '/somewhere/src/domain/kernel/ids/more.ts',
    '/somewhere/src/domain/sync/limits.ts',
    '/somewhere/src/local/local.test.ts',
    '/somewhere/src/features/local/local.ts',
  ].filter((file) => test.test(file))
  expect(found).toEqual([
    '/somewhere/src/domain/kernel/ids.ts',
    '/somewhere/src/domain/kernel/limits.ts',
    '/somewhere/src/local/local.ts',
  ])
})

it.each([
  ['public page', PUBLIC_FIRST_LOAD],
  ['app', APP_FIRST_LOAD],
  ['screens loaded later', LATE_SHARED_FILES],
])('names files of the %s that exist', (_, listed) => {
  const files = Object.entries(listed).flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`))
  const exists = (file: string): boolean => ['ts', 'tsx', 'js', 'mjs'].some((end) => existsSync(`${file}.${end}`))
  expect(files.filter((file) => !exists(file))).toEqual([])
})
