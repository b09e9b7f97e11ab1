import { expect, it } from 'vitest'
import { callExternalSystem } from './http.ts'

it.each(['sk_live_12\n34', ' sk_live_12\u00004 ', 'sk_live_1234\u2028'])(
  'a key that no header takes stays out of the log: %j',
  async (token) => {
    const why: string[] = []
    const deps = {
      fetch: async (_: string, { headers }: RequestInit) => Response.json([...new Headers(headers)]),
      timeout: () => new AbortController().signal,
      failed: (facts: { readonly why: string }) => void why.push(facts.why),
    }
    const system = { name: 'stripe', url: 'https://x.example', token }
    expect(await callExternalSystem(deps, system, { method: 'GET', path: ['v1'] })).toBeUndefined()
    expect([why.length, why.join(' ').includes('sk_live')]).toEqual([1, false])
  },
)
