// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useFocusFallback } from './list-screen.tsx'

afterEach(cleanup)

type ScreenProps = { readonly rows: readonly string[]; readonly steps?: readonly string[] }

/** A list, and over it a dialog with a button for each step, if there are steps. */
function Screen({ rows, steps }: ScreenProps) {
  useFocusFallback()
  const buttons = (names: readonly string[]) => names.map((name) => <button key={name}>{name}</button>)
  return (
    <>
      <main id="main" tabIndex={-1}>
        {buttons(rows)}
      </main>
      {steps !== undefined && (
        <div role="dialog" aria-modal="true">
          {buttons(steps)}
        </div>
      )}
    </>
  )
}

function show(props: ScreenProps) {
  const { rerender } = render(<Screen {...props} />)
  return (next: ScreenProps) => rerender(<Screen {...next} />)
}
const focus = (name: string) => screen.getByRole('button', { name }).focus()

describe('the focus that goes away with its row', () => {
  it('continues from the content', () => {
    const next = show({ rows: ['a', 'b'] })
    focus('a')
    next({ rows: ['b'] })
    expect(document.activeElement?.id).toBe('main')
  })

  it('is left where nothing had it, or what had it is still there', () => {
    const next = show({ rows: ['a', 'b'] })
    next({ rows: ['b'] })
    expect(document.activeElement).toBe(document.body)
    focus('b')
    next({ rows: ['c', 'b'] })
    expect(document.activeElement?.textContent).toBe('b')
  })

  it('is not led behind a dialog whose next step begins', () => {
    const next = show({ rows: ['a'], steps: ['first'] })
    focus('first')
    next({ rows: ['a'], steps: ['second'] })
    expect(document.activeElement).toBe(document.body)
    next({ rows: ['a'] })
    expect(document.activeElement?.id).toBe('main')
  })
})
