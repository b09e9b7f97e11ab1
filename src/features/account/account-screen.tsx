import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Page, PageSection, useProfile } from '#ui/index.ts'
import { ChangePassword } from './change-password.tsx'
import { FactorsSection } from './factors.tsx'
import { SessionsSection } from './sessions.tsx'

/** /cuenta: the user's own password and sessions. */
export function AccountScreen() {
  const { t } = useLingui()
  const profile = useProfile()
  const [changing, setChanging] = useState(false)
  return (
    <Page title={t`Account and security`} subtitle={profile?.email} width="narrow">
      <PageSection title={t`Password`}>
        <div>
          <Button variant="default" onClick={() => setChanging(true)}>
            <Trans>Change password</Trans>
          </Button>
        </div>
      </PageSection>
      <FactorsSection />
      <SessionsSection />
      {changing && <ChangePassword onClose={() => setChanging(false)} />}
    </Page>
  )
}
