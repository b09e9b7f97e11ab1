import { useRef } from 'react'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Group } from '@mantine/core'
import { moveBlock, updateBlock, type EditorBlock } from '#domain/templates/index.ts'
import { unreachable } from '#domain/kernel/index.ts'
import { DeleteButton } from '#ui/index.ts'
import { getPartElementId } from '../../element-ids.ts'
import { buildTypingKey, type ApplyEdit } from '../../panel.ts'
import { SingleChoice } from '../parts/choices.tsx'
import { LineField } from '../parts/line-field.tsx'
import styles from './combined.module.css'
import { InputBlock } from './input-block.tsx'

export type BlockProps<B extends EditorBlock = EditorBlock> = {
  readonly block: B
  /** key of the combined question */
  readonly question: string
  readonly change: ApplyEdit
  readonly locked: boolean
  readonly disabled: boolean
}

type BlockCardProps = BlockProps & {
  /** index of the block */
  readonly index: number
  readonly last: number
  readonly onRemove: () => void
}

/** Maximum length of a text block's content, as in its schema. */
const MAX_CONTENT_LENGTH = 20_000

/** A block with buttons to move and remove it, and an editor for its kind. */
export function BlockCard({ block, index, last, onRemove, ...props }: BlockCardProps) {
  const { t } = useLingui()
  const { question, change, locked, disabled } = props
  const fixed = locked || disabled
  const number = index + 1
  const kind = useKindName()(block)
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const move = (to: number): void => {
    change('move-block', (now) => moveBlock(now, question, block.key, to))
    // Focuses the other button if the pressed button becomes disabled, which would lose the focus.
    if (to === 0) down.current?.focus()
    if (to === last) up.current?.focus()
  }
  return (
    <li
      className={`r-column r-gap-12 r-card r-yields ${styles['block']}`}
      id={getPartElementId(block.key)}
      tabIndex={-1}
      data-kind={block.type}
      aria-label={`${number}. ${kind}`}
    >
      <Group gap="xs" justify="space-between" wrap="nowrap" className="r-strong">
        <span className="r-figures">
          {number}. {kind}
        </span>
        <Group gap={0} align="stretch" className={`r-fixed ${styles['moves']}`}>
          <ActionIcon
            ref={up}
            aria-label={t`Move block ${number} up`}
            disabled={fixed || index === 0}
            onClick={() => move(index - 1)}
          >
            <IconArrowUp size={20} aria-hidden="true" />
          </ActionIcon>
          <ActionIcon
            ref={down}
            aria-label={t`Move block ${number} down`}
            disabled={fixed || index === last}
            onClick={() => move(index + 1)}
          >
            <IconArrowDown size={20} aria-hidden="true" />
          </ActionIcon>
          <DeleteButton aria-label={t`Delete block ${number}`} disabled={fixed} onClick={onRemove} />
        </Group>
      </Group>
      <BlockFields {...props} block={block} />
    </li>
  )
}

function BlockFields({ block, ...props }: BlockProps) {
  switch (block.type) {
    case 'text':
      return <TextBlock {...props} block={block} />
    case 'input':
      return <InputBlock {...props} block={block} />
    case 'break':
      return null
    default:
      return unreachable(block)
  }
}

function TextBlock({ block, question, change, disabled }: BlockProps<Extract<EditorBlock, { type: 'text' }>>) {
  const { t } = useLingui()
  return (
    <>
      <LineField
        id={getPartElementId(block.key, 'content')}
        label={t({ message: 'Text', context: 'block' })}
        value={block.content}
        maxLength={MAX_CONTENT_LENGTH}
        long
        disabled={disabled}
        onChange={(content) =>
          change(buildTypingKey(block.key, 'content'), (now) => updateBlock(now, question, block.key, { content }))
        }
      />
      <SingleChoice
        id={getPartElementId(block.key, 'style')}
        label={t`Style`}
        value={block.style}
        disabled={disabled}
        choices={[
          { value: 'normal', text: t({ message: 'Normal', context: 'text style' }) },
          { value: 'bold', text: t({ message: 'Bold', context: 'text style' }) },
          { value: 'italic', text: t({ message: 'Italic', context: 'text style' }) },
        ]}
        onChange={(style) => change('block-style', (now) => updateBlock(now, question, block.key, { style }))}
      />
    </>
  )
}

function useKindName(): (block: EditorBlock) => string {
  const { t } = useLingui()
  return (block) => {
    switch (block.type) {
      case 'text':
        return t({ message: 'Text', context: 'block' })
      case 'input':
        return t({ message: 'Field', context: 'block' })
      case 'break':
        return t({ message: 'Line break', context: 'block' })
      default:
        return unreachable(block)
    }
  }
}
