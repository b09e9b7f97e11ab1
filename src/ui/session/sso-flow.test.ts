// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepFlow, takeFlow } from './sso-flow.ts'

beforeEach(() => localStorage.clear())

describe('a sign-in at the provider that this browser has begun', () => {
  it('is taken up once, by the state that comes back, and by no other', () => {
    keepFlow({ state: 'a', mode: 'redirect', volver: '/cuenta' })
    expect(takeFlow('?code=x&state=b')).toBeUndefined()
    expect(takeFlow('?code=x')).toBeUndefined()
    expect(takeFlow('?code=x&state=a')).toMatchObject({ mode: 'redirect', volver: '/cuenta' })
    expect(takeFlow('?code=x&state=a')).toBeUndefined()
  })

  it('is not lost to a second one in a window that opened late', () => {
    keepFlow({ state: 'a', mode: 'redirect' })
    keepFlow({ state: 'b', mode: 'popup' })
    expect(takeFlow('?state=a')).toMatchObject({ mode: 'redirect' })
    expect(takeFlow('?state=b')).toMatchObject({ mode: 'popup' })
  })

  it('is forgotten when nobody came back for an hour, and so is what cannot be read', () => {
    vi.useFakeTimers()
    keepFlow({ state: 'a', mode: 'popup' })
    localStorage.setItem('relevo.sso.c', '{')
    vi.advanceTimersByTime(3_700_000)
    keepFlow({ state: 'b', mode: 'popup' })
    expect(Object.keys(localStorage)).toEqual(['relevo.sso.b'])
  })
})
