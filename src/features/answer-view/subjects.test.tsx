// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, it } from 'vitest'
import { citizenSchema } from '#domain/citizens/index.ts'
import { buildAnsweredDesk, storedOn } from '#tests/support/builders/changes.ts'
import { AnswerSubjects } from './subjects.tsx'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))
afterEach(cleanup)

it.each([
  ['claimed', 'From the registry; identity not verified'],
  ['typed', 'Entered manually; identity not verified'],
  ['registry', 'Found in the registry'],
])('a citizen whose data are %s: %s', (_source, words) => {
  const citizen = citizenSchema.parse({ nombre: 'Ana', apellido: 'Paz', dni: '30111222', _source })
  render(
    <I18nProvider i18n={i18n}>
      <MantineProvider env="test">
        <AnswerSubjects answer={{ ...storedOn(buildAnsweredDesk()), datosCiudadano: citizen }} />
      </MantineProvider>
    </I18nProvider>,
  )
  screen.getByText(words)
})
