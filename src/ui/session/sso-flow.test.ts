// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { storeSsoFlow, takeSsoFlow } from './sso-flow.ts'

beforeEach(() => localStorage.clear())

describe('a sign-in at the provider that this browser has begun', () => {
  it('is taken up once, by the state that comes back, and by no other', () => {
    storeSsoFlow({ state: 'a', mode: 'redirect', volver: '/cuenta' })
    expect(takeSsoFlow('?code=x&state=b')).toBeUndefined()
    expect(takeSsoFlow('?code=x')).toBeUndefined()
    expect(takeSsoFlow('?code=x&state=a')).toMatchObject({ mode: 'redirect', volver: '/cuenta' })
    expect(takeSsoFlow('?code=x&state=a')).toBeUndefined()
  })

  it('is not lost to a second one in a window that opened late', () => {
    storeSsoFlow({ state: 'a', mode: 'redirect' })
    storeSsoFlow({ state: 'b', mode: 'popup' })
    expect(takeSsoFlow('?state=a')).toMatchObject({ mode: 'redirect' })
    expect(takeSsoFlow('?state=b')).toMatchObject({ mode: 'popup' })
  })

  it('is forgotten when no one came back for an hour, and so is what cannot be read', () => {
    vi.useFakeTimers()
    storeSsoFlow({ state: 'a', mode: 'popup' })
    localStorage.setItem('relevo.sso.c', '{')
    vi.advanceTimersByTime(3_700_000)
    storeSsoFlow({ state: 'b', mode: 'popup' })
    expect(Object.keys(localStorage)).toEqual(['relevo.sso.b'])
  })
})
