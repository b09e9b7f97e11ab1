import { useEffect, useState } from 'react'
import { type CodeReader, openCodeReader } from '#ui/capture/index.ts'

/** @returns the device's code reader; null while loading or if there is none */
export function useCodeReader(): CodeReader | null {
  const [reader, setReader] = useState<CodeReader | null>(null)
  useEffect(() => {
    let isGone = false
    void openCodeReader().then((foundReader) => {
      // Wrapped in a function, as React would call a reader passed directly.
      if (!isGone) setReader(() => foundReader)
    })
    return () => {
      isGone = true
    }
  }, [])
  return reader
}
