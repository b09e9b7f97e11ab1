import { useRef } from 'react'
import { IconBold, IconCornerDownLeft, IconForms, IconItalic, IconTypography } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { Button, Group, Stack } from '@mantine/core'
import { unreachable, getVisibleText } from '#domain/kernel/index.ts'
import { MAX_COMBINED_ITEMS } from '#domain/questions/index.ts'
import { addBlock, removeBlock, updateBlock, type EditorBlock, type EditorQuestion } from '#domain/templates/index.ts'
import { getPartElementId } from '../../element-ids.ts'
import type { ApplyEdit } from '../../panel.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { focusNeighbour } from '../parts/focus-neighbour.ts'
import { useFocusOnNew } from '../parts/use-focus-on-new.ts'
import { BlockCard } from './block-card.tsx'
import styles from './combined.module.css'

export type CombinedEditorProps = {
  readonly question: EditorQuestion
  readonly change: ApplyEdit
  /** blocks cannot be added, removed, moved or change type; texts can be edited */
  readonly locked: boolean
  /** everything is locked */
  readonly disabled?: boolean
}

type TextStyle = Extract<EditorBlock, { type: 'text' }>['style']

/** The blocks of a combined question. Changes apply to the form immediately. */
export function CombinedEditor({ question, change, locked, disabled = false }: CombinedEditorProps) {
  const { t } = useLingui()
  const { newKey } = useEditorStore()
  const list = useRef<HTMLOListElement>(null)
  const blocks = question.combinedQuestions ?? []
  const added = useFocusOnNew(list, blocks.length)
  const fixed = locked || disabled || blocks.length >= MAX_COMBINED_ITEMS
  const add = (kind: EditorBlock['type'], style: TextStyle = 'normal'): void => {
    added()
    const key = newKey()
    change('add-block', (now) => {
      const after = addBlock(now, question.key, { kind, key })
      return kind === 'text' ? updateBlock(after, question.key, key, { style }) : after
    })
  }
  return (
    <Stack
      gap="sm"
      miw={0}
      role="group"
      aria-label={t`Blocks of the combined question`}
      id={getPartElementId(question.key, 'combinedQuestions')}
      tabIndex={-1}
    >
      {blocks.length === 0 ? (
        <p className="r-soft">{t`No blocks yet. A combined question is text with fields in it: add text, fields and line breaks.`}</p>
      ) : (
        <ol className="r-column r-plain" ref={list}>
          {blocks.map((block, index) => (
            <BlockCard
              key={block.key}
              block={block}
              index={index}
              last={blocks.length - 1}
              question={question.key}
              change={change}
              locked={locked}
              disabled={disabled}
              onRemove={() => {
                focusNeighbour(blocks, block.key, getPartElementId(question.key, 'combinedQuestions'))
                change('remove-block', (now) => removeBlock(now, question.key, block.key))
              }}
            />
          ))}
        </ol>
      )}
      <Group gap="xs" align="stretch" role="group" aria-label={t`Add block`}>
        <AddButton
          icon={IconTypography}
          disabled={fixed}
          onClick={() => add('text')}
          text={t({ message: 'Text', context: 'block' })}
        />
        <AddButton
          icon={IconBold}
          disabled={fixed}
          onClick={() => add('text', 'bold')}
          text={t({ message: 'Bold text', context: 'block' })}
        />
        <AddButton
          icon={IconItalic}
          disabled={fixed}
          onClick={() => add('text', 'italic')}
          text={t({ message: 'Italic text', context: 'block' })}
        />
        <AddButton
          icon={IconForms}
          disabled={fixed}
          onClick={() => add('input')}
          text={t({ message: 'Field', context: 'block' })}
        />
        <AddButton
          icon={IconCornerDownLeft}
          disabled={fixed}
          onClick={() => add('break')}
          text={t({ message: 'Line break', context: 'block' })}
        />
      </Group>
      {blocks.length > 0 && <CombinedPreview blocks={blocks} />}
    </Stack>
  )
}

type AddButtonProps = {
  readonly icon: typeof IconBold
  readonly text: string
  readonly disabled: boolean
  readonly onClick: () => void
}

function AddButton({ icon: Shape, text, disabled, onClick }: AddButtonProps) {
  return (
    <Button
      variant="default"
      disabled={disabled}
      leftSection={<Shape size={20} aria-hidden="true" />}
      onClick={onClick}
    >
      {text}
    </Button>
  )
}

/** Preview of the blocks as a text with gaps. Text typed into the gaps is not stored. */
function CombinedPreview({ blocks }: { readonly blocks: readonly EditorBlock[] }) {
  const { t } = useLingui()
  return (
    <figure className={`r-pad-12 ${styles['preview']}`} aria-label={t`How it looks`}>
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
            {getVisibleText(block.name) === '' ? t`field without a name` : block.name}
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
