import { useState } from 'react'
import { Button, Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { toProblem } from '#domain/endpoints/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { endOtherSessions, endSession, listSessions, type SessionListItem } from '#domain/sessions/index.ts'
import {
  Page,
  PageSection,
  useProfile,
  LoadablePart,
  FormDialog,
  Item,
  ItemList,
  notify,
  StatusBadge,
  useEndpointCall,
  useEndpointData,
  useConfirmedAction,
  useFormats,
  useProblemText,
} from '#ui/index.ts'
import { ChangePasswordDialog } from './change-password.tsx'
import { FactorsSection } from './factors.tsx'

/** /cuenta: the user's own password, second factors and sessions. */
export function AccountScreen() {
  const { t } = useLingui()
  const profile = useProfile()
  const [changing, setChanging] = useState(false)
  return (
    <Page title={t`Account and security`} subtitle={profile?.email} width="full">
      <div className="r-grid r-gap-24 r-top r-fit-30">
        <Stack gap="md">
          <PageSection title={t`Password`}>
            <div>
              <Button variant="default" onClick={() => setChanging(true)}>
                <Trans>Change password</Trans>
              </Button>
            </div>
          </PageSection>
          <FactorsSection />
        </Stack>
        <SessionsSection />
      </div>
      {changing && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </Page>
  )
}

/** Sessions to end: a single session, or all except the current one. */
type EndedSessions = SessionListItem | 'others'

/** Active sessions of this account, each with a sign-out button. */
export function SessionsSection() {
  const { t } = useLingui()
  const [loadable, retry] = useEndpointData(listSessions, {})
  const [wish, setWish] = useState<EndedSessions | null>(null)
  const hasOthers = loadable.kind === 'here' && loadable.value.sessions.some(({ current }) => !current)
  return (
    <PageSection
      title={t`Your sessions`}
      aside={
        hasOthers && (
          <Button variant="default" onClick={() => setWish('others')}>
            <Trans>Sign out of other devices</Trans>
          </Button>
        )
      }
    >
      <LoadablePart loadable={loadable} retry={retry}>
        {({ sessions }) => (
          <ItemList label={t`Your sessions`}>
            {sessions.map((session) => (
              <Session key={session.id} session={session} onEnd={() => setWish(session)} />
            ))}
          </ItemList>
        )}
      </LoadablePart>
      {wish !== null && <EndSessionDialog sessions={wish} onClose={() => setWish(null)} />}
    </PageSection>
  )
}

/** Browser and operating system, as far as known. */
function useSessionName(): (session: SessionListItem) => string {
  const { t } = useLingui()
  return ({ browser, system }) => {
    if (browser !== '' && system !== '') return t`${browser} on ${system}`
    return browser + system === '' ? t`Unknown browser` : browser + system
  }
}

function Session({ session, onEnd }: { readonly session: SessionListItem; readonly onEnd: () => void }) {
  const { t } = useLingui()
  const formats = useFormats()
  const name = useSessionName()(session)
  const { current, signedInAt, lastSeenAt, from } = session
  const [since, seen] = [formats.dateTime(signedInAt), formats.dateTime(lastSeenAt)]
  return (
    <Item
      title={name}
      details={[
        t`Signed in: ${since}`,
        ...(current ? [] : [t`Last used: ${seen}`]),
        ...(from === '' ? [] : [t`IP address: ${from}`]),
      ]}
    >
      {current ? (
        <StatusBadge tone="received">
          <Trans>This device</Trans>
        </StatusBadge>
      ) : (
        <Button variant="subtle" onClick={onEnd} aria-label={t`Sign out of ${name}, signed in ${since}`}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </Item>
  )
}

function EndSessionDialog({ sessions, onClose }: { readonly sessions: EndedSessions; readonly onClose: () => void }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const sessionName = useSessionName()
  const one = useEndpointCall(endSession)
  const others = useEndpointCall(endOtherSessions)
  const { confirmed, dialog } = useConfirmedAction()
  const [problem, setProblem] = useState<Problem | null>(null)
  async function submit(): Promise<void> {
    const outcome = await confirmed(() => (sessions === 'others' ? others.act({}) : one.act({ id: sessions.id })))
    if (outcome.kind !== 'ok') return setProblem(toProblem(outcome))
    notify({ tone: 'received', text: t`Session ended.` })
    onClose()
  }
  return (
    <FormDialog
      danger
      title={sessions === 'others' ? t`Sign out of other devices?` : t`Sign out of ${sessionName(sessions)}?`}
      submit={<Trans>Sign out</Trans>}
      busy={one.busy || others.busy}
      failure={problem === null ? null : problemText(problem)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>
        <Trans>
          That device is signed out within seconds, or when it next connects. Its unsent work stays there and is sent
          after you sign in again.
        </Trans>
      </p>
      {dialog}
    </FormDialog>
  )
}
