import { useEffect, useState } from 'react'
import { Button } from '@mantine/core'
import { IconLogin2 } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import type { Problem } from '#domain/kernel/index.ts'
import {
  Banner,
  storeSsoFlow,
  subscribeToSsoSignIn,
  openSsoWindow,
  SSO_NEW_SIGN_IN_PATH,
  useProblemText,
  useSessionActions,
} from '#ui/index.ts'

/** Resolves after two frames, so that the fields are usable before the code of databases and sync is requested. */
export async function waitUntilPainted(): Promise<void> {
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
}

/** Opens a separate window on desktops. Phones have no suitable windows. @returns whether it was opened */
function tryOpenWindow(address: string): boolean {
  return matchMedia('(pointer: fine)').matches && openSsoWindow(address)
}

type SsoButtonProps = {
  readonly shared: boolean | undefined
  readonly volver: string | undefined
  /** whether the provider must ask for credentials again, because a session was ended */
  readonly again: boolean
  /** whether to use this window, because work of the signed-out account is open in it */
  readonly overWork: boolean
  readonly onSignedIn: () => void
}

/** Signs in at the single sign-on provider, if configured. */
export function SsoButton({ shared, volver, again, overWork, onSignedIn: entered }: SsoButtonProps) {
  const problemText = useProblemText()
  const { sso, enter } = useSessionActions()
  const [label, setLabel] = useState<string | null>(null)
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  useEffect(() => {
    void waitUntilPainted().then(sso.label).then(setLabel)
  }, [sso])
  useEffect(() => {
    if (!waiting) return
    return subscribeToSsoSignIn(() => {
      void enter(shared).then((result) => {
        setWaiting(false)
        if (result.ok) entered()
        else setProblem(result.problem)
      })
    })
  }, [waiting, enter, shared, entered])

  async function here(): Promise<void> {
    setWaiting(false)
    const started = await sso.start({ again })
    if (!started.ok) return setProblem(started.problem)
    storeSsoFlow({ state: started.value.state, mode: 'redirect', volver, shared })
    location.assign(started.value.address)
  }
  function begin(): void {
    setProblem(null)
    const address = again ? SSO_NEW_SIGN_IN_PATH : '/sso/ir'
    if (!overWork && tryOpenWindow(address)) setWaiting(true)
    else void here()
  }

  if (label === null) return null
  return (
    <>
      {problem !== null && (
        <div role="alert">
          <Banner tone="attention">{problemText(problem)}</Banner>
        </div>
      )}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconLogin2 size={20} aria-hidden="true" />}
        onClick={waiting ? () => void here() : begin}
      >
        {waiting ? <Trans>Continue in this window</Trans> : <Trans>Sign in with {label}</Trans>}
      </Button>
      {waiting && (
        <p role="status">
          <Trans>Sign in using the window that opened.</Trans>
        </p>
      )}
    </>
  )
}
