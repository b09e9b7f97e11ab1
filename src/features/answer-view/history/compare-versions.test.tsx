// @vitest-environment jsdom
import { useState } from 'react'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { composeAnswer } from '#domain/answering/index.ts'
import { buildUser } from '#tests/support/builders/people.ts'
import { buildPlainSubmit } from '#tests/support/builders/submit.ts'
import { BEFORE, buildPlainTemplate } from '#tests/support/builders/template.ts'
import { AUTHOR_PROFILE } from '#tests/support/device/profile.ts'
import { VersionComparison } from './answer-history.tsx'

afterEach(cleanup)

const template = buildPlainTemplate()
const author = { ...buildUser('ines'), id: AUTHOR_PROFILE.id }
const textOf = (version: number): string => (version < 3 ? 'A leaking pipe' : 'Two leaking pipes')
const versionOf = (version: number) => ({
  ...composeAnswer(template, buildPlainSubmit(1, textOf(version)), { code: 'VIS1', now: BEFORE, author }),
  version,
})

/** A view of version 2, which changed no values, before that of version 3 arrives. */
function Growing() {
  const [newest, setNewest] = useState(2)
  const stored = versionOf(newest)
  const facts = { delivery: undefined, changes: [], isGone: false, isUnsent: false }
  return (
    <>
      <button type="button" onClick={() => setNewest(3)}>
        Arrives
      </button>
      <VersionComparison shownAnswer={{ ...facts, answer: stored, stored, version: template }} known={[]} />
    </>
  )
}

const open = () =>
  openScreen({
    path: '/ver',
    screen: Growing,
    role: 'ROLE_SUPERVISOR',
    areas: [],
    templates: [template],
    answer: ({ path }) => Response.json({ answer: versionOf(Number(path.split('/').at(-1))) }),
  })

it('follows the newest version until someone picks', async () => {
  await open()
  await screen.findByText('There are no differences between the answers.')
  fireEvent.click(screen.getByText('Arrives'))
  const table = await screen.findByRole('table', { name: 'Differences' })
  expect(table.textContent).toContain('A leaking pipeTwo leaking pipes')
})

it('stays with what someone has picked', async () => {
  await open()
  await screen.findByText('There are no differences between the answers.')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '1' } })
  fireEvent.click(screen.getByText('Arrives'))
  await screen.findByText('There are no differences between the answers.')
  expect(screen.getByLabelText<HTMLSelectElement>('To').value).toBe('2')
})
