import { useState } from 'react'
import { useRouter, useRouterState } from '@tanstack/react-router'
import type { UserRequest } from '#domain/sessions/index.ts'
import { EMPTY_USER_FORM, type UserFormValues } from './person.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** account request for which an account is created; in the history state, so that its data is not in the URL */
    readonly request?: UserRequest
  }
}

export type RequestedUser = {
  /** request for which the account is created */
  readonly request: UserRequest | undefined
  /** called when the dialog is closed */
  readonly leave: () => void
}

/** Takes the account request from the history state, and keeps it until its dialog is closed. */
export function useRequestedUser(): RequestedUser {
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

/** Initial values from the provider's data. The last word of the name is used as last name. */
export function toUserFormValues({ email, username, name }: UserRequest): UserFormValues {
  const words = name.trim().split(/\s+/)
  const [firstName, lastName] =
    words.length < 2 ? [name.trim(), ''] : [words.slice(0, -1).join(' '), words.at(-1) ?? '']
  return { ...EMPTY_USER_FORM, email, userMuniCore: username, firstName, lastName }
}
