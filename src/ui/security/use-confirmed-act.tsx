import type { ReactNode } from 'react'
import type { Endpoint } from '#domain/endpoints/index.ts'
import { useEndpointCall, type EndpointCall } from '../requests/use-endpoint-call.ts'
import { useConfirmedAction } from './use-confirmed.tsx'

/**
 * Like `useEndpointCall`, for endpoints that may require confirmation (`confirms`). Render `dialog` anywhere in the
 * screen.
 */
export function useConfirmedCall<const E extends Endpoint & { readonly confirms: true }>(
  endpoint: E,
): EndpointCall<E> & { readonly dialog: ReactNode } {
  const { act, busy } = useEndpointCall(endpoint)
  const { confirmed, dialog } = useConfirmedAction()
  return { act: (input) => confirmed(() => act(input)), busy, dialog }
}
