import type { ReactNode } from 'react'
import { MantineProvider } from '@mantine/core'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { colourSchemeManager, cssVariables, SessionActionsProvider, theme } from '#ui/index.ts'
import { sessionActions } from './session.ts'

/** What every screen stands on: words, look, and what may be asked of the session. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colourSchemeManager}
        defaultColorScheme="auto"
      >
        <SessionActionsProvider value={sessionActions}>{children}</SessionActionsProvider>
      </MantineProvider>
    </I18nProvider>
  )
}
