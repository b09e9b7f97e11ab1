// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { keepFlow, takeFlow } from './sso-flow.ts'

beforeEach(() => localStorage.clear())

it('takes the answer of a sign-in that this browser has begun, once', () => {
  keepFlow({ state: 'abc', mode: 'popup', shared: true })
  expect(takeFlow('?code=1&state=abc')).toEqual({ state: 'abc', mode: 'popup', shared: true })
  expect(takeFlow('?code=1&state=abc')).toBeUndefined()
})

it.each(['', '?state=', '?state=abcd', '?code=abc', '?state=null'])('takes no other answer: %j', (query) => {
  keepFlow({ state: 'abc', mode: 'redirect' })
  expect(takeFlow(query)).toBeUndefined()
  // And what was begun is over with it.
  expect(takeFlow('?state=abc')).toBeUndefined()
})

it('takes nothing where nothing was begun, or what is kept is broken', () => {
  expect(takeFlow('?state=abc')).toBeUndefined()
  localStorage.setItem('relevo.sso', '{')
  expect(takeFlow('?state=abc')).toBeUndefined()
})
