import type { ComponentType } from 'react'
import { QUESTION_TYPE, type QuestionType } from '#domain/questions/index.ts'
import { lazyPart } from '#ui/index.ts'
import type { ControlProps } from './control.ts'
import { INPUT_CONTROLS } from './input-control.tsx'

/** Loaded on demand, as few forms have combined questions. */
const CombinedControl = lazyPart<ControlProps>(async () => (await import('./combined-control.tsx')).CombinedControl)

/** Controls by question type. The compiler requires a control for each type. */
const CONTROLS: Readonly<Record<QuestionType, ComponentType<ControlProps>>> = {
  ...INPUT_CONTROLS,
  [QUESTION_TYPE.COMBINED]: CombinedControl,
}

export function QuestionControl(props: ControlProps) {
  const Chosen = CONTROLS[props.question.tipoPregunta]
  return <Chosen {...props} />
}
