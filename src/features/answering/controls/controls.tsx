import type { ComponentType } from 'react'
import { QUESTION_TYPE, type QuestionType } from '#domain/questions/index.ts'
import { later } from '#ui/index.ts'
import type { ControlProps } from './control.ts'
import { INPUT_CONTROLS } from './input-control.tsx'

/** Few forms have one. */
const CombinedControl = later<ControlProps>(async () => (await import('./combined-control.tsx')).CombinedControl)

/** One control per question type: a new one does not compile until it has its file. */
const CONTROLS: Readonly<Record<QuestionType, ComponentType<ControlProps>>> = {
  ...INPUT_CONTROLS,
  [QUESTION_TYPE.COMBINED]: CombinedControl,
}

/** The control of a question. */
export function Control(props: ControlProps) {
  const Chosen = CONTROLS[props.asked.tipoPregunta]
  return <Chosen {...props} />
}
