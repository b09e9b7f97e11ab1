import { describe, expect, it } from 'vitest'
import { createJsonLog } from './log.ts'

function logged(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lines: string[] = []
  createJsonLog(
    (line) => lines.push(line),
    () => 0,
  ).error('event', facts)
  expect(lines).toHaveLength(1)
  expect(lines[0]).not.toContain('\n')
  return JSON.parse(lines[0] ?? '') as Record<string, unknown>
}

describe('the log', () => {
  it('is one JSON object a line, with time, level and event', () => {
    expect(logged({ n: 1 })).toEqual({ time: '1970-01-01T00:00:00.000Z', level: 'error', event: 'event', n: 1 })
  })

  it('never writes a secret, however deep', () => {
    const facts = {
      password: 'a',
      user: { passwordHash: 'b', resetToken: 'c', headers: { cookie: 'd', Authorization: 'e' } },
      name: 'Ana',
    }
    const text = JSON.stringify(logged(facts))
    expect(text).toContain('Ana')
    expect(text).not.toMatch(/"[abcde]"/)
  })

  it('writes the number of tokens that have ended', () => {
    expect(logged({ tokens: 3, passwords: 0, token: '3' })).toMatchObject({
      tokens: 3,
      passwords: 0,
      token: '[secret]',
    })
  })

  it('survives what JSON cannot hold', () => {
    const circular: Record<string, unknown> = {}
    circular['self'] = circular
    expect(logged({ circular, big: 1n, error: new Error('line 1\nline 2'), nothing: undefined }).event).toBe('event')
  })

  it('cuts long texts', () => {
    expect(JSON.stringify(logged({ text: 'x'.repeat(100_000) })).length).toBeLessThan(3_000)
  })
})
