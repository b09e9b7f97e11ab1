import { StrictMode, type ReactNode } from 'react'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { colourSchemeManager } from '../theme/colour-scheme.ts'
import { cssVariables, theme } from '../theme/theme.ts'

/** Words and theme, around everything of a page. */
export function Providers({ children }: { readonly children: ReactNode }) {
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colourSchemeManager}
          defaultColorScheme="auto"
        >
          {children}
        </MantineProvider>
      </I18nProvider>
    </StrictMode>
  )
}
