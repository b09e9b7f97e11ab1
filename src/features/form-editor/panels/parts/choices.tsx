import { type ReactNode, useId } from 'react'
import { Group } from '@mantine/core'
import styles from './parts.module.css'

export type ChoiceOption<V extends string | number> = {
  readonly value: V
  readonly text: string
  /** drawn before the text */
  readonly mark?: ReactNode
}

type ChoicesProps<V extends string | number> = {
  readonly label: string
  readonly choices: readonly ChoiceOption<V>[]
  readonly disabled?: boolean
  readonly id?: string
}

/** Maximum choices before the list scrolls. */
const WITHOUT_SCROLLING = 12

/** Lets the user choose one value. */
export function SingleChoice<V extends string | number>({
  value,
  onChange,
  ...rest
}: ChoicesProps<V> & {
  readonly value: V
  readonly onChange: (value: V) => void
}) {
  const name = useId()
  return (
    <ChoiceList
      {...rest}
      type="radio"
      name={name}
      chosen={(item) => item === value}
      onPick={(item) => onChange(item)}
    />
  )
}

/** Lets the user choose several values. */
export function MultipleChoice<V extends string | number>({
  values,
  onChange,
  ...rest
}: ChoicesProps<V> & {
  readonly values: readonly V[]
  /** in the order of the choices */
  readonly onChange: (values: readonly V[]) => void
}) {
  const name = useId()
  const pick = (picked: V, on: boolean): void =>
    onChange(rest.choices.map(({ value }) => value).filter((value) => (value === picked ? on : values.includes(value))))
  return <ChoiceList {...rest} type="checkbox" name={name} chosen={(item) => values.includes(item)} onPick={pick} />
}

type ChoiceListProps<V extends string | number> = ChoicesProps<V> & {
  readonly type: 'radio' | 'checkbox'
  readonly name: string
  readonly chosen: (value: V) => boolean
  readonly onPick: (value: V, on: boolean) => void
}

function ChoiceList<V extends string | number>({
  label,
  choices,
  disabled = false,
  id,
  type,
  name,
  chosen,
  onPick,
}: ChoiceListProps<V>) {
  return (
    <fieldset className={styles['choices']} disabled={disabled} id={id}>
      <legend>{label}</legend>
      <Group
        gap="xs"
        align="stretch"
        className={styles['choice-list'] ?? ''}
        data-scroll={choices.length > WITHOUT_SCROLLING}
      >
        {choices.map(({ value, text, mark }) => (
          <label
            key={value}
            className={`r-edge r-line r-middle r-yields r-target r-pad-8 ${styles['choice']}`}
            data-chosen={chosen(value)}
          >
            <input
              type={type}
              name={name}
              checked={chosen(value)}
              onChange={(event) => onPick(value, event.currentTarget.checked)}
            />
            {mark}
            <span>{text}</span>
          </label>
        ))}
      </Group>
    </fieldset>
  )
}
