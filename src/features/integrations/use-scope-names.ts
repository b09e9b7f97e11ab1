import { useLingui } from '@lingui/react/macro'
import type { ApiScope } from '#domain/integrations/index.ts'

/** Short name of each scope. */
export function useScopeLabels(): Readonly<Record<ApiScope, string>> {
  const { t } = useLingui()
  return { 'templates:read': t`Read forms`, 'answers:read': t`Read answers`, embed: t`Show forms` }
}

/** Description of each scope. */
export function useScopeDescriptions(): Readonly<Record<ApiScope, string>> {
  const { t } = useLingui()
  return {
    'templates:read': t`Read forms`,
    embed: t`Show forms on the other system’s pages; its users answer under their own names`,
    'answers:read': t`Read answers, with their files and personal data`,
  }
}
