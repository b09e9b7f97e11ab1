import { useEffect, useState } from 'react'
import { type CodeReader, codeReader } from '#ui/capture/index.ts'

/** @returns what reads codes on this device; null where nothing does, or while that is asked */
export function useCodeReader(): CodeReader | null {
  const [reader, setReader] = useState<CodeReader | null>(null)
  useEffect(() => {
    let isGone = false
    void codeReader().then((found) => {
      // A function would be called.
      if (!isGone) setReader(() => found)
    })
    return () => {
      isGone = true
    }
  }, [])
  return reader
}
