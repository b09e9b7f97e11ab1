import { useRef, useState } from 'react'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import styles from './answering.module.css'

type CodeToCopyProps = {
  readonly text: string
  /** smaller text, for a secondary code */
  readonly isSecondary?: true
}

/**
 * A code in large type with a copy button. Without clipboard access the text is selected instead, and the user is
 * informed.
 */
export function CopyableCode({ text, isSecondary }: CodeToCopyProps) {
  const Tag = isSecondary === true ? 'span' : 'strong'
  const code = useRef<HTMLElement & HTMLSpanElement>(null)
  const [result, setResult] = useState<{ readonly of: string; readonly copied: boolean } | null>(null)
  const copied = result?.of === text ? result.copied : null
  const Icon = copied === true ? IconCheck : IconCopy
  async function copy(): Promise<void> {
    try {
      // Throws over plain http (except localhost), where browsers have no clipboard.
      await navigator.clipboard.writeText(text)
      setResult({ of: text, copied: true })
    } catch {
      if (code.current !== null) getSelection()?.selectAllChildren(code.current)
      setResult({ of: text, copied: false })
    }
  }
  return (
    <>
      <Tag ref={code} className={`r-code r-grow ${styles['code'] ?? ''}`}>
        {text}
      </Tag>
      <Button variant="default" leftSection={<Icon size={20} aria-hidden="true" />} onClick={() => void copy()}>
        <span aria-live="polite">{copied === true ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}</span>
      </Button>
      {copied === false && (
        <p role="alert" className="r-alone r-soft">
          <Trans>Could not copy. The code is selected: copy it manually.</Trans>
        </p>
      )}
    </>
  )
}
