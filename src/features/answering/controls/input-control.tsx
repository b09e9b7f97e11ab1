import type { ComponentType } from 'react'
import { type CombinedInput, DATA_TYPE, type DataType, QUESTION_TYPE } from '#domain/documents/index.ts'
import { BooleanControl } from './boolean-control.tsx'
import type { ControlProps } from './control.ts'
import { DateControl, TimeControl } from './moment-controls.tsx'
import { DecimalControl, IntegerControl } from './number-controls.tsx'
import { RadioControl } from './radio-control.tsx'
import { SelectControl } from './select-control.tsx'
import { LinkControl, TitleControl } from './shown-controls.tsx'
import { TextControl } from './text-control.tsx'

/** One control per data type of an open question: a new type does not compile until it has one. */
const OPEN_CONTROLS: Readonly<Record<DataType, ComponentType<ControlProps>>> = {
  [DATA_TYPE.STRING]: TextControl,
  [DATA_TYPE.NUMBER]: IntegerControl,
  [DATA_TYPE.DECIMAL]: DecimalControl,
  [DATA_TYPE.DATE]: DateControl,
  [DATA_TYPE.TIME]: TimeControl,
  [DATA_TYPE.LINK]: LinkControl,
  [DATA_TYPE.TITLE]: TitleControl,
}

/** One control per question type that may stand inside a combined question, too. */
export const INPUT_CONTROLS: Readonly<Record<CombinedInput['tipoPregunta'], ComponentType<ControlProps>>> = {
  [QUESTION_TYPE.OPEN]: OpenControl,
  [QUESTION_TYPE.SELECT]: SelectControl,
  [QUESTION_TYPE.RADIO]: RadioControl,
  [QUESTION_TYPE.BOOLEAN]: BooleanControl,
}

function OpenControl(props: ControlProps) {
  const Chosen = OPEN_CONTROLS[props.asked.tipoDato]
  return <Chosen {...props} />
}
