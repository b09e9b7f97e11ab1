import type { ReactNode } from 'react'
import type { Endpoint } from '#domain/endpoints/index.ts'
import { useAct, type Act } from '../asking/use-act.ts'
import { useConfirmed } from './use-confirmed.tsx'

/** Like `useAct`, for endpoints that may require confirmation (`confirms`). Render `dialog` anywhere in the screen. */
export function useConfirmedAct<const E extends Endpoint & { readonly confirms: true }>(
  endpoint: E,
): Act<E> & { readonly dialog: ReactNode } {
  const { act, busy } = useAct(endpoint)
  const { confirmed, dialog } = useConfirmed()
  return { act: (input) => confirmed(() => act(input)), busy, dialog }
}
