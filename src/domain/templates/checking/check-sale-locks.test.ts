import { expect, it } from 'vitest'
import { buildTicketForm } from '#tests/support/builders/paying.ts'
import { pickDraftFields } from '../form/to-editor-form.ts'
import { computeEditingLocks } from '../editing/locks.ts'
import { checkLocks } from './check-locks.ts'

const LOCKED = computeEditingLocks({ answers: 1, editableForm: false })

it('what is sold may always be changed: date, place, prices and codes, and nothing beside them', () => {
  const { ticketSale } = buildTicketForm()
  const sold = { ...buildTicketForm(), ticketSale }
  const moved = { ...ticketSale, eventDate: '2027-02-01T21:00:00.000Z', address: 'Club Atlético' }
  const change = (more: object) =>
    checkLocks(pickDraftFields(sold), pickDraftFields({ ...sold, ...more } as typeof sold), LOCKED)
  const priced = sold.secciones.map((section) => ({
    ...section,
    preguntas: section.preguntas.map((question) => ({ ...question, precio: 500 })),
  }))
  expect(change({ ticketSale: moved })).toEqual([])
  expect(change({ charge: { ...sold.charge, base: 700 } })).toEqual([])
  expect(change({ secciones: priced })).toEqual([])
  expect(change({ ticketSale: moved, titulo: 'Other' }).map(({ code }) => code)).toEqual(['template.locked'])
})
