// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/users/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { answerAt, formOf } from '#tests/support/builders/reviewing.ts'
import { AREA } from '#tests/support/builders/template.ts'
import { allows, AUTHORS, PLACES, type Deed } from '#tests/support/reviewing-roles.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import type { ShownAnswer } from '../use-answer.ts'
import { SendCopyButton } from '../copy/send-copy.tsx'
import { ActionsBar } from './actions-bar.tsx'
import { DeleteAnswerButton } from './delete-answer.tsx'

afterEach(cleanup)

const AREAS = [{ path: AREA, nombre: 'Inspección', municipio: 'Villa Serena', provincia: 'Córdoba', pais: 'Argentina' }]

/** Every button and link that an answer can have here, with its action in the table. */
const OFFERS: Readonly<Record<string, Deed>> = {
  'Change state': 'state',
  'Fill in missing answers': 'complete',
  'Edit answer': 'correct',
  'Request a correction': 'ask',
  'Send a copy by e-mail': 'read',
  'Delete answer': 'delete',
}

/** Disabled with its reason, for the roles that may delete an answer of the area. */
const LOCKED_DELETE = 'Delete answer (An answer from the citizen portal cannot be changed here.)'

async function offersTo(role: Role, answer: Answer, version: ShownAnswer['version']): Promise<readonly string[]> {
  const shown: ShownAnswer = {
    answer,
    stored: answer,
    version,
    delivery: undefined,
    changes: [],
    isGone: false,
    isUnsent: false,
  }
  await openScreen({
    path: '/ver/$id',
    screen: () => (
      <main>
        <ActionsBar shownAnswer={shown} />
        <SendCopyButton shownAnswer={shown} />
        <DeleteAnswerButton shownAnswer={shown} />
      </main>
    ),
    role,
    areas: AREAS,
    templates: [],
    address: `/ver/${answer.id}`,
  })
  const bar = await screen.findByRole('main')
  // A reason that is only a tooltip cannot be read on touch screens.
  for (const { title } of bar.querySelectorAll<HTMLElement>('button[disabled][title]')) within(bar).getByText(title)
  const offered = [...bar.querySelectorAll('a, button')].map((control) =>
    control.hasAttribute('disabled')
      ? `${control.textContent} (${control.getAttribute('title')})`
      : control.textContent,
  )
  cleanup()
  return offered
}

/** The signed-in account of a test device is ines. */
const byWhom = (answer: Answer): Answer =>
  answer.authorId === 'rosa' ? { ...answer, authorId: 'ines' as never } : answer

describe.each(ROLES)('what an answer offers to %s is what the table of reviewing allows', (role) => {
  it.each(PLACES)('%s', async (place) => {
    for (const whose of AUTHORS) {
      const offered = await offersTo(role, byWhom(answerAt(place, whose, 1)), formOf(place))
      const expected = Object.entries(OFFERS).filter(([, deed]) => allows(role, deed, place, whose))
      const locked = place === 'portal' && allows(role, 'delete', 'area', whose) ? [LOCKED_DELETE] : []
      expect([whose, offered]).toEqual([whose, [...expected.map(([name]) => name), ...locked]])
    }
  })
})
