// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DeliveryState } from '#domain/sync/index.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE } from '#tests/support/builders/template.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { BookingStep } from './booking.tsx'

const { answer } = buildPlainSubmit(1)
const RECEIVED: DeliveryState = { kind: 'received', code: 'VIS1', at: BEFORE }
const WAITING: DeliveryState = { kind: 'saved', savedAt: BEFORE, problem: undefined, notBefore: 0 }
const URL = 'https://turnos.example/?code=x'
const went = vi.fn()
afterEach(() => {
  cleanup()
  went.mockReset()
})

function open(delivery: DeliveryState | undefined, goesOn = false, refused?: string) {
  const asked: unknown[] = []
  return openScreen({
    path: '/ver/$id',
    screen: () => <BookingStep answer={answer} delivery={delivery} goesOn={goesOn} leave={went} />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    address: `/ver/${answer}`,
    answer: ({ path, body }) => {
      if (!path.endsWith('/getTurneroEncryptCode')) return undefined
      asked.push(body)
      return refused === undefined
        ? Response.json({ result: { data: 'x', url: URL } })
        : Response.json({ error: { status: 'INTERNAL', code: refused, details: {} } }, { status: 502 })
    },
  }).then(() => asked)
}
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Continue to appointment booking' })

describe('continuing to book', () => {
  it('opens the page that the server says, for this answer', async () => {
    const asked = await open(RECEIVED)
    fireEvent.click(await button())
    await waitFor(() => expect(went).toHaveBeenCalledWith(URL))
    expect(asked).toEqual([{ data: { answerId: answer } }])
  })

  it('continues automatically where the save asked for it, once', async () => {
    const asked = await open(RECEIVED, true)
    await waitFor(() => expect(went).toHaveBeenCalledTimes(1))
    expect(asked).toHaveLength(1)
  })

  it('waits until the answer has arrived, and says so', async () => {
    const asked = await open(WAITING, true)
    expect((await button()).disabled).toBe(true)
    await screen.findByText('You can book an appointment once the answer has been received.')
    expect(asked).toEqual([])
  })

  it('that could not be prepared is said, and can be tried again', async () => {
    await open(RECEIVED, false, 'booking.failed')
    fireEvent.click(await button())
    await screen.findByText(/The information could not be loaded/)
    expect((await button()).disabled).toBe(false)
    expect(went).not.toHaveBeenCalled()
  })

  it('says that the answer has to be paid first', async () => {
    await open(RECEIVED, true, 'payment.unpaid')
    await screen.findByText('The payment must be made first.')
    expect(went).not.toHaveBeenCalled()
  })
})
