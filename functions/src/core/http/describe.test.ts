import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { API } from '#domain/endpoints/index.ts'
import { formatApiDescription, describeApi } from './describe.ts'

describe("the API's description", () => {
  it('is the one in the file: `npm run api` writes it again', () => {
    const written = new Set(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8').split('\n'))
    // Only the names, because each line is thousands of characters long.
    expect(
      formatApiDescription()
        .split('\n')
        .filter((line) => !written.delete(line))
        .map((line) => line.slice(0, 60)),
    ).toEqual([])
    expect(written.size).toBe(0)
  })

  it('says of each operation, and of what receivers get, what it does and what has to be shown for it', () => {
    const { paths, webhooks, servers } = describeApi()
    const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
      Object.entries(methods as Readonly<Record<string, Readonly<Record<string, unknown>>>>).map(
        ([method, { summary, security }]) => ({ of: `${method} ${path}`, summary, security }),
      ),
    )
    expect(operations.filter(({ summary }) => typeof summary !== 'string' || summary === '')).toEqual([])
    expect(operations.filter(({ security }) => !Array.isArray(security))).toEqual([])
    expect(servers).toEqual([{ url: '/' }])
  })

  it('names each endpoint once, and no schema that it lacks', () => {
    const { paths, components } = describeApi()
    const operations = Object.values(paths).flatMap((path) =>
      Object.values(path as Readonly<Record<string, { readonly operationId: string }>>),
    )
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(API).toSorted())
    const named = [...JSON.stringify(paths).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
    expect(named.filter((name) => !Object.hasOwn(components.schemas, name ?? ''))).toEqual([])
  })
})
