import { useEffect, useRef, useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { Trans, useLingui } from '@lingui/react/macro'
import { ok, refuse, type Problem, type Result } from '#domain/kernel/index.ts'
import {
  Brand,
  EmptyState,
  ErrorState,
  storeSsoFlow,
  LinkButton,
  ListSkeleton,
  Page,
  getReturnAddress,
  LazySecondStep,
  SSO_NEW_SIGN_IN_PATH,
  takeSsoFlow,
  notifyOpener,
  useProblemText,
  useSessionActions,
  type SsoFlow,
} from '#ui/index.ts'

type SsoStep =
  { readonly kind: 'going' } | { readonly kind: 'done' } | { readonly kind: 'failed'; readonly problem: Problem }
type SsoOutcome = Result<'away' | 'done'>

/** Runs the action once, also in StrictMode, and returns its progress. */
function useRunOnce(act: () => Promise<SsoOutcome>): SsoStep {
  const startedRef = useRef(false)
  const [step, setStep] = useState<SsoStep>({ kind: 'going' })
  useEffect(() => {
    if (startedRef.current) return
    startedRef.current = true
    void act().then((went) => {
      if (!went.ok) setStep({ kind: 'failed', problem: went.problem })
      else if (went.value === 'done') setStep({ kind: 'done' })
    })
  }, [act])
  return step
}

/** /sso/ir: page of the window that a sign-in page opens. Redirects to the provider. */
export function SsoGoScreen() {
  const { sso } = useSessionActions()
  const step = useRunOnce(async () => {
    const started = await sso.start({ again: location.hash === new URL(SSO_NEW_SIGN_IN_PATH, location.origin).hash })
    if (!started.ok) return started
    storeSsoFlow({ state: started.value.state, mode: 'popup' })
    location.replace(started.value.address)
    return { ok: true, value: 'away' }
  })
  return <SsoPage step={step} />
}

/** /sso/retorno: the provider's redirect target. If the server requires a second factor, asks for it here. */
export function SsoReturnScreen() {
  const { t } = useLingui()
  const { sso, enter, ask } = useSessionActions()
  const { history } = useRouter()
  const [second, setSecond] = useState<{ readonly flow: SsoFlow; readonly step: Problem }>()
  const [passed, setPassed] = useState<SsoOutcome>()

  async function signedIn(flow: SsoFlow): Promise<SsoOutcome> {
    if (flow.mode === 'popup') {
      notifyOpener()
      window.close()
      return ok('done')
    }
    const entered = await enter(flow.shared)
    if (!entered.ok) return entered
    history.replace(getReturnAddress(flow.volver))
    return ok('away')
  }

  const step = useRunOnce(async () => {
    const query = location.search
    // Removes the single-use code from the URL.
    window.history.replaceState(null, '', '/sso/retorno')
    const flow = takeSsoFlow(query)
    if (flow === undefined) return refuse('session.sso-failed')
    const finished = await sso.finish(query)
    if (finished.ok) return signedIn(flow)
    if (finished.problem.code !== 'session.second-step') return finished
    setSecond({ flow, step: finished.problem })
    return ok('away')
  })
  if (passed?.ok === true && passed.value === 'done') return <SsoPage step={{ kind: 'done' }} />
  if (second === undefined) return <SsoPage step={step} />
  return (
    <Page title={t`Single sign-on`} back={<Brand />} width="narrow">
      <LazySecondStep
        step={second.step}
        after="provider"
        ask={ask}
        failure={passed?.ok === false ? passed.problem : null}
        onPassed={() => void signedIn(second.flow).then(setPassed)}
        onCancel={() => history.replace('/login')}
      />
    </Page>
  )
}

function SsoPage({ step }: { readonly step: SsoStep }) {
  const { t } = useLingui()
  const problemText = useProblemText()
  return (
    <Page title={t`Single sign-on`} back={<Brand />} width="narrow">
      {step.kind === 'going' && <ListSkeleton rows={2} />}
      {step.kind === 'done' && <EmptyState title={<Trans>You are signed in. You can close this window.</Trans>} />}
      {step.kind === 'failed' && (
        <ErrorState
          title={problemText(step.problem)}
          action={
            <LinkButton to="/login">
              <Trans>Back to sign-in</Trans>
            </LinkButton>
          }
        />
      )}
    </Page>
  )
}
