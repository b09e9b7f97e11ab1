/** What the tus library and its stores throw for an expected refusal; the library answers with it. */
export type TusRefusal = { readonly status_code: number; readonly body: string }

export function isTusRefusal(error: unknown): error is TusRefusal {
  return typeof error === 'object' && error !== null && 'status_code' in error
}
