import { Trans } from '@lingui/react/macro'
import { unreachable } from '#domain/kernel/index.ts'
import { type CombinedItem, getInputCodec } from '#domain/questions/index.ts'
import type { QuestionValue } from '#domain/answers/index.ts'
import { RequiredNote } from '../form/required-note.tsx'
import { type ControlProps, withAnswerValue } from './control.ts'
import styles from './controls.module.css'
import { INPUT_CONTROLS } from './input-control.tsx'

/** Text with embedded fields, each a control of its own type, labelled with its name. */
export function CombinedControl(props: ControlProps) {
  const { question, value, onChange } = props
  const items = 'combinedQuestions' in question ? (question.combinedQuestions ?? []) : []
  const setItem = (order: number, inner: QuestionValue): void => {
    const { [String(order)]: _, ...others } = value.combined ?? {}
    const combined = Object.keys(inner).length === 0 ? others : { ...others, [String(order)]: inner }
    onChange(withAnswerValue(value, Object.keys(combined).length === 0 ? {} : { combined }))
  }
  const first = items.find((item) => item.type === 'input')?.orden
  return (
    <div
      className={`r-row r-gap-x-12 r-low ${styles['combined']}`}
      role="group"
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
    >
      {items
        .toSorted((a, b) => a.orden - b.orden)
        .map((item) => (
          <Item
            key={item.orden}
            item={item}
            props={props}
            first={item.orden === first}
            onChange={(inner) => setItem(item.orden, inner)}
          />
        ))}
    </div>
  )
}

type ItemProps = {
  readonly item: CombinedItem
  readonly props: ControlProps
  /** first field of the question; has the question's id, to be focused by jumps */
  readonly first: boolean
  readonly onChange: (value: QuestionValue) => void
}

function Item({ item, props, first, onChange }: ItemProps) {
  const id = first ? props.id : `${props.id}-${item.orden}`
  switch (item.type) {
    case 'text':
      return <span data-style={item.style}>{item.content}</span>
    case 'break':
      return <span className={`r-alone ${styles['break']}`} />
    case 'input': {
      const Control = INPUT_CONTROLS[item.tipoPregunta]
      const value = props.value.combined?.[String(item.orden)] ?? {}
      const codec = getInputCodec(item)
      const isEmpty = item.required && !codec.isAnswered(value, item)
      const requiredId = `${id}-required`
      return (
        <span className={styles['combined-input']}>
          <span>
            <label id={`${id}-name`} htmlFor={id}>
              {item.name}
            </label>{' '}
            {item.required && (
              <RequiredNote id={requiredId} missing={props.invalid && isEmpty}>
                <Trans>* Required answer</Trans>
              </RequiredNote>
            )}
          </span>
          <Control
            question={item}
            value={value}
            id={id}
            labelledBy={`${id}-name`}
            describedBy={[props.describedBy, isEmpty ? requiredId : undefined].filter(Boolean).join(' ') || undefined}
            required={item.required}
            invalid={props.invalid && (isEmpty || !codec.check(value, item).ok)}
            language={props.language}
            onChange={onChange}
          />
        </span>
      )
    }
    default:
      return unreachable(item)
  }
}
