import { useLingui } from '@lingui/react/macro'
import type { Profile } from '#domain/sync/index.ts'
import { ScreenTabs } from '../page/parts.tsx'
import { useProfile } from '../session/session-store.ts'
import { useAdministrationEntries } from './use-administration.ts'

/** Tabs of the administration lists that the user may open. */
export function AdministrationTabs() {
  const profile = useProfile()
  return profile === null ? null : <AdministrationLinks profile={profile} />
}

function AdministrationLinks({ profile }: { readonly profile: Profile }) {
  const { t } = useLingui()
  const parts = useAdministrationEntries(profile).filter(({ isList }) => isList)
  return <ScreenTabs label={t`Administration`} parts={parts} />
}
