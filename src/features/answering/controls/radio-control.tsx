import { useEffect } from 'react'
import { type ControlProps, withChosen } from './control.ts'
import { OptionsList } from './options-list.tsx'

/** One option, which can be taken back. A required question with one option chooses it by itself (part 3, point 5). */
export function RadioControl(props: ControlProps) {
  const { asked, value, required, onChange } = props
  const only = asked.opciones.length === 1 ? asked.opciones[0]?.orden : undefined
  const choose = required && only !== undefined && (value.chosen ?? []).length === 0
  useEffect(() => {
    if (choose && only !== undefined) onChange(withChosen(value, [only]))
    // eslint-disable-next-line react/exhaustive-deps -- only when it becomes due; the value's other fields are as rendered
  }, [choose, only])
  const mayClear = !(required && only !== undefined)
  return (
    <OptionsList
      {...props}
      type="radio"
      onPick={(order) => onChange(withChosen(value, [order]))}
      onClear={mayClear ? () => onChange(withChosen(value, [])) : undefined}
    />
  )
}
