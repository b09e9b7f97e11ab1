import { Outlet, useLocation } from '@tanstack/react-router'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { actorOfProfile, meetsAccessRule } from '#domain/access/index.ts'
import type { Problem } from '#domain/kernel/index.ts'
import { ForbiddenScreen } from '#features/forbidden/index.ts'
import {
  AccountProvider,
  Banner,
  ErrorState,
  LinkButton,
  ListSkeleton,
  Page,
  useProblemText,
  useSession,
} from '#ui/index.ts'
import type { RouteAccess } from '../access.ts'
import { useOpenAccount } from '../account.ts'

/** A limited view in another site's page: the screen without top bar and navigation. */
export function EmbeddedFrame({ access }: { readonly access: RouteAccess }) {
  const phase = useSession((state) => state.phase)
  const account = useOpenAccount((state) => state.account)
  const { pathname } = useLocation()
  if (phase.kind === 'error') return <EmbedEntryFailure problem={phase.problem} />
  if (phase.kind !== 'authenticated' || account === null) return <ListSkeleton rows={4} height={96} />
  const isIn = access.kind !== 'welcome' && meetsAccessRule(access, actorOfProfile(phase.profile))
  return (
    <AccountProvider value={account}>
      {isIn ? (
        <Outlet />
      ) : (
        <>
          <ForbiddenScreen />
          <AnswerViewLink address={pathname} />
        </>
      )}
      {pathname.startsWith('/contestar/') && !pathname.includes('/guardado/') && <KeptByPage />}
    </AccountProvider>
  )
}

/** Link to the read-only view of an answer, for users who may not complete it (part 3, point 2). */
function AnswerViewLink({ address }: { readonly address: string }) {
  const id = /^\/respuestas\/actualizar\/([^/]+)$/.exec(address)?.[1]
  if (id === undefined) return null
  return (
    <LinkButton to="/ver/$id" params={{ id }}>
      <Trans>See answer</Trans>
    </LinkButton>
  )
}

/** Warning that written data exists only in this page. */
function KeptByPage() {
  return (
    <Banner tone="quiet" action={<OwnTab />}>
      <Trans>Keep this page open until your answer is sent. Closing it loses what you wrote.</Trans>
    </Banner>
  )
}

/**
 * A link to the same form in its own tab, where drafts are stored on the device. Users may have to sign in there
 * first.
 */
function OwnTab() {
  const { pathname } = useLocation()
  return (
    <Button component="a" href={pathname} target="_blank" rel="noopener" variant="default">
      <Trans>Open in a new tab</Trans>
    </Button>
  )
}

function EmbedEntryFailure({ problem }: { readonly problem: Problem }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const isUsed = problem.code === 'session.token-invalid' || problem.code === 'session.required'
  return (
    <Page title={t`Form`} width="narrow">
      <ErrorState
        title={isUsed ? t`Reload the page that contains this form.` : problemText(problem)}
        action={<OwnTab />}
      />
    </Page>
  )
}
