// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { question } from '#tests/support/builders/form-parts.ts'
import { TextControl } from './text-control.tsx'

afterEach(cleanup)

it('keeps no tower of combining marks that is pasted', () => {
  const onChange = vi.fn()
  const rest = {
    language: 'es' as const,
    labelledBy: 'title',
    describedBy: undefined,
    invalid: false,
    required: false,
    onChange,
  }
  render(<TextControl question={question(0)} value={{}} id="q" {...rest} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: `Nguyễn a${'\u0301'.repeat(30)}` } })
  expect(onChange).toHaveBeenCalledWith({ respuesta: `Nguyễn a${'\u0301'.repeat(8)}` })
})
