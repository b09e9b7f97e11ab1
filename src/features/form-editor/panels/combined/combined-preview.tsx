import { useLingui } from '@lingui/react/macro'
import { unreachable, visibleText } from '#domain/kernel/index.ts'
import type { EditorBlock } from '#domain/templates/index.ts'
import styles from './combined.module.css'

/** The blocks as a line of text with gaps, to see where they break. What is typed into the gaps is the answer's. */
export function CombinedPreview({ blocks }: { readonly blocks: readonly EditorBlock[] }) {
  const { t } = useLingui()
  return (
    <figure className={`r-pad-12 ${styles['preview']}`} aria-label={t`How it reads`}>
      <p>
        {blocks.map((block) => (
          <BlockPreview key={block.key} block={block} />
        ))}
      </p>
    </figure>
  )
}

function BlockPreview({ block }: { readonly block: EditorBlock }) {
  const { t } = useLingui()
  switch (block.type) {
    case 'text':
      return <span data-style={block.style}>{block.content} </span>
    case 'input':
      return (
        <>
          <span className={styles['gap']}>
            {visibleText(block.name) === '' ? t`field without a name` : block.name}
            {block.required ? ' *' : ''}
          </span>{' '}
        </>
      )
    case 'break':
      return <br />
    default:
      return unreachable(block)
  }
}
