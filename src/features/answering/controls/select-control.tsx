import { type ControlProps, withChosen } from './control.ts'
import { OptionsList } from './options-list.tsx'

/** Any number of options. */
export function SelectControl(props: ControlProps) {
  const { value, onChange } = props
  const pick = (order: number, picked: boolean): void => {
    const others = (value.chosen ?? []).filter((one) => one !== order)
    onChange(withChosen(value, picked ? [...others, order] : others))
  }
  return <OptionsList {...props} type="checkbox" onPick={pick} />
}
