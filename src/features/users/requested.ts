import { useState } from 'react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { UserRequest } from '#domain/sessions/index.ts'
import { NOBODY, type Person } from './person.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** who has asked for an account, on the way from the requests to the dialog that makes it: no address says it */
    readonly request?: UserRequest
  }
}

export type Requested = {
  /** whom an account is to be made for */
  readonly request: UserRequest | undefined
  /** the dialog is closed */
  readonly leave: () => void
}

/** The request that led here, until its dialog is closed. */
export function useRequested(): Requested {
  const router = useRouter()
  const came = useRouterState({ select: ({ location }) => location.state.request })
  const [request, setRequest] = useState(came)
  return {
    request,
    leave: () => {
      if (request === undefined) return
      setRequest(undefined)
      void router.navigate({ to: '/usuarios', replace: true })
    },
  }
}

/** What the provider says of a user, for the dialog to begin with. The name's last word is taken for the last name. */
export function personOf({ email, username, name }: UserRequest): Person {
  const words = name.trim().split(/\s+/)
  const [firstName, lastName] =
    words.length < 2 ? [name.trim(), ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
  return { ...NOBODY, email, userMuniCore: username, firstName, lastName }
}
