// @vitest-environment jsdom
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'
import { toPublicForm } from '#domain/answering/index.ts'
import { buildPlainTemplate } from '#tests/support/builders/template.ts'
import { holdDraftsElsewhere, releaseDraftsElsewhere } from '#tests/support/screens/drafts-elsewhere.ts'
import { openScreen } from '#tests/support/screens/open-screen.tsx'
import { PublicPages } from './public-pages.tsx'

configure({ asyncUtilTimeout: 15_000 })
afterEach(() => {
  cleanup()
  releaseDraftsElsewhere()
  history.replaceState(null, '', '/')
})

it('says that another tab has it open', async () => {
  holdDraftsElsewhere()
  const form = buildPlainTemplate({}, { opcionales: { publico: true } })
  history.replaceState(null, '', `/publico/contestar/${form.id}`)
  await openScreen({
    path: '/public',
    screen: () => <PublicPages />,
    role: 'ROLE_INSPECTOR',
    areas: [],
    templates: [],
    answer: ({ path }) =>
      path.includes('/public/')
        ? Response.json({ form: toPublicForm(form), codeHidden: false, refusal: null })
        : undefined,
  })
  await screen.findByText(/This answer is open in another window/)
})
