// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { OwnAnswerView } from '#features/answer-view/limited/limited-answer.tsx'
import { PortalForm } from '#features/answering/portal/portal-form.tsx'
import { PortalRevision } from '#features/answering/portal/portal-revision.tsx'
import { CitizenPages, type VisitState } from '#features/citizen/citizen-pages.tsx'
import { isEmailToken } from '#features/citizen/citizen-place.ts'
import { OwnAnswers } from '#features/citizen/own-answers.tsx'
import { toPublicForm } from '#domain/answering/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { openScreen, type SentRequest } from '#tests/support/screens/open-screen.tsx'

/** The messages of part 3's catalogue that citizens see, each on its screen. */

afterEach(cleanup)

const answer = answerAt('area', 'own', 1)
const FORM = formOf('area')
const refusal = (code: string, status = 404) => Response.json({ error: { code } }, { status })
const ROSA = { id: '9001', nombre: 'Rosa', apellido: 'Leiva', dni: '30111222' }

const show = (screenOf: () => React.ReactNode, reply: (asked: SentRequest) => Response | undefined = () => undefined) =>
  openScreen({
    path: '/citizen',
    screen: () => screenOf(),
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: reply,
  })
const reads = async (...texts: readonly string[]) => {
  for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
}

describe('at the door', () => {
  const door = (entrance: VisitState, onAgain = vi.fn()) =>
    show(() => (
      <CitizenPages
        entrance={entrance}
        rooms={{ Form: () => null, Revision: () => null, AnswerPage: () => null }}
        onAgain={onAgain}
        around={(children) => children}
      />
    ))

  it('says that the token is being looked at', async () => {
    await door({ kind: 'entering' })
    await reads('Signing in from the citizen portal')
  })

  it.each(['portal.login-failed', 'session.required'] as const)(
    '%s: the link is over, and leads back',
    async (code) => {
      vi.spyOn(history, 'length', 'get').mockReturnValue(2)
      const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
      await door({ kind: 'refused', problem: { code } })
      await reads('Could not sign in from the citizen portal')
      fireEvent.click(screen.getByRole('button', { name: 'Go back' }))
      expect(back).toHaveBeenCalledTimes(1)
    },
  )

  it('leads to a page of the municipality where there is nothing to go back to', async () => {
    vi.spyOn(history, 'length', 'get').mockReturnValue(1)
    await door({ kind: 'nowhere' })
    await reads('The requested URL was not found.')
    const link = screen.getByRole('link', { name: 'Check the state of your form' })
    expect(link.getAttribute('href')).toBe('/publico/consultar-estado')
  })

  it('a link of an e-mail opens when a person presses a button: scanners of mail have used up what opened automatically', async () => {
    const open = vi.fn()
    await door({ kind: 'letter' }, open)
    await reads('This link works once. Open it on the device you want to use.')
    fireEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect(open).toHaveBeenCalledTimes(1)
    expect(['r1e.a.b', 'abc', undefined].map(isEmailToken)).toEqual([true, false, false])
  })

  it('where the portal could not be asked, tries again', async () => {
    const again = vi.fn()
    await door({ kind: 'refused', problem: { code: 'network.unreachable' } }, again)
    await reads('Could not sign in from the citizen portal')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(again).toHaveBeenCalledTimes(1)
  })

  it('after the session says what is left here, and discards what was begun', async () => {
    const discard = vi.fn(async () => undefined)
    await door({ kind: 'over', waiting: 1, refused: 0, drafts: 2, discard })
    await reads('Your session has ended', 'To continue, sign in again from the portal.')
    expect(screen.getByText(/What you saved is kept on this device/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard my draft' }))
    await vi.waitFor(() => expect(screen.queryByText(/Your draft is kept/)).toBeNull())
    expect(discard).toHaveBeenCalledTimes(1)
  })

  it('never promises to send what was refused', async () => {
    await door({ kind: 'over', waiting: 0, refused: 1, drafts: 0, discard: vi.fn(async () => undefined) })
    await reads('Your session has ended')
    expect(screen.getByText(/It is kept on this device and will not be sent again/)).toBeTruthy()
    expect(screen.queryByText(/is sent when you sign in again from the portal/)).toBeNull()
  })
})

describe('one’s own answers', () => {
  it('are none', async () => {
    await show(
      () => <OwnAnswers go={vi.fn()} />,
      () => Response.json({ answers: [], held: [], more: false }),
    )
    await reads('There are no answers available.')
  })

  it('cannot be had', async () => {
    await show(() => <OwnAnswers go={vi.fn()} />)
    await reads('Could not connect to the server.', 'Try again')
  })
})

describe('a form of the portal', () => {
  const form = (refused: string | null, missing = false) =>
    show(
      () => <PortalForm id={FORM.id} username="rosa.leiva" />,
      ({ path }) => {
        if (missing) return refusal('template.missing')
        return path.includes('/permits')
          ? Response.json({ permit: 'p', until: answer.fechaCreacion, citizen: ROSA })
          : Response.json({
              form: toPublicForm(FORM, false),
              codeHidden: false,
              refusal: refused === null ? null : { code: refused },
            })
      },
    )

  it.each([
    ['answer.already-answered', 'Form already answered'],
    ['answer.limit-reached', 'limit responses reached'],
  ])('%s is said at opening', async (code, text) => {
    await form(code)
    await reads(text)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('that does not exist', async () => {
    await form(null, true)
    await reads('The form does not exist.')
  })

  it('says under whose name it goes', async () => {
    await form(null)
    expect(
      (await screen.findByText(/The answer will be sent with the data of the user rosa.leiva/)).textContent,
    ).toContain('Rosa Leiva, 30111222')
  })
})

describe('an answer that is to be corrected', () => {
  it('and of which nothing is asked any more', async () => {
    await show(
      () => <PortalRevision id={answer.id} />,
      () =>
        Response.json({
          answer,
          form: toPublicForm(FORM, false),
          codeHidden: false,
          signatureHidden: false,
          mayWithdraw: false,
        }),
    )
    await reads('Form already answered', 'You have already revised this form')
  })

  it('but is of another citizen', async () => {
    await show(
      () => <PortalRevision id={answer.id} />,
      () => refusal('answer.not-of-citizen', 403),
    )
    await reads('The answer does not belong to the citizen.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('one’s own answer', () => {
  it.each([
    [refusal('answer.not-of-citizen', 403), 'The answer does not belong to the citizen.'],
    [refusal('answer.missing'), 'The answer does not exist.'],
    [undefined, 'The answer could not be loaded'],
  ])('that cannot be shown says why (%#)', async (reply, text) => {
    await show(
      () => <OwnAnswerView id={answer.id} onCorrect={vi.fn()} onWithdrawn={vi.fn()} />,
      () => reply?.clone(),
    )
    await reads(text)
  })
})
