import { expect, it } from 'vitest'
import { TYPED_PARTS } from './any-edits.ts'
import { enteredIn } from './written-on.ts'

it('finds again on a paper whatever the edits type, and nothing that is there anyway', () => {
  const typed = TYPED_PARTS.flatMap((part) => Object.values(part)).filter((text) => typeof text === 'string')
  const lines = typed.map((text) => text.trim()).filter((text) => text !== '')
  expect(lines).toContain('Ana <b>')
  expect(enteredIn([...lines, '  Ana Paz ', '', 'CUIT', 'Nombre'])).toEqual([...lines, 'Ana Paz'])
})
