import { useState } from 'react'

/** Keeps the last value while the next one is loading. */
export function useLastValue<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
