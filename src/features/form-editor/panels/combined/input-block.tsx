import { IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { MAX_TITLE_LENGTH, MAX_OPTIONS_WITHOUT_SEARCH } from '#domain/kernel/index.ts'
import { QUESTION_TYPE } from '#domain/questions/index.ts'
import { DeleteButton } from '#ui/index.ts'
import {
  addOptions,
  hasOptionList,
  splitOptionTexts,
  removeOption,
  updateBlock,
  updateOption,
  type EditorBlock,
} from '#domain/templates/index.ts'
import { getPartElementId } from '../../element-ids.ts'
import { buildTypingKey } from '../../panel.ts'
import { QUESTION_KINDS_TABLE, listKindsInGroup } from '../../questions/question-kind.ts'
import { useKindNames } from '../../questions/use-kind-names.ts'
import { useTypedOptions } from '../../questions/use-typed-options.ts'
import { useEditorStore } from '../../store/editor-context.tsx'
import { LineField } from '../parts/line-field.tsx'
import { SwitchField } from '../parts/toggle.tsx'
import type { BlockProps } from './block-card.tsx'
import styles from './combined.module.css'

type Input = Extract<EditorBlock, { type: 'input' }>

const INPUT_QUESTION_TYPES = {
  open: QUESTION_TYPE.OPEN,
  select: QUESTION_TYPE.SELECT,
  radio: QUESTION_TYPE.RADIO,
  boolean: QUESTION_TYPE.BOOLEAN,
} as const
/** Kinds of the group `typed`, except photos, documents and locations, which combined questions cannot have. */
const TYPED_KINDS = listKindsInGroup('typed').filter((kind) => QUESTION_KINDS_TABLE[kind].mark === undefined)

/** An input in the text: name, kind and options. */
export function InputBlock({ block, question, change, locked, disabled }: BlockProps<Input>) {
  const { t } = useLingui()
  const names = useKindNames()
  const update = (what: string, patch: Parameters<typeof updateBlock>[3]): void =>
    change(what, (now) => updateBlock(now, question, block.key, patch))
  const fixed = locked || disabled
  const many = block.opciones.length > MAX_OPTIONS_WITHOUT_SEARCH
  return (
    <>
      <LineField
        id={getPartElementId(block.key, 'name')}
        label={t`Name of the field`}
        value={block.name}
        maxLength={MAX_TITLE_LENGTH}
        required
        disabled={disabled}
        onChange={(name) => update(buildTypingKey(block.key, 'name'), { name })}
      />
      <div className="r-grid r-gap-12 r-fit-12">
        <NativeSelect
          id={getPartElementId(block.key, 'tipoPregunta')}
          label={t`Field type`}
          value={String(block.tipoPregunta)}
          disabled={fixed}
          data={[
            { value: String(INPUT_QUESTION_TYPES.open), label: t({ message: 'Free text', context: 'question type' }) },
            {
              value: String(INPUT_QUESTION_TYPES.select),
              label: t({ message: 'Multiple choice', context: 'question type' }),
            },
            {
              value: String(INPUT_QUESTION_TYPES.radio),
              label: t({ message: 'Single choice', context: 'question type' }),
            },
            {
              value: String(INPUT_QUESTION_TYPES.boolean),
              label: t({ message: 'Yes or no', context: 'question type' }),
            },
          ]}
          onChange={(event) => {
            const chosen = Object.values(INPUT_QUESTION_TYPES).find(
              (type) => String(type) === event.currentTarget.value,
            )
            if (chosen !== undefined) update('block-type', { tipoPregunta: chosen })
          }}
        />
        {block.tipoPregunta === QUESTION_TYPE.OPEN && (
          <NativeSelect
            id={getPartElementId(block.key, 'tipoDato')}
            label={t`Data type`}
            value={String(block.tipoDato)}
            disabled={fixed}
            data={TYPED_KINDS.map((kind) => ({
              value: String(QUESTION_KINDS_TABLE[kind].tipoDato),
              label: names[kind],
            }))}
            onChange={(event) => {
              const chosen = TYPED_KINDS.find(
                (kind) => String(QUESTION_KINDS_TABLE[kind].tipoDato) === event.currentTarget.value,
              )
              if (chosen !== undefined) update('block-data', { tipoDato: QUESTION_KINDS_TABLE[chosen].tipoDato })
            }}
          />
        )}
      </div>
      {hasOptionList(block.tipoPregunta) && (
        <InputOptions block={block} question={question} change={change} locked={locked} disabled={disabled} />
      )}
      <SwitchField
        name={t({ message: 'Required', context: 'field' })}
        on={block.required}
        disabled={disabled}
        onChange={(required) => update('block-required', { required })}
      />
      {hasOptionList(block.tipoPregunta) && (
        <SwitchField
          name={t`Search box`}
          more={many ? t`Recommended: there are more than ${MAX_OPTIONS_WITHOUT_SEARCH} options.` : undefined}
          on={block.filtrable}
          disabled={disabled}
          onChange={(filtrable) => update('block-filter', { filtrable })}
        />
      )}
    </>
  )
}

function InputOptions({ block, change, locked, disabled }: BlockProps<Input>) {
  const { t } = useLingui()
  const { newKey } = useEditorStore()
  const [lines, setLines] = useState('')
  const input = useRef<HTMLTextAreaElement>(null)
  const fixed = locked || disabled
  const texts = splitOptionTexts(lines)
  const { add } = useTypedOptions(texts, () => {
    change('block-options', (now) => addOptions(now, block.key, { texts, newKey }))
    setLines('')
  })
  return (
    <Stack
      gap="xs"
      id={getPartElementId(block.key, 'opciones')}
      className={styles['options'] ?? ''}
      role="group"
      aria-label={t`Options of the field`}
    >
      {block.opciones.length > 0 && (
        <ol className={styles['option-list']}>
          {block.opciones.map((option, index) => {
            const number = index + 1
            return (
              <li key={option.key} className={`r-line r-gap-4 r-low ${styles['option']}`}>
                <LineField
                  id={getPartElementId(option.key, 'texto')}
                  label={t`Option ${number}`}
                  value={option.texto}
                  maxLength={MAX_TITLE_LENGTH}
                  disabled={disabled}
                  onChange={(texto) =>
                    change(buildTypingKey(option.key, 'texto'), (now) =>
                      updateOption(now, block.key, option.key, { texto }),
                    )
                  }
                />
                <DeleteButton
                  aria-label={t`Delete the option ${number}`}
                  disabled={fixed}
                  onClick={() => {
                    change('remove-block-option', (now) => removeOption(now, block.key, option.key))
                    input.current?.focus()
                  }}
                />
              </li>
            )
          })}
        </ol>
      )}
      {!fixed && (
        <>
          <Textarea
            ref={input}
            size="md"
            rows={2}
            label={t`New options, one per line`}
            value={lines}
            onChange={(event) => setLines(event.currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={texts.length === 0}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => {
              add()
              input.current?.focus()
            }}
          >
            <Trans>Add options</Trans>
          </Button>
        </>
      )}
    </Stack>
  )
}
