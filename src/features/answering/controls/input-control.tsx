import type { ComponentType } from 'react'
import {
  type CombinedInput,
  DATA_TYPE,
  type DataType,
  QUESTION_TYPE,
  type DataCodec,
  dataCodecFor,
} from '#domain/questions/index.ts'
import { BooleanControl } from './boolean-control.tsx'
import type { ControlProps } from './control.ts'
import { DateControl, TimeControl } from './moment-controls.tsx'
import { DecimalControl, IntegerControl } from './number-controls.tsx'
import { RadioControl } from './radio-control.tsx'
import { SelectControl } from './select-control.tsx'
import { LinkControl, TitleControl } from './shown-controls.tsx'
import { TextControl } from './text-control.tsx'

/** An open question is answered by what it holds, where its data type has no control of its own. */
const OPEN_CONTROLS: Readonly<Record<DataCodec['holds'], ComponentType<ControlProps>>> = {
  text: TextControl,
  number: IntegerControl,
  date: DateControl,
  time: TimeControl,
  none: TitleControl,
}
const OWN_CONTROLS: Readonly<Partial<Record<DataType, ComponentType<ControlProps>>>> = {
  [DATA_TYPE.DECIMAL]: DecimalControl,
  [DATA_TYPE.LINK]: LinkControl,
}

/** One control per question type that may stand inside a combined question, too. */
export const INPUT_CONTROLS: Readonly<Record<CombinedInput['tipoPregunta'], ComponentType<ControlProps>>> = {
  [QUESTION_TYPE.OPEN]: OpenControl,
  [QUESTION_TYPE.SELECT]: SelectControl,
  [QUESTION_TYPE.RADIO]: RadioControl,
  [QUESTION_TYPE.BOOLEAN]: BooleanControl,
}

function OpenControl(props: ControlProps) {
  const { asked } = props
  const Chosen = OWN_CONTROLS[asked.tipoDato] ?? OPEN_CONTROLS[dataCodecFor(asked).holds]
  return <Chosen {...props} />
}
